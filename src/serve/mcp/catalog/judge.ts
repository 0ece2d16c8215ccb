import {
  type Candidate,
  type DemandCache,
  gate,
  gatesOf,
  loadCandidate,
  type LoadedSkill,
  type LoadResult,
  prepareSurroundings,
  type Reason,
  sayReason,
  type Surroundings,
} from "../../../library/gate/index.ts";
import { binsToProbe, createLocalHost, type HostFacts } from "../../../library/hosts/index.ts";
import {
  type Clock,
  type Machine,
  systemClock,
  thisMachine,
} from "../../../platform/machine/index.ts";
import {
  type Dialect,
  type EffectivePolicy,
  type JsonObject,
  readAs,
  type Reading,
} from "../../../skill/index.ts";

export interface JudgeOptions {
  /** The system whose rules hold for every skill; where absent, each has its own. */
  readonly as?: Dialect;
  /** Settings of that system, asked for whenever skills are judged. */
  readonly facts?: () => JsonObject | undefined;
  /** The machine that skills would run on, where it is not this one. */
  readonly host?: HostFacts;
  readonly machine?: Machine;
  readonly clock?: Clock;
  /** Why a file must not be used whatever it says, as a sentence. */
  readonly whyRefused?: (file: string) => string | undefined;
}

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
  readonly #ruledReadings = new WeakMap<Reading, Reading>();
  #loaded = new WeakMap<Reading, LoadResult>();
  readonly #policies = new WeakMap<Reading, EffectivePolicy>();
  readonly #demands = new Map<Dialect, DemandCache>();
  #facts: JsonObject | undefined;
  #judged: readonly Reading[] = [];
  #sight = "";

  constructor(options: JudgeOptions) {
    this.options = options;
    this.#machine = options.machine ?? thisMachine();
    this.#clock = options.clock ?? systemClock;
    this.#facts = options.facts?.();
  }

  /** True where settings, or programs that skills need, are others than at the last verdicts. */
  isStale(): boolean {
    return this.#sight !== this.#look(this.options.facts?.());
  }

  /** Verdicts for all of them, in their order. */
  judge(readings: readonly Reading[]): readonly Judged[] {
    this.#takeSettings();
    const own = readings.map((reading) => this.#ruled(reading));
    this.#judged = own;
    this.#sight = this.#look(this.#facts);
    const arounds = new Map<Dialect, Surroundings>();
    for (const [dialect, same] of Map.groupBy(own, (reading) => reading.dialect))
      arounds.set(dialect, this.#around(dialect, same));
    return own.map((reading) => {
      const around = arounds.get(reading.dialect);
      if (around === undefined) throw new Error("Every dialect has its surroundings.");
      return this.#judgeOne(reading, around);
    });
  }

  /** What was made under other settings holds no longer. */
  #takeSettings(): void {
    const facts = this.options.facts?.();
    if (JSON.stringify(facts) === JSON.stringify(this.#facts)) return;
    this.#facts = facts;
    this.#loaded = new WeakMap();
    this.#demands.clear();
  }

  /** The settings and the programs on this machine, as one text to compare. */
  #look(facts: JsonObject | undefined): string {
    if (this.options.host !== undefined) return JSON.stringify([facts]);
    const local = createLocalHost({}, this.#machine, this.#clock);
    const bins = binsToProbe(this.#judged.flatMap((reading) => this.#policyOf(reading) ?? []));
    return JSON.stringify([facts, local.facts(bins).bins]);
  }

  #ruled(reading: Reading): Reading {
    const known = this.#ruledReadings.get(reading);
    if (known !== undefined) return known;
    const ruled = this.#read(reading);
    this.#ruledReadings.set(reading, ruled);
    return ruled;
  }

  #read(reading: Reading): Reading {
    const { as } = this.options;
    if (as === undefined)
      return toleratedRefusals(reading).length > 0 ? { ...reading, refusals: [] } : reading;
    if (as === reading.dialect) return reading;
    return readAs(as, reading.document, reading.path === undefined ? {} : { path: reading.path });
  }

  /** What a file asks for stays the same; only whether it is met is decided anew. */
  #judgeOne(reading: Reading, around: Surroundings): Judged {
    const { dialect } = reading;
    const cache = this.#demands.get(dialect) ?? new Map();
    this.#demands.set(dialect, cache);
    const result =
      this.#loaded.get(reading) ??
      loadCandidate(candidateOf(reading), around.rules, around.config, { cache });
    this.#loaded.set(reading, result);
    if (!result.ok) return { isEligible: false, reasons: [judgement(result.reason)] };
    const { isEligible, reasons } = gate(result.loaded, around);
    return { loaded: result.loaded, isEligible, reasons: reasons.map(judgement) };
  }

  #policyOf(reading: Reading): EffectivePolicy | undefined {
    const known = this.#policies.get(reading) ?? reading.dialect.policy?.(reading, {});
    if (known !== undefined) this.#policies.set(reading, known);
    return known;
  }

  #around(dialect: Dialect, readings: readonly Reading[]): Surroundings {
    const rules = gatesOf(dialect);
    const { as, host, whyRefused } = this.options;
    const facts = this.#facts;
    const config = {
      // Settings belong to the system that they were read for.
      ...(as === undefined || facts === undefined ? {} : { config: facts }),
      ...(whyRefused === undefined ? {} : { whyRefused }),
    };
    if (host !== undefined)
      return prepareSurroundings(rules, { hosts: [host], thisHost: host.id, ...config });
    const local = createLocalHost(
      { ignoresBlankEnv: rules.environment !== "present" },
      this.#machine,
      this.#clock,
    );
    const bins = binsToProbe(readings.flatMap((reading) => this.#policyOf(reading) ?? []));
    return prepareSurroundings(rules, {
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

function candidateOf(reading: Reading): Candidate {
  const { order } = gatesOf(reading.dialect).sources;
  return { source: order.at(-1) ?? "", path: reading.path ?? "", reading };
}

function judgement(reason: Reason): Judgement {
  return { code: reason.code, say: sayReason(reason) };
}
