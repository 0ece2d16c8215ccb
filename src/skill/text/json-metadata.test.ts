import { describe, expect, it } from "vitest";
import { findDialect, readAs, readSkill } from "../index.ts";
import { readDocument } from "./document.ts";
import { applyEdits } from "./edit.ts";
import { locate } from "./places.ts";

const gated = { openclaw: { emoji: "x", requires: { bins: ["gh"] } } };

function file(metadata: string): string {
  return `---\nname: a\ndescription: d\nmetadata:${metadata}\n---\nGo.\n`;
}

const commented = file(
  `\n  {\n    // comment\n    "openclaw": { "emoji": "x", requires: { bins: ['gh'], }, },\n  }`,
);

describe("comments in the JSON of `metadata`", () => {
  it("[OC-04] reads the values past them, tells the dialect by these and names the place", () => {
    const { value, diagnostics } = readSkill(commented, { path: "a/SKILL.md" });
    expect(value?.document.frontmatter["metadata"]).toEqual(gated);
    expect(value?.dialect.id).toBe("openclaw");
    expect(value?.skill.requirements).toMatchObject({ bins: ["gh"] });
    expect(diagnostics).toMatchObject([
      {
        code: "parse/json-comment",
        severity: "error",
        range: { start: { line: 6, column: 5 }, end: { line: 6, column: 15 } },
      },
    ]);
  });

  it("[OC-04] mends them by leaving the comments away, where the rest is YAML", () => {
    const { problems } = readDocument(commented);
    const mended = applyEdits(commented, problems[0]?.edits ?? []).text;
    expect(mended).toBe(commented.replace("    // comment\n", ""));
    expect(readDocument(mended)).toMatchObject({ frontmatter: { metadata: gated }, problems: [] });
  });

  it("[OC-04] writes JSON where the rest is no YAML either", () => {
    const text = file(` { // c\n  openclaw: { emoji: 'it\\'s' } }`);
    const { frontmatter, problems } = readDocument(text);
    expect(frontmatter["metadata"]).toEqual({ openclaw: { emoji: "it's" } });
    const mended = applyEdits(text, problems[0]?.edits ?? []).text;
    expect(mended).toBe(file(` {"openclaw":{"emoji":"it's"}}`));
  });

  it("[OC-04] warns where YAML takes the comment for part of a key", () => {
    const text = file(` {\n  /* c */ openclaw: { requires: { bins: ['gh'] } }\n}`);
    const { value, diagnostics } = readSkill(text, { path: "a/SKILL.md" });
    expect(diagnostics).toMatchObject([{ code: "parse/json-comment", severity: "warning" }]);
    expect(value?.reading.refusals).toEqual([]);
    expect(value?.skill.requirements).toMatchObject({ bins: ["gh"] });
    const release = findDialect("openclaw@2026.9");
    if (release === undefined) throw new Error("the profile is known");
    expect(readAs(release, readDocument(text)).namespace).toBeUndefined();
  });

  it("bears nesting without end", () => {
    const deep = `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`;
    const texts = [file(` ${deep.replace("{", "{ // c\n  ")}`), file(` '${deep}'`)];
    for (const text of texts) {
      const document = readDocument(text);
      expect(locate(document, ["metadata", "a", "a"], "value").start).toBeGreaterThan(0);
    }
  });

  it.each([
    ` {"openclaw": {"homepage": "https://example.com/*x*/"}}`,
    ` {openclaw: {homepage: https://example.com}}`,
  ])("finds none in %s", (metadata) => {
    expect(readDocument(file(metadata)).problems).toEqual([]);
  });
});

describe("places inside JSON that is written as text", () => {
  const path = ["metadata", "openclaw", "requires", "bins"];
  it.each([
    [` '{"openclaw":{"requires":{"bins":["gh"]}}}'`, '["gh"]'],
    [` "{\\"openclaw\\":{\\"requires\\":{\\"bins\\":[\\"gh\\"]}}}"`, '[\\"gh\\"]'],
    [` |\n  {\n    // c\n    "openclaw": {"requires":\n      {"bins": ["gh"]}}\n  }`, '["gh"]'],
    [` >-\n  {"openclaw": {"requires":\n  {"bins": ["gh"]}}}`, '["gh"]'],
  ])("are those of the value in%s", (metadata, expected) => {
    const text = file(metadata);
    const span = locate(readDocument(text), path, "value");
    expect(text.slice(span.start, span.end)).toBe(expected);
  });

  it("are the whole text where the value cannot be told in it", () => {
    const text = file(` "{\\x22openclaw\\x22:{\\x22requires\\x22:{\\x22bins\\x22:[]}}}"`);
    const span = locate(readDocument(text), path, "value");
    expect(text.slice(span.start, span.end)).toBe(
      `"{\\x22openclaw\\x22:{\\x22requires\\x22:{\\x22bins\\x22:[]}}}"`,
    );
  });
});
