import type { Proportion } from "../../check/eval/index.ts";
import { oneLine } from "../../skill/index.ts";
import { clip, count, type Screen, type TextView } from "../text.ts";
import { cell } from "./format-numbers.ts";
import { describeBroken, noteUnmeasured } from "./limits.ts";
import { noteFaults } from "./suites.ts";
import { junit } from "./junit.ts";
import type { TriggerCaseResult, TriggerReport } from "./trigger-report.ts";

export const triggerText: TextView<TriggerReport> = {
  render: (report, screen) => {
    const wrong = report.cases.filter(({ passed, runs }) => passed < runs.length);
    return [
      ...wrong.map((item) => renderCase(item, screen)),
      ...(wrong.length === 0 ? [] : [""]),
      ...metricRows(report).map(([name, value]) => `${name.padEnd(10)} ${value}`),
      "",
      ...confusionRows(report).map((row) => `  ${row}`),
      screen.style("bold", summary(report)),
      ...report.broken.map((limit) => screen.style("red", describeBroken(limit))),
      "",
    ].join("\n");
  },
  notes: ({ unmeasured, errors }) =>
    `${noteUnmeasured(unmeasured, "triggers")}${noteFaults(errors)}`,
  formats: {
    markdown: (report) => renderMarkdown(report),
    junit: (report) =>
      junit(
        "skillwright eval triggers",
        report.cases.map((item) => ({
          group: item.suite,
          name: item.id,
          seconds: item.runs.reduce((sum, { seconds }) => sum + seconds, 0),
          ...(item.passed === item.runs.length ? {} : { failure: describeFailure(item) }),
        })),
      ),
    jsonl: ({ cases }) => cases.map((item) => `${JSON.stringify(item)}\n`).join(""),
  },
};

/** `benchmark-triggers.json`, in the keys of `benchmark.json` as far as it has them. */
export function triggerBenchmark(report: TriggerReport): string {
  const { model, system, trials, cases, scores } = report;
  const value = {
    metadata: {
      executor_model: model,
      listed_as: system,
      timestamp: new Date().toISOString(),
      evals_run: cases.map(({ id }) => id),
      runs_per_configuration: trials,
    },
    trigger_summary: scores,
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** `0.80 (0.49 to 0.94, 8 of 10)`, or `…, 24 of 30 in 10 cases)` of several trials each. */
export function renderProportion({
  value,
  low,
  high,
  successes,
  trials,
  cases,
}: Proportion): string {
  if (trials === 0) return "no runs";
  const among = cases === trials ? "" : ` in ${count(cases, "case")}`;
  return `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}, ${successes} of ${trials}${among})`;
}

function metricRows({ scores }: TriggerReport): readonly (readonly [string, string])[] {
  return [
    ["precision", renderProportion(scores.precision)],
    ["recall", renderProportion(scores.recall)],
    ["f1", scores.f1 === undefined ? "no runs" : scores.f1.toFixed(2)],
    ["accuracy", renderProportion(scores.accuracy)],
  ];
}

function confusionRows({ confusion }: TriggerReport): readonly string[] {
  return confusion.map(
    ({ expected, loaded }) =>
      `${oneLine(expected)}: ${loaded.map(({ skill, runs }) => `${oneLine(skill)} ${runs}`).join(", ")}`,
  );
}

function summary({ cases, system, model, listed, runner, cassette }: TriggerReport): string {
  const right = cases.filter(({ passed, runs }) => passed === runs.length).length;
  const played =
    cassette === undefined ? "" : `, ${cassette.replayed} replayed, ${cassette.recorded} recorded`;
  return `${right} of ${count(cases.length, "case")} right with ${model} (${runner}), ${count(listed, "skill")} listed as ${system}${played}`;
}

function describeFailure({ expected, runs, isHidden }: TriggerCaseResult): string {
  const loaded = runs.map((run) => (run.loaded.length === 0 ? "none" : run.loaded.join("+")));
  const hidden = isHidden ? "; the list for the model does not have the skill" : "";
  return `expected ${expected}, loaded ${loaded.join(", ")}${hidden}`;
}

function renderCase(item: TriggerCaseResult, screen: Screen): string {
  const word = item.isFlaky ? screen.style("yellow", "flaky") : screen.style("red", "wrong");
  return `${word} ${oneLine(item.id)} “${oneLine(clip(item.prompt, 60))}”: ${oneLine(describeFailure(item))}`;
}

function renderMarkdown(report: TriggerReport): string {
  const wrong = report.cases.filter(({ passed, runs }) => passed < runs.length);
  return [
    "## Triggers",
    "",
    summary(report),
    "",
    "| metric | value |",
    "|---|---|",
    ...metricRows(report).map(([name, value]) => `| ${name} | ${value} |`),
    "",
    ...(wrong.length === 0 ? [] : ["| case | expected | loaded |", "|---|---|---|"]),
    ...wrong.map(
      (item) =>
        `| ${cell(item.id)} | ${cell(item.expected)} | ${cell(item.runs.map((run) => run.loaded.join("+") || "none").join(", "))} |`,
    ),
    ...report.broken.map((limit) => `\n**${describeBroken(limit)}**`),
    "",
  ].join("\n");
}
