import { describe, expect, it } from "vitest";
import { hasTooManyValues } from "./json-values.ts";

describe("hasTooManyValues", () => {
  it.each([
    ["a list of empty maps", `[${"{},".repeat(60)}1]`],
    ["nested lists", "[".repeat(120)],
    ["a map of numbers", `{${'"a":1,'.repeat(120)}"b":2}`],
  ])("[BX-14] refuses %s", (_, text) => {
    expect(hasTooManyValues(text, 100)).toBe(true);
  });

  it.each([
    ["commas and braces in a text", JSON.stringify({ text: "{[,".repeat(1000) })],
    ["quotes and escapes in a text", JSON.stringify({ text: '\\"{,[\\'.repeat(1000) })],
    ["a few values", JSON.stringify({ a: [1, 2, 3] })],
  ])("[BX-14] takes %s", (_, text) => {
    expect(hasTooManyValues(text, 100)).toBe(false);
  });
});
