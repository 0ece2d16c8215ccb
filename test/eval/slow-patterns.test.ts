import { expect, it } from "vitest";
import { gradeChecks } from "../../src/check/eval/index.ts";
import type { Check } from "../../src/check/eval/model.ts";
import { runWithin } from "../../src/platform/machine/index.ts";

const within = <Result>(work: () => Result) => runWithin(100, work);

it("[BX-14] ends a pattern of an evaluation that takes too long, and decides nothing by it", () => {
  const output = JSON.stringify(`${"a".repeat(28)}!`);
  const slow = "(a+)+$";
  const checks: readonly Check[] = [
    { kind: "regex", pattern: slow },
    { kind: "json-schema", schema: { type: "string", pattern: slow } },
    { kind: "regex", pattern: "a!" },
  ];
  const graded = gradeChecks(
    checks,
    { output, toolCalls: [], tokens: 0, cost: 0, seconds: 0 },
    within,
  );
  expect(graded.map(({ passed }) => passed)).toEqual([null, null, true]);
  expect(graded[0]?.evidence).toContain("too long");
});
