import { type BuildInput, describeOnce } from "./build.ts";
import type { Judge } from "./judge.ts";
import {
  type KeptSkill,
  KeptSkills,
  type Revived,
  type SkillStore,
  writeKept,
} from "./kept-skills.ts";
import type { Looks } from "./looks.ts";
import type { Prepared } from "./prepare.ts";

/** What was made of skills besides the catalog: from the last start, and for the next one. */
export class SkillMemory {
  /** What catalogs are made from again. */
  readonly caches: Pick<BuildInput, "portables" | "served" | "named"> = {
    portables: new WeakMap(),
    served: new WeakMap(),
    named: new WeakMap(),
  };
  readonly #judge: Judge;
  readonly #store: SkillStore | undefined;
  /** Something was read that the next start would read again. */
  #isUnsaved = false;

  constructor(judge: Judge, store: SkillStore | undefined) {
    this.#judge = judge;
    this.#store = store;
  }

  readonly onPrepared = async (prepared: Prepared): Promise<void> => {
    this.#isUnsaved = true;
    this.#judge.learn(prepared.reading);
    await describeOnce(this.caches.portables, prepared, prepared.wanted.name);
  };

  readonly onRevived = ({ prepared, ruling, portable }: Revived): void => {
    this.#judge.restore(prepared.reading, ruling);
    this.caches.portables.set(prepared, portable);
  };

  load(): KeptSkills | undefined {
    const text = this.#store?.load(this.#judge.settings());
    return text === undefined ? undefined : new KeptSkills(text);
  }

  save(looks: Looks): void {
    if (this.#store === undefined || !this.#isUnsaved) return;
    this.#isUnsaved = false;
    this.#store.save(this.#judge.settings(), writeKept(this.#skillsIn(looks)));
  }

  *#skillsIn(looks: Looks): Iterable<KeptSkill> {
    for (const { prepared, files } of looks.prepared()) {
      const ruling = this.#judge.ruling(prepared.reading);
      yield { prepared, files, ruling, portable: this.caches.portables.get(prepared) };
    }
  }
}
