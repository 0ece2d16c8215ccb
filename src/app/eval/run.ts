import { type Operation, operation } from "../operation.ts";
import { runnerFields } from "./runner.ts";
import { suitesField } from "./suites-field.ts";

const ASKS =
  "It calls a model for minutes with the keys of the user, and writes cassettes and reports to the user's folders.";

export const evalRun: Operation = operation({
  title: "Evaluate answers",
  details:
    "Asks the model each request with the instructions of the skill and without them, or with another version, and " +
    "compares. Checks are decided by this program; statements in words by a judge that has to quote the answer. Says " +
    "whether the skill helps, hurts, has no clear effect, or how many cases it takes to know.",
  examples: [
    "skillwright eval run skills/release-notes --model openai:gpt-5 --cassette answers.jsonl",
    'skillwright eval run skills/release-notes --cassette answers.jsonl --out report --fail-on "lift<0"',
  ],
  input: {
    ...suitesField,
    against: {
      kind: "file",
      doc: "Compare with this version instead of with none: a path, or a commit, tag or branch of git.",
    },
    alone: { kind: "flag", only: "local", doc: "Compare with nothing." },
    tools: {
      kind: "flag",
      only: "local",
      doc: "Give the model tools for files and commands, which run in the sandbox, on files of the case alone.",
    },
    judge: {
      kind: "text",
      placeholder: "MODEL",
      only: "local",
      doc: "Model that judges. Default: the same.",
    },
    secondJudge: {
      kind: "text",
      placeholder: "MODEL",
      only: "local",
      doc: "Second model that judges; the report says how often both agree.",
    },
    ...runnerFields,
    out: {
      kind: "folder",
      doc: "Write benchmark.json, results.jsonl, junit.xml, BENCHMARK.md and report.html here.",
    },
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: ASKS, mcp: ASKS, browser: ASKS } },
  formats: ["text", "json", "markdown", "junit", "jsonl", "html", "benchmark"],
  run: async (context, { out, ...input }) => {
    const { evaluateRuns } = await import("./run-report.ts");
    const report = await evaluateRuns(context, input);
    if (out === undefined) return report;
    const { writeArtifacts } = await import("./run-report.text.ts");
    writeArtifacts(report, out, context.files);
    return { ...report, folder: out };
  },
  exitCode: ({ broken, errors }) => (broken.length > 0 || errors > 0 ? 1 : 0),
  text: async () => (await import("./run-report.text.ts")).runText,
});
