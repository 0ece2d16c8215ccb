import type { Screen, TextView } from "../text.ts";
import type { CaseResult } from "./run-case.ts";

export const conformText: TextView<readonly CaseResult[]> = {
  render: (results, screen) => {
    const of = (outcome: CaseResult["outcome"]): readonly CaseResult[] =>
      results.filter((result) => result.outcome === outcome);
    const passed = of("passed").length;
    const lines = [
      ...of("failed").map((result) => describeFailed(result, screen)),
      ...of("unsupported").map(
        ({ id, operation, dialect }) =>
          `${screen.style("yellow", "unsupported")} ${id}: \`${operation}\` of \`${dialect}\``,
      ),
      `${passed} passed, ${results.length - passed} failed`,
    ];
    return `${lines.join("\n")}\n`;
  },
  json: (results) =>
    results
      .map(
        ({ id, outcome, actual }) =>
          `${JSON.stringify({ id, ok: outcome === "passed", actual })}\n`,
      )
      .join(""),
};

function describeFailed(result: CaseResult, { style }: Screen): string {
  const { id, clause, operation, dialect, expected, actual } = result;
  const head = `${style("red", "differs")} ${id} (${clause}, \`${operation}\` of \`${dialect}\`)`;
  return `${head}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}
