import { describe, expect, it } from "vitest";
import { checkSarif } from "../../../test/support/sarif.ts";
import type { Diagnostic, Range, Severity } from "../../skill/index.ts";
import type { FileResult, LintReport } from "../lint/result.ts";
import { unifiedDiff } from "./diff.ts";
import { renderFrame } from "./frame.ts";
import { github, gitlab, harmless, junit, pretty, sarif, widthOf } from "./index.ts";
import type { ReportContext } from "./reporter.ts";

const TEXT = "---\nname: a\n---\n";

const context: ReportContext = {
  version: "1.2.3",
  codes: [{ code: "lint/known", title: "Known.", severity: "warning", fixable: "safe" }],
  readText: (path) => (path === "a/SKILL.md" ? TEXT : undefined),
  paint: (_style, text) => text,
  columns: 60,
};

type Place = readonly [line: number, column: number];

function range([line, column]: Place, [endLine, endColumn]: Place): Range {
  return {
    start: { line, column, offset: 0 },
    end: { line: endLine, column: endColumn, offset: 0 },
  };
}

function finding(more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: "lint/known",
    severity: "error",
    message: "`a` is in the wrong place; write `b`.",
    file: "a/SKILL.md",
    range: range([2, 7], [2, 8]),
    ...more,
  };
}

function report(diagnostics: readonly Diagnostic[], path = "a/SKILL.md"): LintReport {
  const file: FileResult = {
    path,
    dialect: "gaia",
    dialectReason: "it was asked for",
    diagnostics,
    facts: { path, root: "", dialect: "gaia", dependsOn: [] },
    ranges: [],
    suppressions: [],
    probes: {},
  };
  const count = (severity: Severity): number =>
    diagnostics.filter((item) => item.severity === severity).length;
  return {
    files: [file],
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info") + count("hint"),
    fixable: diagnostics.filter(({ fix }) => fix !== undefined).length,
  };
}

describe("pretty", () => {
  it("shows place, lines, hint, fix, related places and the page", () => {
    const diagnostic = finding({
      hint: "Write `b`.",
      fix: { title: "Write it", safety: "unsafe", edits: [] },
      related: [{ message: "Also here.", file: "b/SKILL.md", range: range([3, 1], [3, 2]) }],
    });
    expect(pretty.render(report([diagnostic]), context)).toBe(`a/SKILL.md

  2:7 error: \`a\` is in the wrong place; write \`b\`.
  2 | name: a
    |       ^
  hint: Write \`b\`.
  fix: Write it (\`--fix-unsafe\`)
  see b/SKILL.md:3:1: Also here.
  why: \`skillwright rules lint/known\`

1 skill, 1 error. Of these, 1 more is fixed by \`--fix-unsafe\`.
`);
  });

  it("does without lines where the text is gone", () => {
    const text = pretty.render(report([finding()], "gone/SKILL.md"), context);
    expect(text).not.toContain(" | ");
  });

  it("says so when nothing is wrong", () => {
    expect(pretty.render(report([]), context)).toBe("1 skill, no problems.\n");
  });

  it("lets no text of a file reach the terminal as a command", () => {
    const text = pretty.render(
      report([finding({ message: "\u001b[2Jgone\u0007\u202e" })]),
      context,
    );
    expect(text).toContain("\ufffd[2Jgone\ufffd\ufffd");
  });
});

