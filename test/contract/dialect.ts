import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  detectDialect,
  type Dialect,
  facetTitles,
  formatPath,
  parseAs,
  readAs,
  readDocument,
  skillOf,
  findViolations,
} from "../../src/skill/index.ts";
import { renderFrontmatter } from "../../src/skill/text/rewrite.ts";

const root = resolve(import.meta.dirname, "../..");

/** A new skill of the dialect, as `skillwright new` begins it. */
export function skeletonText(dialect: Dialect, name: string): string {
  const frontmatter = {
    name,
    description: "Sorts photos by date. Use when a folder of pictures is in disorder.",
    ...dialect.skeleton(name),
  };
  const style = { allowsFlow: dialect.allowsFlow, jsonKeys: dialect.jsonKeys };
  return `---\n${renderFrontmatter(frontmatter, style)}\n---\n\n# Sort photos\n\nSort them.\n`;
}

/** What every dialect and profile must do, whatever its system. */
export function testDialect(dialect: Dialect): void {
  const base = dialect.id.split("@")[0] as string;

  describe(`the dialect ${dialect.id}`, () => {
    it("has rows that are complete, documented and apart from each other", () => {
      const paths = dialect.fields.map((field) => formatPath(field.path));
      expect(new Set(paths).size).toBe(paths.length);
      for (const field of dialect.fields) {
        expect(field.doc, formatPath(field.path)).toMatch(/^[A-Z`].*\.$/s);
        expect(field.clause, formatPath(field.path)).not.toBe("");
        if (field.facet !== undefined) expect(Object.keys(facetTitles)).toContain(field.facet);
        expect(field.isRequired !== true || field.default === undefined).toBe(true);
      }
      const facets = dialect.fields.flatMap((field) => field.facet ?? []);
      for (const facet of facets) expect(facets.indexOf(facet), facet).toBeGreaterThanOrEqual(0);
    });

    it("says where its rules come from", () => {
      expect(dialect.title).not.toBe("");
      expect(dialect.summary).toMatch(/\.$/);
      expect(dialect.source.document).not.toBe("");
      expect(dialect.source.date).toMatch(/^\d{4}-\d{2}(?:-\d{2})?$/);
    });

    it("accepts its own skeleton and reads it back", () => {
      const text = skeletonText(dialect, "sort-photos");
      const reading = readAs(dialect, readDocument(text), { path: "skills/sort-photos/SKILL.md" });
      expect(reading.refusals).toEqual([]);
      expect(findViolations(reading)).toEqual([]);
      const skill = skillOf(reading);
      expect(skill.identity.name).toBe("sort-photos");
      expect(skill.guidance.description).toMatch(/^Sorts photos/);
      expect(skill.extensions).toEqual([]);
      expect(dialect.describe(reading)).toEqual({
        name: "sort-photos",
        description: skill.guidance.description,
      });
    });

    it("answers every file, empty and binary ones too", () => {
      for (const text of [
        "",
        "---",
        "---\n",
        "\u0000\u0001",
        "---\n---\n",
        "---\na: [\n---\n",
        "\ufeff",
      ]) {
        expect(typeof parseAs(dialect, text).ok).toBe("boolean");
        const reading = readAs(dialect, readDocument(text));
        for (const violation of findViolations(reading)) expect(violation.message).toMatch(/\.$/);
      }
    });

    it("judges names, and suggests only names that it takes itself", () => {
      for (const name of ["sort-photos", "Sort Photos!", "", "-x-", "a".repeat(80), "日本語"]) {
        const verdict = dialect.checkName(name);
        if (!verdict.isValid) expect(verdict.expected, name).toBeDefined();
      }
      expect(dialect.checkName("sort-photos").isValid).toBe(true);
    });

    // A profile is asked for by name; only the dialect itself is detected and has a folder.
    if (dialect.id !== base) return;

    it("detects its own skeleton and says why", () => {
      const { frontmatter } = readDocument(skeletonText(dialect, "sort-photos"));
      const detected = detectDialect(frontmatter, "sort-photos/SKILL.md");
      expect({ id: detected.dialect.id, reason: detected.reason }).toEqual({
        id: dialect.id,
        reason: expect.stringMatching(/^\S.*[^.]$/),
      });
    });

    it("has a page for its folder and one for its users", () => {
      expect(existsSync(resolve(root, `src/skill/dialects/${base}/README.md`))).toBe(true);
      expect(existsSync(resolve(root, `docs/reference/dialects/${base}.md`))).toBe(true);
      expect(existsSync(resolve(root, `vectors/${base}.jsonl`)) || base === "gaia-nested").toBe(
        true,
      );
    });
  });
}
