/** A report as the files that other programs and people read. */
import { type EvalRun, passRate, type Spread } from "../../check/eval/index.ts";
import { cell, percent, points } from "./format-numbers.ts";
import { junit } from "./junit.ts";
import type { RunReport } from "./run-report.ts";

/** `benchmark.json` in the keys of skill-creator, so that its viewer reads it. */
export function benchmarkJson(report: RunReport, now: string): string {
  const ids = [...new Set(report.runs.map((run) => run.case))];
  const summary = Object.fromEntries(
    report.configurations.map(({ configuration, passRate: rate, seconds, tokens }) => [
      toConfigurationKey(configuration),
      { pass_rate: rounded(rate), time_seconds: rounded(seconds), tokens: rounded(tokens) },
    ]),
  );
  const value = {
    metadata: {
      skill_name: report.skill,
      executor_model: report.model,
      ...(report.judge === undefined ? {} : { analyzer_model: report.judge.model }),
      timestamp: now,
      evals_run: ids.map(toId),
      runs_per_configuration: report.trials,
      // Beside the keys of skill-creator, whose viewer knows no other name for the second configuration.
      ...(report.against === undefined ? {} : { compared_with: report.against }),
    },
    runs: report.runs.map((run) => toRun(run)),
    run_summary: { ...summary, ...computeDelta(report) },
    notes: writeNotes(report),
    ...toStatistics(report),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function toConfigurationKey(configuration: EvalRun["configuration"]): string {
  return configuration === "other_version" ? "without_skill" : configuration;
}

function toId(id: string): string | number {
  return /^\d{1,9}$/u.test(id) ? Number(id) : id;
}

function rounded({ mean, stddev, min, max }: Spread): Spread {
  return { mean: round(mean), stddev: round(stddev), min: round(min), max: round(max) };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function toRun(run: EvalRun): object {
  const decided = run.statements.filter(({ passed }) => passed !== null);
  const passed = decided.filter((one) => one.passed === true).length;
  return {
    eval_id: toId(run.case),
    eval_name: run.case,
    configuration: toConfigurationKey(run.configuration),
    run_number: run.trial,
    result: {
      pass_rate: passRate(run),
      passed,
      failed: decided.length - passed,
      total: decided.length,
      time_seconds: run.seconds,
      tokens: run.tokens,
      tool_calls: run.toolCalls,
      errors: 0,
    },
    expectations: run.statements.map(({ text, passed: held, evidence }) => ({
      text,
      passed: held === true,
      evidence,
    })),
    notes: [],
  };
}

function computeDelta({ configurations }: RunReport): object {
  const [first, second] = configurations;
  if (first === undefined || second === undefined) return {};
  return {
    delta: {
      pass_rate: signed(first.passRate.mean - second.passRate.mean, 2),
      time_seconds: signed(first.seconds.mean - second.seconds.mean, 1),
      tokens: signed(first.tokens.mean - second.tokens.mean, 0),
    },
  };
}

function toStatistics({ lift, verdict, mcnemar }: RunReport): object {
  if (lift === undefined || verdict === undefined) return {};
  const { value, low, high, cases } = lift;
  const interval = { value: round(value), low: round(low), high: round(high), cases };
  return { statistics: { lift: interval, ...verdict, mcnemar_p: round(mcnemar?.p ?? 1) } };
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;
}

/** What a person should look at. */
export function writeNotes(report: RunReport): readonly string[] {
  const { worse, indiscriminate, undecided, cases } = report;
  const flaky = cases.filter(({ isFlaky }) => isFlaky).map((item) => item.case);
  return [
    ...(worse.length === 0 ? [] : [`The skill makes these cases worse: ${worse.join(", ")}.`]),
    ...(flaky.length === 0 ? [] : [`These cases pass in some runs only: ${flaky.join(", ")}.`]),
    ...indiscriminate.map((text) => `This statement comes out the same in every run: ${text}`),
    ...undecided.map((text) => `This statement was not decided: ${text}`),
  ];
}

export function verdictLine({ verdict, lift, mcnemar, model, skill, cases }: RunReport): string {
  if (cases.length === 0) return `${skill} with ${model}: no statement was decided`;
  if (verdict === undefined || lift === undefined) return `${skill} with ${model}`;
  const more = verdict.needed === undefined ? "" : `, about ${verdict.needed} cases are needed`;
  const p = mcnemar === undefined ? "" : `, McNemar p ${mcnemar.p.toFixed(3)}`;
  return (
    `${skill} with ${model}: ${verdict.verdict}${more}. Lift ${points(lift.value)} points ` +
    `(${points(lift.low)} to ${points(lift.high)}, ${lift.cases} cases: ${lift.better} better, ${lift.worse} worse, ${lift.same} the same${p})`
  );
}

/** `BENCHMARK.md`, also the summary for GitHub. */
export function benchmarkMarkdown(report: RunReport): string {
  const { judge } = report;
  return [
    `# Benchmark of ${cell(report.skill)}`,
    "",
    `${cell(verdictLine(report))}.`,
    "",
    "| configuration | pass rate | pass@k | pass^k | seconds | tokens | cost |",
    "|---|---|---|---|---|---|---|",
    ...report.configurations.map(
      (one) =>
        `| ${one.configuration} | ${spread(one)} | ${percent(one.passAtK)} | ${percent(one.passHatK)} | ${one.seconds.mean.toFixed(1)} | ${Math.round(one.tokens.mean)} | ${one.cost.toFixed(4)} |`,
    ),
    "",
    "| case | with the skill | otherwise |",
    "|---|---|---|",
    ...report.cases.map(
      (item) => `| ${cell(item.case)} | ${percent(item.first)} | ${percent(item.second)} |`,
    ),
    "",
    ...writeNotes(report).map((note) => `- ${cell(note)}`),
    ...(judge === undefined
      ? []
      : [
          "",
          `Judged by ${cell(judge.model)}, prompt ${judge.prompt}.${describeSecondJudge(judge)}`,
        ]),
    "",
  ].join("\n");
}

/** A dash where nothing was decided: 0 % would say that all of it failed. */
function spread({ runs, passRate: rate }: RunReport["configurations"][number]): string {
  return runs === 0 ? percent(undefined) : `${percent(rate.mean)} ± ${percent(rate.stddev)}`;
}

function describeSecondJudge({ second }: NonNullable<RunReport["judge"]>): string {
  if (second === undefined) return "";
  return ` ${second.model} agreed in ${second.agreed} of ${second.of} (kappa ${second.kappa.toFixed(2)}).`;
}

export function resultsJsonl({ runs }: RunReport): string {
  return runs.map((run) => `${JSON.stringify(run)}\n`).join("");
}

/** A test for each case, which passes where all trials with the skill do. */
export function runJunit({ runs, skill }: RunReport): string {
  const own = Map.groupBy(
    runs.filter(({ configuration }) => configuration === "with_skill"),
    (run) => run.case,
  );
  return junit(
    "skillwright eval run",
    [...own].map(([name, group]) => {
      const failed = group.flatMap(({ statements }) =>
        statements.filter(({ passed }) => passed === false),
      );
      return {
        group: skill,
        name,
        seconds: group.reduce((sum, { seconds }) => sum + seconds, 0),
        ...(failed.length === 0
          ? {}
          : { failure: failed.map(({ text, evidence }) => `${text} (${evidence})`).join("; ") }),
      };
    }),
  );
}
