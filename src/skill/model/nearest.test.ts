import { describe, expect, it } from "vitest";
import { nearestWord } from "./nearest.ts";

const words = ["enabled", "apiKey", "env", "config", "extraDirs", "watchDebounceMs"];

describe("nearestWord", () => {
  it.each([
    ["enabeld", "enabled"],
    ["apikey", "apiKey"],
    ["api_key", "apiKey"],
    ["extra-dirs", "extraDirs"],
    ["extraDir", "extraDirs"],
    ["watchDebounce", "watchDebounceMs"],
    ["envv", "env"],
  ])("takes `%s` for `%s`", (word, meant) => {
    expect(nearestWord(word, words)).toBe(meant);
  });

  it.each(["", "x", "ab", "secret", "somethingElse"])("has no guess for `%s`", (word) => {
    expect(nearestWord(word, words)).toBeUndefined();
  });
});
