/** What runs with and without a skill say together. */
import type { GradedStatement } from "./grade.ts";
import {
  mcnemar,
  type McNemar,
  type PairedDifference,
  pairedDifference,
  passAtK,
  passHatK,
  computeSpread,
  toVerdict,
  type Verdict,
} from "./stats/index.ts";

export type Configuration = "with_skill" | "without_skill" | "other_version";

export interface EvalRun {
  readonly case: string;
  readonly configuration: Configuration;
  /** From 1. */
  readonly trial: number;
  readonly statements: readonly GradedStatement[];
  readonly output: string;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

export interface Spread {
  readonly mean: number;
  readonly stddev: number;
  readonly min: number;
  readonly max: number;
}

export interface ConfigurationSummary {
  readonly configuration: Configuration;
  readonly runs: number;
  readonly passRate: Spread;
  readonly seconds: Spread;
  readonly tokens: Spread;
  readonly cost: number;
  /** Chance that one of so many trials passes all statements, and that all of them do, over the cases. */
  readonly passAtK?: number;
  readonly passHatK?: number;
}

export interface CaseSummary {
  readonly case: string;
  /** Share of statements that hold, with the skill and in the other configuration. */
  readonly first: number;
  readonly second?: number;
  /** Passes in some trials and fails in others. */
  readonly isFlaky: boolean;
}

export interface Benchmark {
  readonly configurations: readonly ConfigurationSummary[];
  readonly trials: number;
  readonly cases: readonly CaseSummary[];
  /** Where there is something to compare with. */
  readonly lift?: PairedDifference;
  readonly verdict?: Verdict;
  readonly mcnemar?: McNemar;
  /** Cases that the skill makes worse. */
  readonly worse: readonly string[];
  /** Statements that hold in every run or in none, so that they tell nothing. */
  readonly indiscriminate: readonly string[];
  /** Statements that no run decided. */
  readonly undecided: readonly string[];
}

export function passRate({ statements }: Pick<EvalRun, "statements">): number {
  const decided = statements.filter(({ passed }) => passed !== null);
  if (decided.length === 0) return 0;
  return decided.filter(({ passed }) => passed === true).length / decided.length;
}

/** A run of which nothing was decided counts for neither side: as a failure it would hide what the skill does elsewhere. */
function isDecided({ statements }: EvalRun): boolean {
  return statements.some(({ passed }) => passed !== null);
}

export function summarize(all: readonly EvalRun[]): Benchmark {
  const runs = all.filter(isDecided);
  const names = [...new Set(all.map((run) => run.configuration))];
  const other = names.find((name) => name !== "with_skill");
  const cases = [...Map.groupBy(runs, (run) => run.case)].map(([id, own]) =>
    summarizeCase(id, own, other),
  );
  const pairs = cases.flatMap(({ first, second }): readonly (readonly [number, number])[] =>
    second === undefined ? [] : [[first, second]],
  );
  const lift = pairs.length === 0 ? undefined : pairedDifference(pairs);
  return {
    configurations: names.map((name) =>
      summarizeConfiguration(
        name,
        runs.filter((run) => run.configuration === name),
      ),
    ),
    trials: Math.max(0, ...all.map(({ trial }) => trial)),
    cases,
    ...(lift === undefined
      ? {}
      : {
          lift,
          verdict: toVerdict(lift, computeSpread(pairs)),
          mcnemar: mcnemar(
            pairs.filter(([first, second]) => first === 1 && second < 1).length,
            pairs.filter(([first, second]) => first < 1 && second === 1).length,
          ),
        }),
    worse: cases
      .filter(({ first, second }) => second !== undefined && first < second)
      .map((item) => item.case),
    ...compareStatements(all, other !== undefined),
  };
}

function summarizeCase(
  id: string,
  runs: readonly EvalRun[],
  other: Configuration | undefined,
): CaseSummary {
  const rates = (name: Configuration): readonly number[] =>
    runs.filter((run) => run.configuration === name).map(passRate);
  const first = rates("with_skill");
  const second = other === undefined ? [] : rates(other);
  const passed = first.filter((rate) => rate === 1).length;
  return {
    case: id,
    first: mean(first),
    ...(second.length === 0 ? {} : { second: mean(second) }),
    isFlaky: passed > 0 && passed < first.length,
  };
}

function summarizeConfiguration(
  configuration: Configuration,
  runs: readonly EvalRun[],
): ConfigurationSummary {
  const groups = [...Map.groupBy(runs, (run) => run.case).values()];
  const trials = groups.length === 0 ? 0 : Math.min(...groups.map((group) => group.length));
  const over = (
    estimate: (n: number, c: number, k: number) => number | undefined,
  ): number | undefined => {
    const values = groups.map((group) =>
      estimate(group.length, group.filter((run) => passRate(run) === 1).length, trials),
    );
    return values.every((value) => value !== undefined) ? mean(values) : undefined;
  };
  const atK = trials > 1 ? over(passAtK) : undefined;
  const hatK = trials > 1 ? over(passHatK) : undefined;
  return {
    configuration,
    runs: runs.length,
    passRate: spread(runs.map(passRate)),
    seconds: spread(runs.map(({ seconds }) => seconds)),
    tokens: spread(runs.map(({ tokens }) => tokens)),
    cost: runs.reduce((sum, { cost }) => sum + cost, 0),
    ...(atK === undefined ? {} : { passAtK: atK }),
    ...(hatK === undefined ? {} : { passHatK: hatK }),
  };
}

/** Which statements tell nothing: they come out the same in every run of both configurations, or in none. */
function compareStatements(
  runs: readonly EvalRun[],
  isCompared: boolean,
): Pick<Benchmark, "indiscriminate" | "undecided"> {
  const all = runs.flatMap((run) =>
    run.statements.map(({ text, passed }) => ({ key: `${run.case}: ${text}`, passed })),
  );
  const groups = [...Map.groupBy(all, ({ key }) => key)];
  const decided = groups.filter(([, group]) => group.some(({ passed }) => passed !== null));
  return {
    indiscriminate: isCompared
      ? decided
          .filter(([, group]) => new Set(group.map(({ passed }) => passed)).size === 1)
          .map(([key]) => key)
      : [],
    undecided: groups
      .filter(([, group]) => group.every(({ passed }) => passed === null))
      .map(([key]) => key),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): Spread {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return {
    mean: middle,
    stddev: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)),
    min: values.length === 0 ? 0 : Math.min(...values),
    max: values.length === 0 ? 0 : Math.max(...values),
  };
}
