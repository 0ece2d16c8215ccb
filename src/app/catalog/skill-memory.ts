import { type BuildInput, describeOnce } from "./build.ts";
import type { Judge } from "./judge.ts";
import {
  type CachedSkill,
  SkillCache,
  type RestoredSkill,
  type SkillStore,
  writeStored,
} from "./skill-cache.ts";
import type { Looks } from "./looks.ts";
import type { PreparedSkill } from "./prepare.ts";

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

  readonly onPrepared = async (prepared: PreparedSkill): Promise<void> => {
    this.#isUnsaved = true;
    this.#judge.learn(prepared.reading);
    await describeOnce(this.caches.portables, prepared, prepared.wanted.name);
  };

  readonly onRevived = ({ prepared, ruling, portable }: RestoredSkill): void => {
    this.#judge.restore(prepared.reading, ruling);
    this.caches.portables.set(prepared, portable);
  };

  /** Skills were read that an earlier start had not kept. */
  get hasNews(): boolean {
    return this.#isUnsaved;
  }

  load(): SkillCache | undefined {
    const bytes = this.#store?.load(this.#judge.settings());
    return bytes === undefined ? undefined : new SkillCache(bytes);
  }

  save(looks: Looks): void {
    if (this.#store === undefined || !this.#isUnsaved) return;
    this.#isUnsaved = false;
    this.#store.save(this.#judge.settings(), writeStored(this.#skillsIn(looks), looks.lists.all()));
  }

  *#skillsIn(looks: Looks): Iterable<CachedSkill> {
    for (const look of looks.all()) {
      const ruling = this.#judge.ruling(look.prepared.reading);
      yield { ...look, ruling, portable: this.caches.portables.get(look.prepared) };
    }
  }
}
