import { oneLine } from "../../skill/index.ts";
import type { Files } from "../context.ts";
import type { TextView } from "../text.ts";
import { percent } from "./format-numbers.ts";
import { describeBroken, noteUnmeasured } from "./limits.ts";
import { noteFaults } from "./suites.ts";
import {
  benchmarkJson,
  benchmarkMarkdown,
  writeNotes,
  resultsJsonl,
  runJunit,
  verdictLine,
} from "./run-artifacts.ts";
import { reportHtml } from "./run-html.ts";
import type { RunReport } from "./run-report.ts";

function toBenchmark(report: RunReport): string {
  return benchmarkJson(report, new Date().toISOString());
}

const HEADS = { with_skill: "with", without_skill: "without", other_version: "other" } as const;

export const runText: TextView<RunReport> = {
  render: (report, screen) => {
    const { configurations, cases, broken, folder, cassette } = report;
    const width = Math.max(...cases.map((item) => item.case.length), 4);
    const heads = configurations.map(({ configuration }) => HEADS[configuration]);
    return [
      ...(cases.length === 0
        ? []
        : [["case".padEnd(width), ...heads.map((head) => head.padStart(8))].join("")]),
      ...cases.map(
        (item) =>
          `${oneLine(item.case).padEnd(width)}${percent(item.first).padStart(8)}${item.second === undefined ? "" : percent(item.second).padStart(8)}${item.isFlaky ? " flaky" : ""}`,
      ),
      "",
      ...configurations
        .filter(({ runs }) => runs > 0)
        .map(
          (one) =>
            `${one.configuration}: ${percent(one.passRate.mean)} of the statements hold in ${one.runs} runs`,
        ),
      ...writeNotes(report).map((note) => screen.style("yellow", oneLine(note))),
      ...(cassette === undefined
        ? []
        : [`${cassette.replayed} replayed, ${cassette.recorded} recorded`]),
      screen.style("bold", oneLine(verdictLine(report))),
      ...(folder === undefined ? [] : [`Report: ${folder}/report.html`]),
      ...broken.map((limit) => screen.style("red", describeBroken(limit))),
      "",
    ].join("\n");
  },
  notes: ({ unmeasured, errors }) => `${noteUnmeasured(unmeasured, "run")}${noteFaults(errors)}`,
  formats: {
    markdown: benchmarkMarkdown,
    junit: runJunit,
    jsonl: resultsJsonl,
    html: reportHtml,
    benchmark: toBenchmark,
  },
};

export function writeArtifacts(report: RunReport, folder: string, files: Files): void {
  const parts = {
    "benchmark.json": toBenchmark(report),
    "results.jsonl": resultsJsonl(report),
    "junit.xml": runJunit(report),
    "BENCHMARK.md": benchmarkMarkdown(report),
    "report.html": reportHtml(report),
  };
  for (const [name, text] of Object.entries(parts)) files.writeText(`${folder}/${name}`, text);
}
