/** Every page about a diagnostic is a test: its bad examples show the code, its good ones do not. */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createLinter,
  type FileResult,
  fixText,
  type LintInput,
  type LintOptions,
  rules,
} from "../src/check/index.ts";
import type { Diagnostic } from "../src/skill/index.ts";
import { type Example, readExamples } from "./support/rule-pages.ts";
import { readFiles } from "./support/source.ts";

const folder = "docs/reference/diagnostics";

const pages = readFiles([folder], /\/[^/]+\/[^/]+\.md$/u).map(({ path, text }) => {
  const code = posix.relative(folder, path).replace(/\.md$/u, "");
  return { path, code, examples: readExamples(text) };
});

function optionsOf(example: Example): LintOptions {
  return example.dialect === undefined ? {} : { dialect: example.dialect };
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

/** Lints the example together with its group, each file by its own dialect. */
function lintExample(example: Example, examples: readonly Example[]): readonly Diagnostic[] {
  const group = examples.filter(
    (other) => other === example || (example.group !== undefined && other.group === example.group),
  );
  const results = new Map<Example, FileResult>(
    group.map((other) => [other, createLinter(optionsOf(other)).lintFile(inputOf(other))]),
  );
  const report = createLinter().finish([...results.values()]);
  return report.files[group.indexOf(example)]?.diagnostics ?? [];
}

function show(diagnostic: Diagnostic): string {
  const { start, end } = diagnostic.range ?? {};
  return `${diagnostic.code}@${start?.line}:${start?.column}-${end?.line}:${end?.column}`;
}

function ofCode(diagnostics: readonly Diagnostic[], code: string): readonly string[] {
  return diagnostics.filter((diagnostic) => diagnostic.code === code).map(show);
}

describe.each(pages)("$code", ({ code, examples }) => {
  const skills = examples.filter((example) => example.language === "skill");
  const bad = skills.filter((example) => example.verdict === "bad");
  const good = skills.filter((example) => example.verdict === "good");
  const rule = rules.find((candidate) => candidate.code === code);

  it.each(bad)("is shown by the bad example in line $line", (example) => {
    expect(example.expected.length).toBeGreaterThan(0);
    const expected = example.expected.map((item) => `${item.code}@${item.place}`);
    expect(ofCode(lintExample(example, examples), code)).toEqual(expected);
  });

  it.each(good)("is not shown by the good example in line $line", (example) => {
    expect(ofCode(lintExample(example, examples), code)).toEqual([]);
  });

  if (rule?.fixable === undefined) return;
  it.each(bad)("is fixed in the bad example in line $line", (example) => {
    const unsafe = rule.fixable === "unsafe";
    const fixed = fixText(inputOf(example), optionsOf(example), { unsafe });
    const mended = { ...example, content: fixed.text };
    expect(ofCode(lintExample(mended, [mended]), code)).toEqual([]);
    const again = fixText(inputOf(mended), optionsOf(example), { unsafe });
    expect(again).toEqual({ text: fixed.text, applied: [] });
  });
});

describe("pages", () => {
  it("exist for every rule, with a bad and a good example", () => {
    const lacking = rules
      .filter(({ code }) => {
        const examples = pages.find((page) => page.code === code)?.examples ?? [];
        const verdicts = examples.map((example) => example.verdict);
        return !verdicts.includes("bad") || !verdicts.includes("good");
      })
      .map(({ code }) => code);
    expect(lacking).toEqual([]);
  });
});
