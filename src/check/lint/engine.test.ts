import { describe, expect, it } from "vitest";
import { dialects, SkillError } from "../../skill/index.ts";
import { createLinter, lint, type LintOptions } from "./engine.ts";
import type { CollectionRule, FileRule, LintInput } from "./rule.ts";

const head = "name: charts\ndescription: Draws charts. Use when the user asks for a chart.\n";

function input(frontmatter: string, path = "skills/charts/SKILL.md"): LintInput {
  return { path, text: `---\n${frontmatter}---\n\nDraw it.\n` };
}

function found(item: LintInput, options: LintOptions = {}): readonly string[] {
  return createLinter(options)
    .lintFile(item)
    .diagnostics.map(({ code, severity }) => `${code} ${severity}`);
}

function dialectOf(path: string, options: LintOptions): string {
  return createLinter(options).lintFile(input(head, path)).dialect;
}

const shout: FileRule = {
  code: "lint/field-value",
  title: "Quiet.",
  severity: "warning",
  scope: "file",
  check: ({ report }) => report({ message: "There is noise." }),
};

describe("lintFile", () => {
  it.each(dialects.map(({ id }) => id))("[BX-01] reads and judges a skill of %s", (id) => {
    const result = createLinter({ dialect: id }).lintFile(input(head));
    expect(result).toMatchObject({ dialect: id, dialectReason: "it was asked for" });
    expect(result.name).toBe("charts");
  });

  it("[PM-05] names the file and the field of every error", () => {
    const result = createLinter({ dialect: "personal-mcp" }).lintFile(
      input("name: charts\ndescription: 3\n"),
    );
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.length).toBeGreaterThan(1);
    for (const error of errors) {
      expect(error.file).toBe("skills/charts/SKILL.md");
      expect(error.path).not.toEqual([]);
    }
    expect(errors.map(({ path }) => path?.join("."))).toContain("description");
  });

  it("[GSV-17] says that `os` beside `requires` has no effect", () => {
    const metadata = 'metadata: {"gsv": {"os": ["linux"], "requires": {"bins": ["git"]}}}\n';
    const result = createLinter({ dialect: "gsv" }).lintFile(input(head + metadata));
    const misplaced = result.diagnostics.find(({ code }) => code === "lint/field-misplaced");
    expect(misplaced?.path).toEqual(["metadata", "gsv", "os"]);
    expect(misplaced?.message).toContain("`metadata.gsv.requires.os`");
  });

  it("[AF-07] names placeholders without an input", () => {
    const text = `---\n${head}---\nDraw {{table}}.\n`;
    const result = createLinter({ dialect: "agent-flow" }).lintFile({
      path: "skills/charts/SKILL.md",
      text,
    });
    const undeclared = result.diagnostics.find(
      ({ code }) => code === "lint/placeholder-undeclared",
    );
    expect(undeclared?.message).toContain("{{table}}");
    expect(undeclared?.range?.start).toMatchObject({ line: 5, column: 6 });
  });

  it("[OC-04] asks for name and description", () => {
    expect(found(input("license: MIT\n"), { dialect: "openclaw" })).toEqual(
      expect.arrayContaining(["lint/field-missing error", "lint/field-missing error"]),
    );
  });

  it("judges the same writing by what the system makes of it", () => {
    const marked = { path: "skills/charts/SKILL.md", text: `\ufeff---\n${head}---\nDraw it.\n` };
    expect(found(marked, { dialect: "agentskills" })).toContain("parse/byte-order-mark error");
    expect(found(marked, { dialect: "claude" })).toContain("parse/byte-order-mark warning");
  });

  it("is loud about text that strict YAML refuses, and offers the fix", () => {
    const result = createLinter({ dialect: "claude" }).lintFile(
      input("name: charts\ndescription: Use when: asked\n"),
    );
    expect(result.description).toBe("Use when: asked");
    const problem = result.diagnostics.find(({ code }) => code === "parse/unquoted-text");
    expect(problem).toMatchObject({ severity: "error", fix: { safety: "safe" } });
    expect(problem?.hint).toContain("Claude refuses the file because of it.");
  });

  it("does not say twice why a file is refused", () => {
    const codes = found(
      { path: "skills/charts/SKILL.md", text: "# Charts\n" },
      { dialect: "agentskills" },
    );
    expect(codes.filter((code) => !code.startsWith("lint/body"))).toEqual([
      "parse/no-frontmatter error",
    ]);
  });

  it("takes a misspelled field for the reason that a required one is missing", () => {
    const item = input("name: charts\nDescription: Draws charts. Use when asked for a chart.\n");
    const codes = found(item, { dialect: "openclaw" });
    expect(codes).toContain("lint/field-misspelled error");
    expect(codes).not.toContain("lint/field-missing error");
  });

  it("underlines what is refused also in a file with the line ends of Windows", () => {
    const text = `---\n${head}allowed-tools: [Read]\n---\nDraw it.\n`.replaceAll("\n", "\r\n");
    const { diagnostics } = createLinter({ dialect: "agentskills" }).lintFile({
      path: "skills/charts/SKILL.md",
      text,
    });
    const refused = diagnostics.find(({ code }) => code === "lint/frontmatter-refused");
    expect(text.slice(refused?.range?.start.offset, refused?.range?.end.offset)).toBe("[Read]");
  });

  it("reads bytes, and tells where they are not UTF-8", () => {
    const text = Uint8Array.from([...Buffer.from(`---\n${head}---\nDraw `), 0xff]);
    expect(found({ path: "skills/charts/SKILL.md", text })).toContain("parse/not-utf8 error");
  });

  it("remembers which neighbours were asked for", () => {
    const rule: FileRule = { ...shout, check: ({ files }) => void files?.has("a.md") };
    const files = { has: (): boolean => true };
    const result = createLinter({ rules: [rule] }).lintFile({ ...input(head), files });
    expect(result.probes).toEqual({ "a.md": true });
  });

  it("goes on after a rule that fails", () => {
    const broken: FileRule = {
      ...shout,
      code: "lint/file-name",
      check: () => {
        throw new Error("out of paper");
      },
    };
    const { diagnostics } = createLinter({ rules: [broken, shout] }).lintFile(input(head));
    expect(diagnostics.map(({ code }) => code)).toEqual(["lint/field-value", "lint/internal"]);
    expect(diagnostics[1]?.message).toBe(
      "Skillwright failed in the rule `lint/file-name`: out of paper.",
    );
  });

  it("goes on after a file that cannot be looked at", () => {
    const unreadable = {
      path: "a/SKILL.md",
      get text(): string {
        throw new Error("gone");
      },
    };
    const report = lint([unreadable, input(head)], { rules: [shout] });
    expect(report.files.map((file) => file.diagnostics.map(({ code }) => code))).toEqual([
      ["lint/internal"],
      ["lint/field-value"],
    ]);
  });

  it("sorts by place, then by code", () => {
    const { diagnostics } = createLinter({ dialect: "claude" }).lintFile(
      input("zeta: 1\nname: Bar Charts\nalpha: 2\n"),
    );
    const offsets = diagnostics.map(({ range }) => range?.start.offset ?? -1);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  });
});

