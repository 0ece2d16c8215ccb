import { describe, expect, it } from "vitest";
import { findExcess } from "./json-values.ts";

const bounds = { values: 100, depth: 10 };

describe("findExcess", () => {
  it.each([
    ["values", "a list of empty maps", `[${"{},".repeat(60)}1]`],
    ["values", "a map of numbers", `{${'"a":1,'.repeat(120)}"b":2}`],
    ["values", "many short lists", `[${"[[]],".repeat(60)}1]`],
    ["depth", "nested lists", "[".repeat(11)],
    ["depth", "nested maps", `${'{"a":'.repeat(11)}1${"}".repeat(11)}`],
  ])("[BX-14] finds too many %s in %s", (excess, _, text) => {
    expect(findExcess(text, bounds)).toBe(excess);
  });

  it.each([
    ["commas and braces in a text", JSON.stringify({ text: "{[,".repeat(1000) })],
    ["quotes and escapes in a text", JSON.stringify({ text: '\\"{,[\\'.repeat(1000) })],
    ["a few values", JSON.stringify({ a: [1, 2, 3] })],
    ["as many levels as there may be", `${"[".repeat(10)}${"]".repeat(10)}`],
  ])("[BX-14] takes %s", (_, text) => {
    expect(findExcess(text, bounds)).toBeUndefined();
  });
});
