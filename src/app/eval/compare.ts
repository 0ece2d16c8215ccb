import { oneLine } from "../../skill/index.ts";
import { type Operation, operation } from "../operation.ts";
import type { TextView } from "../text.ts";
import type { EvalComparison } from "./comparing.ts";
import { points } from "./format-numbers.ts";

function list(title: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${title}: ${oneLine(ids.join(", "))}`];
}

const comparisonText: TextView<EvalComparison> = {
  render: ({ verdict, lift, mcnemar, better, worse, onlyA, onlyB }, screen) => {
    const needed = verdict.needed === undefined ? "" : `, about ${verdict.needed} cases are needed`;
    return [
      ...list("Better", better),
      ...list("Worse", worse),
      ...list("Only in the first", onlyA),
      ...list("Only in the second", onlyB),
      screen.style(
        "bold",
        `The second ${verdict.verdict}${needed}: ${points(lift.value)} points (${points(lift.low)} to ${points(lift.high)}) over ${lift.cases} cases, McNemar p ${mcnemar.p.toFixed(3)}`,
      ),
      "",
    ].join("\n");
  },
};

export const evalCompare: Operation = operation({
  title: "Compare two evaluations",
  details:
    "Takes the results.jsonl of two runs of `eval run`, pairs their cases, and says whether the second helps, hurts, has " +
    "no clear effect, or how many cases it takes to know.",
  examples: ["skillwright eval compare before/results.jsonl after/results.jsonl"],
  input: {
    results: {
      kind: "document",
      many: true,
      positional: true,
      doc: "Two files results.jsonl, the older one first.",
    },
    strict: { kind: "flag", doc: "Exit with 1 when the second is worse in a case." },
  },
  output: async () => (await import("./shapes.ts")).comparisonShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /evals/compare", mcp: "compare_evals" },
  run: async (context, { results, strict }) => {
    const { compareEvals } = await import("./comparing.ts");
    return compareEvals(context, results, strict);
  },
  exitCode: ({ worse, strict }) => (strict && worse.length > 0 ? 1 : 0),
  text: async () => comparisonText,
});