describe("options", () => {
  it("refuse a dialect that does not exist, and list those that do", () => {
    let thrown: unknown;
    try {
      createLinter({ dialect: "none" });
    } catch (error) {
      thrown = error;
    }
    expect(SkillError.isInstance(thrown) && thrown.diagnostic.code).toBe("config/unknown-dialect");
    expect(SkillError.isInstance(thrown) && thrown.diagnostic.hint).toContain("claude");
  });

  it("set severities by rule, dialect and path, the last match winning", () => {
    const config = {
      rules: { "lint/field-value": "error" },
      dialects: { claude: { rules: { "lint/field-value": "info" } } },
      overrides: [
        { paths: ["skills/**"], rules: { "lint/field-value": "hint" } },
        { paths: ["skills/loud/**"], rules: { "lint/field-value": "warning" } },
        { paths: ["skills/none/**"], rules: { "lint/field-value": "off" } },
      ],
    } as const;
    const levels = (path: string, dialect: string): readonly string[] =>
      found(input(head, path), { config, dialect, rules: [shout] });
    expect(levels("a/SKILL.md", "agentskills")).toEqual(["lint/field-value error"]);
    expect(levels("a/SKILL.md", "claude")).toEqual(["lint/field-value info"]);
    expect(levels("skills/a/SKILL.md", "claude")).toEqual(["lint/field-value hint"]);
    expect(levels("skills/loud/SKILL.md", "claude")).toEqual(["lint/field-value warning"]);
    expect(levels("skills/none/SKILL.md", "claude")).toEqual([]);
  });

  it("choose the dialect: asked for, by path, in general, by the file", () => {
    const config = {
      dialect: "gsv",
      overrides: [{ paths: ["claude/**"], dialect: "claude" }],
    };
    expect(dialectOf("claude/a/SKILL.md", { config, dialect: "openclaw" })).toBe("openclaw");
    expect(dialectOf("claude/a/SKILL.md", { config })).toBe("claude");
    expect(dialectOf("a/SKILL.md", { config })).toBe("gsv");
    expect(dialectOf("a/SKILL.md", {})).toBe("agentskills");
  });

  it("match patterns from the folder of the configuration", () => {
    const config = { ignore: ["vendor/**"] };
    const linter = createLinter({ config, base: "/home/ada/project" });
    expect(linter.isIgnored("/home/ada/project/vendor/a/SKILL.md")).toBe(true);
    expect(linter.isIgnored("/home/ada/project/skills/vendor/SKILL.md")).toBe(false);
    expect(lint([input(head, "vendor/a/SKILL.md")], { config }).files).toEqual([]);
  });

  it("cannot turn off that the system refuses a file", () => {
    const config = { rules: { "parse/unquoted-text": "off" } } as const;
    const item = input("name: charts\ndescription: Use when: asked\n");
    expect(found(item, { config, dialect: "claude" })).toContain("parse/unquoted-text error");
  });
});

