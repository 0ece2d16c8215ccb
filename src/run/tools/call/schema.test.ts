import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../skill/index.ts";
import { findProblems } from "./schema.ts";
import { checkArguments, type RegisteredTool } from "./tool.ts";

const numbers = (length: number): number[] => Array.from({ length }, (_, at) => at);

describe("a value that is held against its declaration", () => {
  it("names the first problems, with a part of what could be used", () => {
    const problems = findProblems(
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
    expect(findProblems({ required: ["a", "b"] }, { b: 1 }, "it")).toEqual(["Missing `a` in it."]);
    expect(findProblems({ properties: { a: { type: "string" } } }, { a: 1 }, "it")).toEqual([
      "The value of `a` of it must be string, not number.",
    ]);
    expect(findProblems({ enum: [{ a: [1] }] }, { a: [1] }, "it")).toEqual([]);
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
      findProblems(
        schema,
        Array.from({ length: 400 }, () => 499),
        "it",
      ),
    ).toEqual([]);
    expect(read).toBe(500);
  });

  it("[BX-14] looks for a name once in each value, however often the declaration requires it", () => {
    let looks = 0;
    const watched = new Proxy(
      { a: 1 },
      {
        getOwnPropertyDescriptor: (target, key) => {
          looks += 1;
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
      },
    );
    const required = Array.from({ length: 2000 }, () => "a");
    const values = Array.from({ length: 100 }, () => watched);
    expect(findProblems({ items: { required } }, values, "it")).toEqual([]);
    expect(looks).toBeLessThan(1000);
  });

  it("[BX-14] gives up where choices in choices compare the same part again and again", () => {
    let value: JsonObject = {};
    let schema: JsonObject = { enum: [value] };
    for (let level = 0; level < 200; level += 1) {
      value = { a: value };
      schema = { enum: [value], properties: { a: schema } };
    }
    const values = Array.from({ length: 400 }, () => value);
    const stringify = vi.spyOn(JSON, "stringify");
    const problems = findProblems({ items: schema }, values, "it");
    const written = stringify.mock.results.reduce((sum, { value: text }) => sum + text.length, 0);
    stringify.mockRestore();
    expect(written).toBeLessThan(17_000_000);
    expect(problems[0]).toContain("is too large to be compared with its choices.");
    expect(findProblems({ items: schema }, values.slice(0, 10), "it")).toEqual([]);
  });
});

function toolWith(properties: JsonObject): RegisteredTool {
  return {
    name: "take",
    qualifiedName: "a/take",
    description: "",
    input: { type: "object", properties, required: Object.keys(properties) },
    atomic: false,
    skill: "a",
    hints: {},
  };
}

const manyNames = (length: number): string[] => numbers(length).map((at) => `name${at}`);

describe("[BX-14] arguments that are held against a declaration", () => {
  it("are complained about a few times, however many are wrong", () => {
    const wrong = Object.fromEntries(manyNames(5000).map((name) => [name, "x"]));
    const properties = Object.fromEntries(
      Object.keys(wrong).map((name) => [name, { type: "integer" }]),
    );
    for (const given of [wrong, {}]) {
      const checked = checkArguments(toolWith(properties), given);
      expect("problems" in checked && checked.problems.length).toBe(20);
    }
  });
});
