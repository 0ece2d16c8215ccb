/** Every page about a diagnostic is a test: its bad examples show the code, its good ones do not. */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import {
  allCodes,
  createLinter,
  type FileResult,
  fixText,
  type LintConfig,
  type LintInput,
  type LintOptions,
  parseConfig,
} from "../src/check/index.ts";
import { type Diagnostic, formatPath } from "../src/skill/index.ts";
import { type Example, readExamples } from "./support/rule-pages.ts";
import { readFiles } from "./support/source.ts";

const folder = "docs/reference/diagnostics";
const codes = allCodes();
const areas = new Set(codes.map(({ code }) => code.replace(/\/.*$/u, "")));

/** Codes of which no file can be an example. */
const WITHOUT_EXAMPLES = new Set(["lint/internal"]);

const pages = readFiles([folder], /\/[^/]+\/[^/]+\.md$/u)
  .map(({ path, text }) => {
    const code = posix.relative(folder, path).replace(/\.md$/u, "");
    return { path, code, examples: readExamples(text) };
  })
  // Other parts of the program have codes and pages of their own.
  .filter(({ code }) => areas.has(code.replace(/\/.*$/u, "")));

/** Rules that wait for a configuration are on. */
const config: LintConfig = {
  rules: Object.fromEntries(
    codes.filter(({ isOptIn }) => isOptIn).map(({ code, severity }) => [code, severity]),
  ),
};

function optionsOf(example: Example): LintOptions {
  return { config, ...(example.dialect === undefined ? {} : { dialect: example.dialect }) };
}

function inputOf(example: Example): LintInput {
  const { path, content: text, files, root } = example;
  return {
    path,
    text,
    root,
    ...(files === undefined ? {} : { files: { has: (name) => files.includes(name) } }),
  };
}

function check(example: Example, examples: readonly Example[]): readonly Diagnostic[] {
  if (example.language === "json5") return parseConfig(String(example.content)).diagnostics;
  return lintExample(example, examples);
}

/** Lints the example together with its group, each file by its own dialect. */
function lintExample(example: Example, examples: readonly Example[]): readonly Diagnostic[] {
  const group = examples.filter(
    (other) => other === example || (example.group !== undefined && other.group === example.group),
  );
  const results = new Map<Example, FileResult>(
    group.map((other) => [other, createLinter(optionsOf(other)).lintFile(inputOf(other))]),
  );
  const report = createLinter({ config }).finish([...results.values()]);
  return report.files[group.indexOf(example)]?.diagnostics ?? [];
}

/** The code with its place: lines and columns in a skill, the path in a configuration. */
function show({ code, range, path }: Diagnostic): string {
  if (range === undefined) return `${code}@${formatPath(path ?? [])}`;
  const { start, end } = range;
  return `${code}@${start.line}:${start.column}-${end.line}:${end.column}`;
}

function ofCode(diagnostics: readonly Diagnostic[], code: string): readonly string[] {
  return diagnostics.filter((diagnostic) => diagnostic.code === code).map(show);
}

describe.each(pages.filter(({ examples }) => examples.length > 0))(
  "$code",
  ({ code, examples }) => {
    const bad = examples.filter((example) => example.verdict === "bad");
    const good = examples.filter((example) => example.verdict === "good");

    it.each(bad)("is shown by the bad example in line $line", (example) => {
      expect(example.expected.length).toBeGreaterThan(0);
      const expected = example.expected.map((item) => `${item.code}@${item.place}`);
      expect(ofCode(check(example, examples), code)).toEqual(expected);
    });

    it.each(good)("is not shown by the good example in line $line", (example) => {
      expect(ofCode(check(example, examples), code)).toEqual([]);
    });

    const fixable = codes.find((entry) => entry.code === code)?.fixable;
    if (fixable === undefined) return;
    const mendable = bad.filter((example) => !example.isUnfixable);
    it.each(mendable)("is fixed in the bad example in line $line", (example) => {
      const unsafe = fixable === "unsafe";
      const fixed = fixText(inputOf(example), optionsOf(example), { unsafe });
      const mended = { ...example, content: fixed.text };
      expect(ofCode(lintExample(mended, [mended]), code)).toEqual([]);
      const again = fixText(inputOf(mended), optionsOf(example), { unsafe });
      expect(again).toEqual({ text: fixed.text, applied: [] });
    });
  },
);

describe("pages", () => {
  it("exist for every code, with a bad and a good example", () => {
    const lacking = codes
      .filter(({ code }) => {
        const page = pages.find((candidate) => candidate.code === code);
        if (page === undefined || WITHOUT_EXAMPLES.has(code)) return page === undefined;
        const verdicts = new Set(page.examples.map((example) => example.verdict));
        return !verdicts.has("bad") || !verdicts.has("good");
      })
      .map(({ code }) => code);
    expect(lacking).toEqual([]);
  });

  it("exist only for codes that exist", () => {
    const known = new Set(codes.map(({ code }) => code));
    expect(pages.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });
});

describe("codes", () => {
  it("are unique, well formed, and each say in one sentence what they ask for", () => {
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
    for (const { code, title, page } of codes) {
      expect(code).toMatch(/^(?:parse|lint|config)\/[a-z0-9]+(?:-[a-z0-9]+)*$/u);
      expect(title).toMatch(/^[A-Z`].*\.$/u);
      expect(page).toBe(`${folder}/${code}.md`);
    }
  });

  it("are reported in messages of one sentence, with their file and place", () => {
    const skills = pages.flatMap(({ examples }) =>
      examples.filter((example) => example.language === "skill"),
    );
    for (const example of skills)
      for (const diagnostic of lintExample(example, [example])) {
        expect(diagnostic.message).toMatch(/^[A-Z`][^]*\.$/u);
        expect(diagnostic.file).toBe(example.path);
        expect(diagnostic.range).toBeDefined();
      }
  });
});
