import { describe, expect, it } from "vitest";
import { chunkText } from "./chunk.ts";
import { repeatedLength } from "./repeated.ts";

function count(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}

describe("what two pieces of a text share", () => {
  it.each([
    ["One. Two.", "Two. Three.", 4],
    ["One.\nTwo", "Two\nThree.", 3],
    ["Stop. Stop.", "Stop. Stop. Go.", 11],
    ["I bought a", "a cat.", 0],
    ["One.", "Two.", 0],
    ["", "One.", 0],
    ["これ。それ。", "それ。あれ。", 3],
  ])("of %j and %j", (before, after, length) => {
    expect(repeatedLength(before, after)).toBe(length);
  });

  it("is what was cut, so that pieces can be put together again", () => {
    const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${at % 7} is here.`);
    const text = sentences.join(" ");
    const pieces = chunkText([{ text }], count, { tokens: 30, overlap: 9 });
    const whole = pieces.reduce((before, { text: next }) => {
      const rest = next.slice(repeatedLength(before, next)).trim();
      return before === "" ? rest : `${before} ${rest}`;
    }, "");
    expect(pieces.length).toBeGreaterThan(5);
    expect(whole).toBe(text);
  });
});
