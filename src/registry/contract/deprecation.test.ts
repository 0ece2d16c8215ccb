import { describe, expect, it } from "vitest";
import { deprecationWords } from "./index.ts";

describe("the words of a deprecation", () => {
  it.each([
    [undefined, undefined, undefined],
    [undefined, "@ada/new", undefined],
    ["It is slow.", undefined, "It is slow."],
    ["It is slow.", "@ada/new", "It is slow. Use `@ada/new` in its place."],
  ])("of %j with the successor %j are %j", (deprecation, successor, words) => {
    expect(deprecationWords(deprecation, successor)).toBe(words);
  });
});
