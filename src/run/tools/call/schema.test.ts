import { describe, expect, it } from "vitest";
import { problemsOf } from "./schema.ts";

const numbers = (length: number): number[] => Array.from({ length }, (_, at) => at);

describe("a value that is held against its declaration", () => {
  it("names the first problems, with a part of what could be used", () => {
    const problems = problemsOf(
      { items: { enum: numbers(30) } },
      Array.from({ length: 5000 }, () => 99),
      "the result",
    );
    expect(problems).toHaveLength(10);
    expect(problems[0]).toBe(
      `The value of item 1 of the result cannot be \`99\`; use ${numbers(20)
        .map((one) => `\`${one}\``)
        .join(", ")} or one of 10 more.`,
    );
    expect(problemsOf({ required: ["a", "b"] }, { b: 1 }, "it")).toEqual(["Missing `a` in it."]);
    expect(problemsOf({ properties: { a: { type: "string" } } }, { a: 1 }, "it")).toEqual([
      "The value of `a` of it must be string, not number.",
    ]);
    expect(problemsOf({ enum: [{ a: [1] }] }, { a: [1] }, "it")).toEqual([]);
  });

  it("[BX-14] looks at each choice once, however many values there are", () => {
    let read = 0;
    const choice = (at: number): { toJSON: () => number } => ({
      toJSON: () => {
        read += 1;
        return at;
      },
    });
    // The number of times that a choice is written as JSON is the number of times that it is looked at.
    const schema = { items: { enum: numbers(500).map(choice) } } as never;
    expect(
      problemsOf(
        schema,
        Array.from({ length: 400 }, () => 499),
        "it",
      ),
    ).toEqual([]);
    expect(read).toBe(500);
  });
});
