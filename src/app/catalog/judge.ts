import type {
  Candidate,
  DemandCache,
  LoadedSkill,
  LoadResult,
  Reason,
  GateContext,
} from "../../library/gate/index.ts";
import {
  gate,
  gatesOf,
  loadCandidate,
  prepareGate,
  formatReason,
  sharedDemands,
} from "../../library/gate/index.ts";
import type { HostFacts } from "../../library/hosts/index.ts";
import { binsToProbe, createLocalHost } from "../../library/hosts/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import {
  type Clock,
  type Machine,
  nextTurn,
  systemClock,
  thisMachine,
} from "../../platform/machine/index.ts";
import type { JsonObject } from "../../skill/model/index.ts";
import type { Dialect, EffectivePolicy, Reading } from "../../skill/index.ts";
import { skillOf } from "../../skill/index.ts";
import type { RefusalReason } from "../../registry/lock/index.ts";
import { detach } from "./detach.ts";
import type { LaterReading } from "./later-reading.ts";

export interface JudgeOptions {
  /** The system whose rules hold for every skill; where absent, each has its own. */
  readonly as?: Dialect;
  /** Settings of that system, asked for whenever skills are judged. */
  readonly facts?: () => JsonObject | undefined;
  /** The machine that skills would run on, where it is not this one. */
  readonly host?: HostFacts;
  readonly machine?: Machine;
  readonly clock?: Clock;
}

/** What the rules of one system make of files, whatever the machine: shared by all who judge by them. */
export class Rulings {
  readonly readings: WeakMap<LaterReading, LaterReading> = new WeakMap();
  readonly policies: WeakMap<LaterReading, EffectivePolicy> = new WeakMap();
  readonly demands: Map<Dialect, DemandCache> = new Map();
  loaded: WeakMap<LaterReading, LoadResult> = new WeakMap();
  #settings: string | undefined;

  /** What was made under other settings holds no longer. */
  takeSettings(facts: JsonObject | undefined): void {
    const settings = JSON.stringify(facts);
    if (settings === this.#settings) return;
    this.#settings = settings;
    this.loaded = new WeakMap();
    this.demands.clear();
  }
}

/** What the rules of one system make of one file, for the next start: only the machine may be another by then. */
export interface StoredVerdict {
  readonly isTolerant: boolean;
  readonly policy?: EffectivePolicy;
  readonly load:
    | { readonly ok: false; readonly reason: Reason }
    | { readonly ok: true; readonly loaded: RuledSkill };
}

type RuledSkill = Pick<
  LoadedSkill,
  "name" | "configKeys" | "primaryEnv" | "isOfferedToModel" | "isOfferedToUser"
>;

/** Skills that are judged before others have a turn. */
const SLICE = 16;

export interface Judged {
  /** Undefined where the system cannot use the file at all. */
  readonly loaded?: LoadedSkill;
  readonly isEligible: boolean;
  readonly reasons: readonly Judgement[];
}

/** Why a skill is not offered, with a code that programs can compare. */
export interface Judgement {
  readonly code: string;
  readonly say: string;
}

/** The rules of the library, held against skills of any number of systems at once. */
export class Judge {
  readonly options: JudgeOptions;
  readonly #machine: Machine;
  readonly #clock: Clock;
  readonly #rulings: Rulings;
  readonly #whyRefused: RefusalReason;
  #facts: JsonObject | undefined;
  #judged: readonly LaterReading[] = [];
  #sight = "";