describe("frames", () => {
  const options = { paint: context.paint, columns: 60, style: "red" } as const;

  it.each([
    ["the range of one line", "abc def\n", range([1, 5], [1, 8]), ["1 | abc def", "  |     ^^^"]],
    ["an empty range", "abc\n", range([1, 2], [1, 2]), ["1 | abc", "  |  ^"]],
    ["a range at the end of the file", "abc\n", range([2, 1], [2, 1]), ["2 |", "  | ^"]],
    [
      "two lines of a longer range, without the blanks before them",
      "a b\n  c\n  d\n",
      range([1, 3], [3, 4]),
      ["1 | a b", "  |   ^", "2 |   c", "  |   ^"],
    ],
    [
      "a range that ends with the line end",
      "abc\ndef\n",
      range([1, 1], [2, 1]),
      ["1 | abc", "  | ^^^"],
    ],
    ["wide characters", "日本 x\n", range([1, 4], [1, 5]), ["1 | 日本 x", "  |      ^"]],
    ["tabs", "\tx\n", range([1, 2], [1, 3]), ["1 |   x", "  |   ^"]],
    ["carriage returns", "ab\r\ncd\r\n", range([2, 1], [2, 3]), ["2 | cd", "  | ^^"]],
  ])("show %s", (_name, text, place, expected) => {
    expect(renderFrame(text, place, options)).toEqual(expected);
  });

  it("keep a long line on the screen", () => {
    const text = `${"a".repeat(100)}HERE${"b".repeat(100)}\n`;
    const [line = "", marks = ""] = renderFrame(text, range([1, 101], [1, 105]), options);
    expect(line.length).toBeLessThanOrEqual(60);
    expect(line.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe("HERE");
  });

  it("count columns as a terminal does", () => {
    expect(["abc", "日本", "é", "e\u0301", "🧩", "a\u200bb"].map(widthOf)).toEqual([
      3, 4, 1, 1, 2, 2,
    ]);
    expect(harmless("a\tb\u0000")).toBe("a  b\ufffd");
  });
});

describe("github", () => {
  it("[BX-08] escapes what would end the command or its properties", () => {
    const diagnostic = finding({
      severity: "info",
      message: "100 %\r\nnext: a,b",
      hint: "Do\nit.",
    });
    expect(github.render(report([diagnostic], "a,b:c/100%.md"), context)).toBe(
      "::notice file=a%2Cb%3Ac/100%25.md,line=2,endLine=2,col=7,endColumn=7,title=lint/known" +
        "::100 %25%0D%0Anext: a,b%0ADo%0Ait.\n1 skill, 1 note\n",
    );
  });

  it("[BX-08] leaves columns out over several lines", () => {
    const diagnostic = finding({ severity: "warning", range: range([1, 2], [3, 1]) });
    expect(github.render(report([diagnostic]), context)).toMatch(
      /^::warning file=a\/SKILL\.md,line=1,endLine=3,title=lint\/known::/u,
    );
  });
});

describe("junit", () => {
  it("[BX-08] is XML whatever the text holds", () => {
    const diagnostics = [
      finding({ message: `<&"'>\u0000\ud800\u0007 ]]>` }),
      finding({ severity: "warning", message: "w" }),
    ];
    const text = junit.render(report(diagnostics), context);
    expect(text).toContain(`message="&lt;&amp;&quot;&apos;&gt;\ufffd\ufffd\ufffd ]]&gt;"`);
    expect(text).toContain(`tests="2" failures="1" errors="0"`);
    expect(text.match(/<failure /gu)).toHaveLength(1);
    expect(text.match(/<system-out>/gu)).toHaveLength(1);
  });

  it("has a case that passes for a skill without findings", () => {
    expect(junit.render(report([]), context)).toContain(
      `<testcase name="lint" classname="a/SKILL.md"/>`,
    );
  });
});

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly unknown[] } };
    readonly results: readonly Record<string, unknown>[];
  }[];
}

function sarifOf(diagnostics: readonly Diagnostic[], path?: string): Log["runs"][number] {
  const log = JSON.parse(sarif.render(report(diagnostics, path), context)) as Log;
  expect(checkSarif(log)).toEqual([]);
  return log.runs[0] as Log["runs"][number];
}

