import { describe, expect, it } from "vitest";
import { compileGlob } from "./plan.ts";

describe("compileGlob", () => {
  it.each([
    ["skills/**", "skills/a/SKILL.md", true],
    ["skills/**", "other/skills/a/SKILL.md", false],
    ["skills/*/SKILL.md", "skills/a/SKILL.md", true],
    ["skills/*/SKILL.md", "skills/a/b/SKILL.md", false],
    ["**/SKILL.md", "SKILL.md", true],
    ["**/SKILL.md", "a/b/SKILL.md", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["skills/?.md", "skills/a.md", true],
    ["skills/?.md", "skills/ab.md", false],
    ["skills/{a,b}/**", "skills/b/SKILL.md", true],
    ["skills/{a,b}/**", "skills/c/SKILL.md", false],
    ["{a,b/{c,d}}/x", "b/d/x", true],
    ["vendor", "a/vendor/b/SKILL.md", true],
    ["vendor", "a/vendored/SKILL.md", false],
    ["vendor/", "a/vendor/SKILL.md", true],
    ["/vendor", "vendor/SKILL.md", true],
    ["/vendor", "a/vendor/SKILL.md", false],
    ["./skills/a", "skills/a/SKILL.md", true],
    ["a.b+c", "a.b+c", true],
    ["a.b", "axb", false],
    ["a{b", "a{b", true],
    ["skills/a", "./skills/a/SKILL.md", true],
    ["skills/a", "skills\\a\\SKILL.md", true],
  ])("takes %s for %s: %s", (pattern, path, fits) => {
    expect(compileGlob(pattern)(path)).toBe(fits);
  });
});