  constructor(options: JudgeOptions, rulings: Rulings, whyRefused: RefusalReason) {
    this.options = options;
    this.#whyRefused = whyRefused;
    this.#rulings = rulings;
    this.#machine = options.machine ?? thisMachine();
    this.#clock = options.clock ?? systemClock;
    this.#facts = options.facts?.();
    rulings.takeSettings(this.#facts);
  }

  /** True where settings, or programs that skills need, are others than at the last verdicts. */
  isStale(): boolean {
    return this.#sight !== this.#look(this.options.facts?.());
  }

  /** Verdicts for all of them, in their order. */
  async judge(readings: readonly LaterReading[]): Promise<readonly Judged[]> {
    this.#facts = this.options.facts?.();
    this.#rulings.takeSettings(this.#facts);
    const own = await inSlices(readings, (reading) => this.learn(reading));
    this.#judged = own;
    this.#sight = this.#look(this.#facts);
    const arounds = new Map<Dialect, GateContext>();
    for (const [dialect, same] of Map.groupBy(own, (reading) => reading.dialect))
      arounds.set(dialect, this.#around(dialect, same));
    return await inSlices(own, (reading) => {
      const around = arounds.get(reading.dialect);
      if (around === undefined) throw new Error("Every dialect has its surroundings.");
      return this.#judgeOne(reading, around);
    });
  }

  /** Asks a file for everything at once, since it may have to be read for it. */
  learn(reading: LaterReading): LaterReading {
    const ruled = this.#ruled(reading);
    this.#policyOf(ruled);
    this.#load(ruled);
    return ruled;
  }

  /** Settings on which rulings depend, as a digest: they may hold secrets, and it is kept. */
  settings(): string {
    return computeSha256(JSON.stringify([this.options.as?.id, this.options.facts?.()]));
  }

  /** What the rules make of a file; undefined where nobody has asked yet. */
  ruling(reading: LaterReading): StoredVerdict | undefined {
    const { readings, policies, loaded } = this.#rulings;
    const ruled = readings.get(reading);
    const load = ruled === undefined ? undefined : loaded.get(ruled);
    if (ruled === undefined || load === undefined) return undefined;
    const policy = policies.get(ruled);
    const known = { isTolerant: ruled.isTolerant, ...(policy === undefined ? {} : { policy }) };
    if (!load.ok) return { ...known, load };
    return { ...known, load: { ok: true, loaded: ruledPart(load.loaded) } };
  }

  /** Takes over what the same rules made of the file under the same settings. */
  restore(reading: LaterReading, { isTolerant, policy, load }: StoredVerdict): void {
    const { readings, policies, loaded } = this.#rulings;
    const ruled = this.#ruledAs(reading, () => isTolerant);
    readings.set(reading, ruled);
    if (policy !== undefined) policies.set(ruled, policy);
    if (!load.ok) loaded.set(ruled, load);
    else {
      const demands = this.#demandsOf(ruled.dialect, policy);
      loaded.set(ruled, { ok: true, loaded: new RestoredSkill(ruled, load.loaded, demands) });
    }
  }

  #demandsOf(dialect: Dialect, policy: EffectivePolicy | undefined): LoadedSkill["demands"] {
    return sharedDemands(policy, gatesOf(dialect), this.#cacheOf(dialect));
  }

  #cacheOf(dialect: Dialect): DemandCache {
    const { demands } = this.#rulings;
    const cache = demands.get(dialect) ?? new Map();
    demands.set(dialect, cache);
    return cache;
  }

  /**
   * The verdict on a file that took the place of another; undefined where all have to be judged again, since settings
   * are others or it asks for other programs.
   */
  judgeAgain(before: LaterReading, after: LaterReading): Judged | undefined {
    const old = this.#rulings.readings.get(before);
    const at = old === undefined ? -1 : this.#judged.indexOf(old);
    if (old === undefined || at === -1) return undefined;
    if (JSON.stringify(this.options.facts?.()) !== JSON.stringify(this.#facts)) return undefined;
    const now = this.#ruled(after);
    const binsOf = (reading: LaterReading): string =>
      JSON.stringify(binsToProbe([this.#policyOf(reading) ?? []].flat()));
    if (now.dialect !== old.dialect || binsOf(now) !== binsOf(old)) return undefined;
    this.#judged = this.#judged.with(at, now);
    return this.#judgeOne(now, this.#around(now.dialect, [now]));
  }

  /** The settings and the programs on this machine, as one text to compare. */
  #look(facts: JsonObject | undefined): string {
    if (this.options.host !== undefined) return JSON.stringify([facts]);
    const local = createLocalHost({}, this.#machine, this.#clock);
    const bins = binsToProbe(this.#judged.flatMap((reading) => this.#policyOf(reading) ?? []));
    return JSON.stringify([facts, local.facts(bins).bins]);
  }

  #ruled(reading: LaterReading): LaterReading {
    const { readings } = this.#rulings;
    const known = readings.get(reading);
    if (known !== undefined) return known;
    const ruled = this.#ruledAs(reading, () => toleratedRefusals(reading).length > 0);
    readings.set(reading, ruled);
    return ruled;
  }

  #ruledAs(reading: LaterReading, isTolerant: () => boolean): LaterReading {
    const { as } = this.options;
    if (as !== undefined) return as === reading.dialect ? reading : reading.as(as);
    return isTolerant() ? reading.tolerant() : reading;
  }

  /** What a file asks for stays the same; only whether it is met is decided anew. */
  #judgeOne(reading: LaterReading, around: GateContext): Judged {
    const result = this.#load(reading);
    if (!result.ok) return { isEligible: false, reasons: [judgement(result.reason)] };
    const { isEligible, reasons } = gate(result.loaded, around);
    return { loaded: result.loaded, isEligible, reasons: reasons.map(judgement) };
  }

  #load(reading: LaterReading): LoadResult {
    const { loaded } = this.#rulings;
    const known = loaded.get(reading);
    if (known !== undefined) return known;
    const { dialect } = reading;
    const result = loadCandidate(toCandidate(reading), gatesOf(dialect), this.#config(), {
      cache: this.#cacheOf(dialect),
    });
    const made: LoadResult = result.ok
      ? {
          ok: true,
          loaded: new RestoredSkill(
            reading,
            detach(ruledPart(result.loaded)),
            result.loaded.demands,
          ),
        }
      : detach(result);
    loaded.set(reading, made);
    return made;
  }

  #policyOf(reading: LaterReading): EffectivePolicy | undefined {
    const { policies } = this.#rulings;
    const known = policies.get(reading);
    if (known !== undefined) return known;
    const policy = reading.dialect.policy?.(reading, {});
    if (policy === undefined) return undefined;
    const kept = detach(policy);
    policies.set(reading, kept);
    return kept;
  }

  /** Settings belong to the system that they were read for. */
  #config(): JsonObject {
    return this.options.as === undefined ? {} : (this.#facts ?? {});
  }

  #around(dialect: Dialect, readings: readonly LaterReading[]): GateContext {
    const rules = gatesOf(dialect);
    const { host } = this.options;
    const config = { config: this.#config(), whyRefused: this.#whyRefused };
    if (host !== undefined)
      return prepareGate(rules, { hosts: [host], thisHost: host.id, ...config });
    const local = createLocalHost(
      { ignoresBlankEnv: rules.environment !== "present" },
      this.#machine,
      this.#clock,
    );
    const bins = binsToProbe(readings.flatMap((reading) => this.#policyOf(reading) ?? []));
    return prepareGate(rules, {
      hosts: [local.facts(bins)],
      thisHost: local.id,
      environment: this.#machine.environment(),
      hasProgram: local.hasBin,
      ...config,
    });
  }
}

/**
 * The open specification is no system: its validator is strict about the style of the frontmatter, while its
 * guide asks clients to be lenient. What could be read is served in the plain style that all of them take. So is
 * a text of another system that only lacks its quotes, which releases of most systems read; a contract that
 * guards the start has the last word on its own skills.
 */
export function toleratedRefusals({ dialect, refusals }: Reading): Reading["refusals"] {
  if (dialect.isOpenSpecification === true) return refusals;
  const areMended = refusals.every(
    ({ edits, isUnsafe }) => edits !== undefined && isUnsafe !== true,
  );
  return dialect.guardsStart !== true && areMended ? refusals : [];
}

async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn();
    results.push(work(item));
  }
  return results;
}

/** Without what gates do not ask for, which is read again should anybody. */
class RestoredSkill implements LoadedSkill {
  // First, since gates ask for it alone.
  readonly demands: LoadedSkill["demands"];
  readonly candidate: Candidate;
  readonly name: string;
  readonly configKeys: readonly string[];
  readonly primaryEnv: string | undefined;
  readonly isOfferedToModel: boolean;
  readonly isOfferedToUser: boolean;

  constructor(reading: LaterReading, ruled: RuledSkill, demands: LoadedSkill["demands"]) {
    this.demands = demands;
    this.candidate = toCandidate(reading);
    this.name = ruled.name;
    this.configKeys = ruled.configKeys;
    this.primaryEnv = ruled.primaryEnv;
    this.isOfferedToModel = ruled.isOfferedToModel;
    this.isOfferedToUser = ruled.isOfferedToUser;
  }

  get skill(): LoadedSkill["skill"] {
    return skillOf(this.candidate.reading);
  }

  get description(): string {
    const { reading } = this.candidate;
    return reading.dialect.describe(reading).description ?? "";
  }
}

function ruledPart(skill: LoadedSkill): RuledSkill {
  const { name, configKeys, primaryEnv, isOfferedToModel, isOfferedToUser } = skill;
  return { name, configKeys, primaryEnv, isOfferedToModel, isOfferedToUser };
}

function toCandidate(reading: LaterReading): Candidate {
  const { order } = gatesOf(reading.dialect).sources;
  return { source: order.at(-1) ?? "", path: reading.path, reading };
}

function judgement(reason: Reason): Judgement {
  return { code: reason.code, say: formatReason(reason) };
}
