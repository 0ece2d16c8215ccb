import { describe, expect, it } from "vitest";
import { changeTurn, isAllowed, renameIn, type Rules, setAllowed, turnOf } from "./model-rules.ts";

const NONE: Rules = { fallback: [], allow: [], budget: { tokens: 0, cost: 0 } };
const IDS = ["a:one", "a:two", "b:three"];

describe("rules for models", () => {
  it("puts one first, and asks what was first next", () => {
    const rules = changeTurn({ ...NONE, fallback: ["b:three"] }, "a:one", "a:two", "first");
    expect(rules).toMatchObject({ default: "a:two", fallback: ["a:one", "b:three"] });
    expect(IDS.map((id) => turnOf(rules, rules.default, id))).toEqual([1, 0, 2]);
    const last = changeTurn(rules, rules.default, "a:one", "last");
    expect(last.fallback).toEqual(["b:three", "a:one"]);
    expect(changeTurn(last, last.default, "b:three", "none").fallback).toEqual(["a:one"]);
  });

  it("takes a model from users and gives it back, by patterns as well", () => {
    const without = setAllowed({ ...NONE, allow: ["a:*"] }, IDS, "a:two", false);
    expect(without.allow).toEqual(["a:one"]);
    const none = setAllowed(without, IDS, "a:one", false);
    expect(IDS.some((id) => isAllowed(none, id))).toBe(false);
    expect(setAllowed(none, IDS, "b:three", true).allow).toEqual(["b:three"]);
    expect(setAllowed(setAllowed(NONE, IDS, "a:one", false), IDS, "a:one", true).allow).toEqual([]);
  });

  it("follows a provider that is renamed or removed", () => {
    const rules = { ...NONE, default: "a:one", fallback: ["b:three", "a:two"], allow: ["a:*"] };
    const renamed = { default: "c:one", fallback: ["b:three", "c:two"], allow: ["c:*"] };
    expect(renameIn(rules, "a", "c")).toEqual({ ...NONE, ...renamed });
    expect(renameIn(rules, "a", undefined)).toEqual({ ...NONE, fallback: ["b:three"] });
  });
});