describe("finish", () => {
  const twice: CollectionRule = {
    code: "lint/field-conflict",
    title: "Each name once.",
    severity: "error",
    scope: "collection",
    check: ({ skills, report }) => {
      for (const skill of skills)
        report(skill, {
          message: `There are two \`${skill.name}\`.`,
          ...(skill.nameSpan === undefined ? {} : { span: skill.nameSpan }),
        });
    },
  };

  it("adds what rules over all files find, with places, and counts", () => {
    const items = [input(head, "a/SKILL.md"), input(head, "b/SKILL.md")];
    const report = lint(items, { rules: [shout, twice] });
    expect(report).toMatchObject({ errors: 2, warnings: 2, infos: 0, fixable: 0 });
    const { range } = report.files[1]?.diagnostics[1] ?? {};
    expect(range).toEqual({
      start: { line: 2, column: 7, offset: 10 },
      end: { line: 2, column: 13, offset: 16 },
    });
  });

  it("works on results that were stored as JSON", () => {
    const linter = createLinter({ rules: [twice] });
    const result = linter.lintFile(input(head));
    const stored = JSON.parse(JSON.stringify(result)) as typeof result;
    expect(linter.finish([stored]).files[0]?.diagnostics).toEqual(
      linter.finish([result]).files[0]?.diagnostics,
    );
  });

  it("goes on after a rule that fails", () => {
    const broken: CollectionRule = {
      ...twice,
      check: () => {
        throw new Error("out of paper");
      },
    };
    const report = lint([input(head)], { rules: [broken] });
    expect(report.files[0]?.diagnostics.map(({ code }) => code)).toEqual(["lint/internal"]);
  });
});
