import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import type { DiscoveryRules } from "../../skill/index.ts";
import { discover, type Root } from "./index.ts";

// The release has rules for what it looks into; a test without them would show nothing.
const rules = dialectNamed("openclaw@2026.9").gating?.discovery as DiscoveryRules;

function find(folders: readonly string[], more: Partial<Root> = {}): readonly string[] {
  return discover({ source: "openclaw-workspace", maxFolders: 300, folders, ...more }, rules);
}

describe("folders that are looked into", () => {
  it("[OC-01] six levels deep, two in an extra root unless it is called `skills`", () => {
    const folders = ["1/2/3/4/5/6", "1/2/3/4/5/7/8", "a/b", "c/d/e"];
    const extra = { source: "openclaw-extra" };
    expect(find(folders)).toEqual(["1/2/3/4/5/6", "a/b", "c/d/e"]);
    expect(find(folders, extra)).toEqual(["a/b"]);
    expect(find(folders, { ...extra, path: "/x/skills/" })).toEqual([
      "1/2/3/4/5/6",
      "a/b",
      "c/d/e",
    ]);
  });

  it("[OC-01] nothing below a skill, nor in hidden folders", () => {
    expect(find(["a", "a/inner", ".b", "c/.d/e", "node_modules/f", "g/h"])).toEqual(["a", "g/h"]);
  });

  it("[OC-01] a root that is itself a skill holds no others", () => {
    expect(find(["", "a"])).toEqual([""]);
    expect(find(["", "a"], { source: "openclaw-workshop" })).toEqual(["a"]);
  });

  it("[OC-01] an inner `skills` stands for the root where it alone holds skills", () => {
    expect(find(["skills/a", "skills/b/c/d"], { source: "openclaw-extra" })).toEqual([
      "skills/a",
      "skills/b/c/d",
    ]);
    expect(find(["skills"])).toEqual(["skills"]);
    expect(find(["x", "skills/1/2/3/4/5/6", "skills/1/2/3/4/5/7/8"])).toEqual([
      "skills/1/2/3/4/5/6",
      "x",
    ]);
  });

  it("[OC-01] only so many folders of each level, and `skills` always", () => {
    expect(find(["a", "b", "skills/c"], { maxFolders: 1 })).toEqual(["a", "skills/c"]);
  });

  it("[OC-01] in the order of names", () => {
    expect(find(["b", "B", "a", "é", "ab"])).toEqual(["a", "ab", "b", "B", "é"]);
  });
});
