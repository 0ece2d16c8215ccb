import { describe, expect, it } from "vitest";
import { difference, lineBreakOf, positionOf } from "./text.ts";

describe("the text of a file in an editor", () => {
  it.each([
    ["a\nb", "\n"],
    ["a\r\nb\r\n", "\r\n"],
    ["a\r\nb\n", "\n"],
    ["", "\n"],
  ])("has in %j the line ends %j", (text, lineBreak) => {
    expect(lineBreakOf(text)).toBe(lineBreak);
  });

  it("has a position for every offset of the file", () => {
    const text = "ab\r\ncd\r\n";
    expect([0, 2, 4, 6, 8].map((offset) => positionOf(text, offset))).toEqual([0, 2, 3, 5, 6]);
  });
});

describe("the difference of two texts", () => {
  const texts = [
    "",
    "a",
    "aa",
    "aaa",
    "ab",
    "aab",
    "abab",
    "---\nname: x\n---\n",
    "---\nname: xy\n---\n",
  ];
  const pairs = texts.flatMap((before) => texts.map((after) => [before, after] as const));

  it.each(pairs)("makes %j into %j", (before, after) => {
    const { from, to, insert } = difference(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  });

  it("is as small as it can be, so that the cursor stays", () => {
    expect(difference("name: x", "name: xy")).toEqual({ from: 7, to: 7, insert: "y" });
    expect(difference("aaa", "aa")).toEqual({ from: 2, to: 3, insert: "" });
    expect(difference("same", "same")).toEqual({ from: 4, to: 4, insert: "" });
  });
});
