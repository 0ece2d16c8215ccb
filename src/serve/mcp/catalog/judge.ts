import type {
  Candidate,
  DemandCache,
  LoadedSkill,
  LoadResult,
  Reason,
  Surroundings,
} from "../../../library/gate/index.ts";
import {
  gate,
  gatesOf,
  loadCandidate,
  prepareSurroundings,
  sayReason,
} from "../../../library/gate/index.ts";
import type { HostFacts } from "../../../library/hosts/index.ts";
import { binsToProbe, createLocalHost } from "../../../library/hosts/index.ts";
import {
  type Clock,
  type Machine,
  nextTurn,
  systemClock,
  thisMachine,
} from "../../../platform/machine/index.ts";
import type { JsonObject } from "../../../skill/model/index.ts";
import type { Dialect, EffectivePolicy, Reading } from "../../../skill/index.ts";
import { readAs } from "../../../skill/index.ts";

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

/** What the rules of one system make of files, whatever the machine: shared by all who judge by them. */
export class Rulings {
  readonly readings: WeakMap<Reading, Reading> = new WeakMap();
  readonly policies: WeakMap<Reading, EffectivePolicy> = new WeakMap();
  readonly demands: Map<Dialect, DemandCache> = new Map();
  loaded: WeakMap<Reading, LoadResult> = new WeakMap();
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
  #facts: JsonObject | undefined;
  #judged: readonly Reading[] = [];
  #sight = "";

  constructor(options: JudgeOptions, rulings: Rulings = new Rulings()) {
    this.options = options;
    this.#rulings = rulings;
    this.#machine = options.machine ?? thisMachine();
    this.#clock = options.clock ?? systemClock;
    this.#facts = options.facts?.();
  }

  /** True where settings, or programs that skills need, are others than at the last verdicts. */
  isStale(): boolean {
    return this.#sight !== this.#look(this.options.facts?.());
  }

  /** Verdicts for all of them, in their order. */
  async judge(readings: readonly Reading[]): Promise<readonly Judged[]> {
    this.#facts = this.options.facts?.();
    this.#rulings.takeSettings(this.#facts);
    const own = await inSlices(readings, (reading) => this.#ruled(reading));
    this.#judged = own;
    this.#sight = this.#look(this.#facts);
    const arounds = new Map<Dialect, Surroundings>();
    for (const [dialect, same] of Map.groupBy(own, (reading) => reading.dialect))
      arounds.set(dialect, this.#around(dialect, same));
    return await inSlices(own, (reading) => {
      const around = arounds.get(reading.dialect);
      if (around === undefined) throw new Error("Every dialect has its surroundings.");
      return this.#judgeOne(reading, around);
    });
  }

  /**
   * The verdict on a file that took the place of another; undefined where all have to be judged again, since settings
   * are others or it asks for other programs.
   */
  judgeAgain(before: Reading, after: Reading): Judged | undefined {
    const old = this.#rulings.readings.get(before);
    const at = old === undefined ? -1 : this.#judged.indexOf(old);
    if (old === undefined || at === -1) return undefined;
    if (JSON.stringify(this.options.facts?.()) !== JSON.stringify(this.#facts)) return undefined;
    const now = this.#ruled(after);
    const binsOf = (reading: Reading): string =>
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

  #ruled(reading: Reading): Reading {
    const { readings } = this.#rulings;
    const known = readings.get(reading);
    if (known !== undefined) return known;
    const ruled = this.#read(reading);
    readings.set(reading, ruled);
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
    const { demands, loaded } = this.#rulings;
    const cache = demands.get(dialect) ?? new Map();
    demands.set(dialect, cache);
    const result =
      loaded.get(reading) ??
      loadCandidate(candidateOf(reading), around.rules, around.config, { cache });
    loaded.set(reading, result);
    if (!result.ok) return { isEligible: false, reasons: [judgement(result.reason)] };
    const { isEligible, reasons } = gate(result.loaded, around);
    return { loaded: result.loaded, isEligible, reasons: reasons.map(judgement) };
  }

  #policyOf(reading: Reading): EffectivePolicy | undefined {
    const { policies } = this.#rulings;
    const known = policies.get(reading) ?? reading.dialect.policy?.(reading, {});
    if (known !== undefined) policies.set(reading, known);
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

function candidateOf(reading: Reading): Candidate {
  const { order } = gatesOf(reading.dialect).sources;
  return { source: order.at(-1) ?? "", path: reading.path ?? "", reading };
}

function judgement(reason: Reason): Judgement {
  return { code: reason.code, say: sayReason(reason) };
}