describe("sarif", () => {
  it("[BX-08] describes known codes and those that no rule stands behind", () => {
    const run = sarifOf([finding({ code: "read/other", severity: "hint" })]);
    expect(run.tool.driver.rules).toMatchObject([
      { id: "lint/known", defaultConfiguration: { level: "warning" } },
      { id: "read/other", defaultConfiguration: { level: "note" } },
    ]);
  });

  it.each([
    ["a b/ü.md", { uri: "a%20b/%C3%BC.md", uriBaseId: "%SRCROOT%" }],
    ["/x/y#z.md", { uri: "file:///x/y%23z.md" }],
    ["C:/x/y.md", { uri: "file:///C:/x/y.md" }],
  ])("[BX-08] writes the path %s as a URI", (path, artifactLocation) => {
    expect(sarifOf([finding()], path).results[0]).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation } }],
    });
  });

  it("[BX-08] carries fixes and related places", () => {
    const fix = {
      title: "Write it",
      safety: "safe",
      edits: [{ start: 10, end: 11, text: "b" }],
    } as const;
    const related = [{ message: "Also here.", file: "b/SKILL.md" }];
    expect(sarifOf([finding({ fix, related })]).results[0]).toMatchObject({
      fixes: [
        {
          description: { text: "Write it" },
          artifactChanges: [
            {
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 8 },
                  insertedContent: { text: "b" },
                },
              ],
            },
          ],
        },
      ],
      relatedLocations: [
        {
          id: 1,
          message: { text: "Also here." },
          physicalLocation: { artifactLocation: { uri: "b/SKILL.md" } },
        },
      ],
    });
  });

  it("[BX-08] gives a finding the same fingerprint wherever its line moves", () => {
    const moved = finding({ range: range([9, 7], [9, 8]) });
    const prints = [[finding()], [moved], [finding({ message: "Other." })]].map(
      (list) => sarifOf(list).results[0]?.["partialFingerprints"],
    );
    expect(prints[1]).toEqual(prints[0]);
    expect(prints[2]).not.toEqual(prints[0]);
    const twins = sarifOf([finding(), moved]).results.map((item) => item["partialFingerprints"]);
    expect(twins[0]).not.toEqual(twins[1]);
  });
});

describe("diffs", () => {
  it.each([
    ["a\n", "a\n", ""],
    ["a\n", "b\n", "@@ -1,1 +1,1 @@\n-a\n+b\n"],
    ["", "a\n", "@@ -0,0 +1,1 @@\n+a\n"],
    ["a\n", "", "@@ -1,1 +0,0 @@\n-a\n"],
    ["a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"],
    ["a\r\nb\n", "a\nb\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n"],
    [
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
      "1\nX\n3\n4\n5\n6\n7\n8\n9\nY\n10\n",
      "@@ -1,5 +1,5 @@\n 1\n-2\n+X\n 3\n 4\n 5\n@@ -7,4 +7,5 @@\n 7\n 8\n 9\n+Y\n 10\n",
    ],
  ])("from %j to %j", (before, after, expected) => {
    const head = expected === "" ? "" : "--- a/x\n+++ b/x\n";
    expect(unifiedDiff("x", before, after)).toBe(head + expected);
  });

  it("replace everything where nearly everything changed", () => {
    const before = Array.from({ length: 1200 }, (_, index) => `a${index}\n`).join("");
    const after = Array.from({ length: 1200 }, (_, index) => `b${index}\n`).join("");
    const lines = unifiedDiff("x", before, after).split("\n");
    expect(lines).toHaveLength(2 + 1 + 2400 + 1);
    expect(lines[2]).toBe("@@ -1,1200 +1,1200 @@");
  });
});

function readGitlab(one: LintReport): readonly { fingerprint: string }[] {
  // Printed by this reporter.
  return JSON.parse(gitlab.render(one, context)) as { fingerprint: string }[];
}

describe("gitlab", () => {
  it("[BX-08] names each finding by what does not change when lines move", () => {
    const moved = finding({ range: range([9, 1], [9, 2]), hint: "Write `b`." });
    const twice = report([finding(), finding({ range: range([5, 1], [5, 2]) })]);
    const [first, second] = readGitlab(twice);
    expect(first).toEqual({
      description: "`a` is in the wrong place; write `b`.",
      check_name: "lint/known",
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}:1$/u) as string,
      severity: "critical",
      location: { path: "a/SKILL.md", lines: { begin: 2 } },
    });
    expect(second?.fingerprint).not.toBe(first?.fingerprint);
    expect(readGitlab(report([moved]))[0]).toMatchObject({
      fingerprint: first?.fingerprint,
      description: "`a` is in the wrong place; write `b`. Write `b`.",
    });
    expect(readGitlab(report([]))).toEqual([]);
  });
});
