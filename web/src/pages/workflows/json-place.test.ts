import { describe, expect, it } from "vitest";
import { placeIn, readJson } from "./json-place.ts";

describe("places in JSON", () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": [1, 2\n}', 3, 1],
    ['{"a": tru}', 1, 7],
    ['{"a" 1}', 1, 6],
    ["{a: 1}", 1, 2],
    ['{"a": "x\n"}', 1, 7],
    ['{"a": 01}', 1, 8],
    ["{} {}", 1, 4],
    ["", 1, 1],
    ['["x"', 1, 5],
  ])("tells where %j stops to be JSON", (text, line, column) => {
    expect(readJson(text)).toEqual({ fault: { line, column } });
  });

  it.each([
    [["b"], 3, 8],
    [["b", "1", "c"], 3, 23],
    // What is not there is told at what is around it.
    [["b", "1", "missing"], 3, 17],
    [["b", "7"], 3, 8],
    [["a.b"], 4, 10],
    [[], 1, 1],
  ] as const)("finds what stands at %j", (path, line, column) => {
    const text = '{\n  "a": {"b": 0},\n  "b": ["\\"x]", {"c": null}],\n  "a.b": -1.5e3\n}';
    expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown });
    expect(placeIn(text, path)).toEqual({ line, column });
  });
});
