import { describe, expect, it } from "vitest";
import { createLinter, lint } from "./engine.ts";
import type { CollectionRule } from "./rule.ts";
import { rules } from "./rules/index.ts";

const head = "name: charts\ndescription: Draws charts. Use when the user asks for a chart.\n";

function commented(comment: string): string {
  return `---\n${comment}${head}---\n`;
}

function codes(frontmatter: string, body = "Draw it.\n", dialect = "claude"): readonly string[] {
  const text = `---\n${head}${frontmatter}---\n\n${body}`;
  const own = rules.filter(({ code }) => /field-|suppression|file-name/.test(code));
  const result = createLinter({ dialect, rules: own }).lintFile({
    path: "skills/charts/SKILL.md",
    text,
  });
  return result.diagnostics.map((item) => `${item.code}@${item.range?.start.line}`);
}

describe("suppress", () => {
  it("silences the next line of the frontmatter and no other", () => {
    expect(codes("# skillwright-ignore lint/field-ignored: ours\nmine: 1\nyours: 2\n")).toEqual([
      "lint/field-ignored@6",
    ]);
  });

  it("silences its own line where something stands before it", () => {
    expect(codes("mine: 1 # skillwright-ignore lint/field-ignored: ours\nyours: 2\n")).toEqual([
      "lint/field-ignored@5",
    ]);
  });

  it("passes over blank lines and other suppressions", () => {
    const comments =
      "# skillwright-ignore lint/field-ignored: ours\n# skillwright-ignore lint/field-misspelled: x\n\n";
    expect(codes(`${comments}mine: 1\n`)).toEqual(["lint/suppression-stale@5"]);
  });

  it("silences the whole file from the frontmatter or from the body", () => {
    expect(
      codes("# skillwright-ignore-file lint/field-ignored: ours\nmine: 1\nyours: 2\n"),
    ).toEqual([]);
    const comment = "<!-- skillwright-ignore-file lint/field-ignored: ours -->\n";
    expect(codes("mine: 1\n", comment)).toEqual([]);
  });

  it("takes several codes in one comment", () => {
    const comment = "# skillwright-ignore lint/field-ignored, lint/field-type: ours\n";
    expect(codes(`${comment}mine: 1\n`)).toEqual(["lint/suppression-stale@4"]);
  });

  it("takes comments for examples where they stand in code", () => {
    const comment = "<!-- skillwright-ignore-file lint/field-ignored: ours -->";
    expect(codes("mine: 1\n", `\`\`\`\n${comment}\n\`\`\`\n`)).toEqual(["lint/field-ignored@4"]);
    expect(codes("mine: 1\n", `Write \`${comment}\`.\n`)).toEqual(["lint/field-ignored@4"]);
  });

  it("takes comments in block scalars for text", () => {
    const text = "license: |\n  # skillwright-ignore-file lint/field-ignored: ours\nmine: 1\n";
    expect(codes(text)).toEqual(["lint/field-ignored@6"]);
  });

  it("leaves other words alone", () => {
    expect(codes("# skillwright-ignored lint/field-ignored: ours\nmine: 1\n")).toEqual([
      "lint/field-ignored@5",
    ]);
  });

  it("still works without a reason, and says that one is missing", () => {
    expect(codes("# skillwright-ignore lint/field-ignored\nmine: 1\n")).toEqual([
      "lint/suppression-reason@4",
    ]);
  });

  it("cannot hide that the system refuses the file", () => {
    const comment = "# skillwright-ignore-file parse/unquoted-text: works here\n";
    expect(codes(`${comment}license: a: b\n`)).toEqual([
      "lint/suppression-stale@4",
      "parse/unquoted-text@5",
    ]);
  });

  it("works with the line ends of Windows", () => {
    const text = `---\n${head}# skillwright-ignore lint/field-ignored: ours\nmine: 1\n---\n`;
    const input = { path: "skills/charts/SKILL.md", text: text.replaceAll("\n", "\r\n") };
    const { files } = lint([input], {
      dialect: "claude",
      rules: rules.filter(({ code }) => code === "lint/field-ignored"),
    });
    expect(files[0]?.diagnostics).toEqual([]);
  });

  it("waits for the end of the run where a rule looks at all files", () => {
    const rule: CollectionRule = {
      code: "lint/field-value",
      title: "Alone.",
      severity: "warning",
      scope: "collection",
      check: ({ skills, report }) => {
        for (const skill of skills)
          if (skills.length > 1 && skill.nameSpan !== undefined)
            report(skill, { message: "There is company.", span: skill.nameSpan });
      },
    };
    const quiet = commented("# skillwright-ignore lint/field-value: known\n");
    const first = { path: "a/SKILL.md", text: quiet };
    const second = { path: "b/SKILL.md", text: commented("") };
    const found = (inputs: readonly (typeof first)[]): readonly (readonly string[])[] =>
      lint(inputs, { rules: [rule] }).files.map((file) =>
        file.diagnostics.map((item) => `${item.code}@${item.range?.start.line}`),
      );
    expect(found([first, second])).toEqual([[], ["lint/field-value@2"]]);
    expect(found([first])).toEqual([["lint/suppression-stale@2"]]);
  });
});
