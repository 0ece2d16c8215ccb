import { expect, it } from "vitest";
import { readStatements } from "./statements.ts";

function stated(statement: object, index: number): object {
  return { own: { statement: `${JSON.stringify(statement)}\n\n— log AbC=\n`, index } };
}

it("reads what a registry has stated, and passes over what is no statement", () => {
  const found = readStatements({
    stated: [
      stated(
        { version: "1.1.0", publisher: { key: "k" }, semver: "needs major since 1.0.0; Drops it" },
        7,
      ),
      stated({ version: "1.0.0", semver: "minor since 0.9.0; Adds it; and more" }, 3),
      { own: { statement: "no JSON", index: 1 } },
      {},
    ],
  });
  expect([...found.values()]).toEqual([
    {
      version: "1.1.0",
      index: 7,
      key: "k",
      judgement: { level: "major", since: "1.0.0", isTooLow: true, changes: "Drops it" },
    },
    {
      version: "1.0.0",
      index: 3,
      key: undefined,
      judgement: { level: "minor", since: "0.9.0", isTooLow: false, changes: "Adds it; and more" },
    },
  ]);
  expect(readStatements("no answer").size).toBe(0);
});
