import { describe, expect, it } from "vitest";
import { editDistance } from "../../skill/index.ts";
import { didYouMean, suggestion } from "./did-you-mean.ts";

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

describe("didYouMean", () => {
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
    expect(didYouMean(word, keys)).toBe(meant);
  });

  it("never answers with the word itself", () => {
    expect(didYouMean("name", ["name"])).toBeUndefined();
  });
});

describe("suggestion", () => {
  it("also takes the beginning of a word", () => {
    expect(suggestion("warn", ["error", "warning"])).toBe("Did you mean `warning`?");
    expect(suggestion("loud", ["error", "warning"])).toBeUndefined();
  });
});
