/** A report as the files that other programs and people read. */
import { type EvalRun, passRate, type Spread } from "../../check/eval/index.ts";
import { cell, percent, points } from "./figures.ts";
import { escape, junit } from "./junit.ts";
import type { RunReport } from "./run-report.ts";

/** `benchmark.json` in the keys of skill-creator, so that its viewer reads it. */
export function benchmarkJson(report: RunReport, now: string): string {
  const ids = [...new Set(report.runs.map((run) => run.case))];
  const summary = Object.fromEntries(
    report.configurations.map(({ configuration, passRate: rate, seconds, tokens }) => [
      keyOf(configuration),
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
    },
    runs: report.runs.map((run) => toRun(run)),
    run_summary: { ...summary, ...deltaOf(report) },
    notes: notesOf(report),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function keyOf(configuration: EvalRun["configuration"]): string {
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
    configuration: keyOf(run.configuration),
    run_number: run.trial,
    result: {
      pass_rate: passRate(run),
      passed,
      failed: decided.length - passed,
      total: decided.length,
      time_seconds: run.seconds,
      tokens: run.tokens,
      tool_calls: 0,
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

function deltaOf({ configurations }: RunReport): object {
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

function signed(value: number, digits: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;
}

/** What a person should look at. */
export function notesOf(report: RunReport): readonly string[] {
  const { worse, indiscriminate, undecided, cases } = report;
  const flaky = cases.filter(({ isFlaky }) => isFlaky).map((item) => item.case);
  return [
    ...(worse.length === 0 ? [] : [`The skill makes these cases worse: ${worse.join(", ")}.`]),
    ...(flaky.length === 0 ? [] : [`These cases pass in some runs only: ${flaky.join(", ")}.`]),
    ...indiscriminate.map((text) => `This statement comes out the same in every run: ${text}`),
    ...undecided.map((text) => `This statement was not decided: ${text}`),
  ];
}

export function verdictLine({ verdict, lift, mcnemar, model, skill }: RunReport): string {
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
        `| ${one.configuration} | ${percent(one.passRate.mean)} ± ${percent(one.passRate.stddev)} | ${percent(one.passAtK)} | ${percent(one.passHatK)} | ${one.seconds.mean.toFixed(1)} | ${Math.round(one.tokens.mean)} | ${one.cost.toFixed(4)} |`,
    ),
    "",
    "| case | with the skill | otherwise |",
    "|---|---|---|",
    ...report.cases.map(
      (item) => `| ${cell(item.case)} | ${percent(item.first)} | ${percent(item.second)} |`,
    ),
    "",
    ...notesOf(report).map((note) => `- ${cell(note)}`),
    ...(judge === undefined
      ? []
      : ["", `Judged by ${cell(judge.model)}, prompt ${judge.prompt}.${secondOf(judge)}`]),
    "",
  ].join("\n");
}

function secondOf({ second }: NonNullable<RunReport["judge"]>): string {
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

const STYLE =
  "body{font:15px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222;background:#fff}" +
  "table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}" +
  ".pass{color:#176b2c}.fail{color:#a11}.none{color:#666}svg text{font:12px system-ui}" +
  "@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}td,th{border-color:#444}.pass{color:#7c7}.fail{color:#f88}.none{color:#aaa}svg text{fill:#eee}}";

/** One file without scripts and without anything from elsewhere. */
export function reportHtml(report: RunReport): string {
  const rows = report.runs.flatMap((run) =>
    run.statements.map(
      ({ text, passed, evidence }) =>
        `<tr><td>${escape(run.case)}</td><td>${run.configuration} ${run.trial}</td><td class="${wordOf(passed)}">${wordOf(passed)}</td><td>${escape(text)}</td><td>${escape(evidence)}</td></tr>`,
    ),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Benchmark of ${escape(report.skill)}</title><style>${STYLE}</style></head><body>`,
    `<h1>Benchmark of ${escape(report.skill)}</h1><p>${escape(verdictLine(report))}.</p>`,
    chart(report),
    `<ul>${notesOf(report)
      .map((note) => `<li>${escape(note)}</li>`)
      .join("")}</ul>`,
    "<h2>Statements</h2><table><thead><tr><th>case</th><th>run</th><th>result</th><th>statement</th><th>evidence</th></tr></thead>",
    `<tbody>${rows.join("\n")}</tbody></table></body></html>\n`,
  ].join("\n");
}

function wordOf(passed: boolean | null): string {
  if (passed === null) return "none";
  return passed ? "pass" : "fail";
}

/** Two bars for each case. */
function chart({ cases }: RunReport): string {
  const height = 46;
  const bars = cases.flatMap((item, index) => {
    const top = index * height;
    const bar = (value: number, offset: number, color: string): string =>
      `<rect x="200" y="${top + offset}" width="${Math.round(380 * value)}" height="14" fill="${color}"/><text x="${Math.round(205 + 380 * value)}" y="${top + offset + 12}">${Math.round(100 * value)} %</text>`;
    return [
      `<text x="0" y="${top + 22}">${escape(item.case.slice(0, 30))}</text>`,
      bar(item.first, 4, "#2f7d4f"),
      ...(item.second === undefined ? [] : [bar(item.second, 22, "#8a8a8a")]),
    ];
  });
  return `<svg role="img" aria-label="Pass rate of each case, with the skill in green and otherwise in grey" width="640" height="${cases.length * height + 4}">${bars.join("")}</svg>`;
}
