import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { isEqual, readSkill } from "../src/skill/index.ts";
import { placesOf } from "../src/skill/text/places.ts";
import { needs } from "./support/needs.ts";

needs.corpus().describe("the corpus", (folder) => {
  const work = mkdtempSync(join(tmpdir(), "skillwright-corpus-"));
  execFileSync("tar", ["xzf", join(folder, "skills-1200.tar.gz"), "-C", work]);
  const files = readdirSync(work, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|\/)skill\.md$/i.test(name))
    .sort();
  afterAll(() => rmSync(work, { recursive: true }));

  it("[BX-01] reads every skill, the same twice, as a model or with diagnostics that have a place", () => {
    expect(files.length).toBe(1200);
    for (const path of files) {
      const bytes = readFileSync(join(work, path));
      const first = readSkill(bytes, { path });
      expect(JSON.stringify(readSkill(bytes, { path }))).toBe(JSON.stringify(first));
      const { value, diagnostics } = first;
      const saysSomething = Object.keys(value?.document.frontmatter ?? {}).length > 0;
      expect(saysSomething || diagnostics.length > 0, path).toBe(true);
      for (const diagnostic of diagnostics) expect(diagnostic.range, path).toBeDefined();
    }
  });

  it("reads the same values with the fast parser and with the one that knows places", () => {
    const differing = files.filter((path) => {
      const { value } = readSkill(readFileSync(join(work, path)));
      if (value?.document.fence === undefined) return false;
      const isBroken = value.document.problems.some((problem) => problem.kind === "invalid-yaml");
      const slow = placesOf(value.document).tree.toJS({ mapAsMap: false }) ?? {};
      return !isBroken && !isEqual(value.document.frontmatter, slow);
    });
    // One skill, made to attack scanners, uses a list as a map key; the two print such a key differently.
    expect(differing).toEqual(["openclaw__skills/skills/fobonacci404/evilcalc/SKILL.md"]);
  });
});
