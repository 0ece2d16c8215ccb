import { describe, expect, it } from "vitest";
import { didYouMean, strictTolerance, suggest } from "./suggest.ts";
import { editDistance } from "./words.ts";

const words = ["enabled", "apiKey", "env", "config", "extraDirs", "watchDebounceMs"];

describe("suggest", () => {
  it.each([
    ["enabeld", "enabled"],
    ["apikey", "apiKey"],
    ["api_key", "apiKey"],
    ["extra-dirs", "extraDirs"],
    ["extraDir", "extraDirs"],
    ["watchDebounce", "watchDebounceMs"],
    ["envv", "env"],
  ])("takes `%s` for `%s`", (word, meant) => {
    expect(suggest(word, words)).toBe(meant);
  });

  it.each(["", "x", "ab", "secret", "somethingElse"])("has no guess for `%s`", (word) => {
    expect(suggest(word, words)).toBeUndefined();
  });
});

describe("suggest, strictly", () => {
  const keys = ["name", "description", "allowed-tools", "user-invocable", "os"];

  it.each([
    ["allowed_tools", "allowed-tools"],
    ["allowedTools", "allowed-tools"],
    ["Name", "name"],
    ["descripton", "description"],
    ["user-invokable", "user-invocable"],
    ["nmae", "name"],
    ["ox", undefined],
    ["game", "name"],
    ["version", undefined],
  ])("takes %s for %s", (word, meant) => {
    expect(suggest(word, keys, strictTolerance)).toBe(meant);
  });

  it("never answers with the word itself", () => {
    expect(suggest("name", ["name"], strictTolerance)).toBeUndefined();
  });
});

describe("didYouMean", () => {
  it("also takes the beginning of a word", () => {
    expect(didYouMean("warn", ["error", "warning"])).toBe("Did you mean `warning`?");
    expect(didYouMean("loud", ["error", "warning"])).toBeUndefined();
  });
});

describe("editDistance", () => {
  it.each([
    ["name", "name", 0],
    ["name", "nam", 1],
    ["name", "nmae", 1],
    ["name", "fame", 1],
    ["name", "game-x", 3],
    ["abc", "xyz", 3],
  ])("between %s and %s is %i", (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it("stops counting above the limit", () => {
    expect(editDistance("description", "licence", 2)).toBe(3);
  });
});
