import { type Operation, operation } from "../operation.ts";
import { listingFields } from "./listing.ts";
import { runnerFields } from "./runner.ts";
import { suitesField } from "./suites-field.ts";

const ASKS =
  "It calls a model for minutes with the keys of the user, and writes cassettes beside the suite.";

export const evalTriggers: Operation = operation({
  title: "Evaluate triggers",
  details:
    "Gives a model the list of skills exactly as the system or agent would, and a tool `load_skill`, and counts which " +
    "skills it loads for each request. With `--cassette` answers are recorded and played again, without a network; in CI " +
    "a request that is not recorded is an error that shows the difference.",
  examples: [
    "skillwright eval triggers skills --model openai:gpt-5 --cassette evals.jsonl",
    'skillwright eval triggers skills --cassette evals.jsonl --fail-on "recall<0.8"',
    "skillwright eval triggers skills --through claude-code --model openai:gpt-5",
    "skillwright eval triggers skills/letters --root skills --model openai:gpt-5 --out skills/letters/evals",
  ],
  input: {
    ...suitesField,
    ...listingFields,
    through: {
      kind: "choice",
      choices: ["claude-code", "codex", "gemini", "opencode", "copilot"],
      only: "local",
      doc: "Let the program of this coding agent build the request, as it does for its own model. Its tools are not run.",
    },
    ...runnerFields,
    turns: {
      kind: "number",
      only: "local",
      doc: "Turns in which a model may load the skill. Default: 4.",
    },
    out: {
      kind: "folder",
      doc: "Write benchmark-triggers.json here, which editors show beside the skill.",
    },
  },
  effects: "writes",
  needs: ["systems", "files"],
  expose: { not: { http: ASKS, mcp: ASKS, browser: ASKS } },
  formats: ["text", "json", "markdown", "junit", "jsonl"],
  run: async (context, { out, ...input }) => {
    const { evaluateTriggers } = await import("./trigger-report.ts");
    const report = await evaluateTriggers(context, input);
    if (out === undefined) return report;
    const { triggerBenchmark } = await import("./trigger-report.text.ts");
    context.files.writeText(`${out}/benchmark-triggers.json`, triggerBenchmark(report));
    return { ...report, folder: out };
  },
  exitCode: ({ broken, errors }) => (broken.length > 0 || errors > 0 ? 1 : 0),
  text: async () => (await import("./trigger-report.text.ts")).triggerText,
});
