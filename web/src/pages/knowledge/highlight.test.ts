import { describe, expect, it } from "vitest";
import { highlight } from "./highlight.ts";

function hits(text: string, query: string): readonly string[] {
  const pieces = highlight(text, query);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  return pieces.filter(({ isHit }) => isHit).map((piece) => piece.text);
}

describe("what a passage and a question share", () => {
  it.each([
    ["The releases of May", "which release?", ["releases"]],
    ["A theory of the sea", "the", ["the"]],
    ["Größe und Länge", "GRÖSSE größe", ["Größe"]],
    ["What is it", "what is it", ["What", "is", "it"]],
    ["東京都の天気", "東京の天気", ["東京", "の天"]],
    ["nothing", "", []],
    ["", "word", []],
  ])("in %j for %j", (text, query, expected) => {
    expect(hits(text, query)).toEqual(expected);
  });
});
