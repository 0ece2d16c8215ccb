/**
 * Every page about a rule of the scanner is a test: its bad examples show the code, its good ones do not. Blocks with
 * one `group` are the files of one skill; a block whose `path` is no SKILL.md stands beside a plain one.
 */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import {
  isAtLeast,
  scan,
  type ScanFile,
  type ScanFinding,
  scanRules,
} from "../src/check/scan/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { type Example, readExamples } from "./support/rule-pages.ts";
import { listFiles, readFiles } from "./support/source.ts";

const folder = "docs/reference/diagnostics/scan";
/** Codes of the engine itself, of which no small file can be an example. */
const WITHOUT_EXAMPLES = new Set([
  "scan/internal",
  "scan/not-read",
  "scan/not-text",
  "scan/second-opinion",
]);
const PLAIN =
  "---\nname: sample\ndescription: Formats tables. Use when the user asks for one.\n---\n\nFormat the table.\n";

const ports = openScanEngines();
const pages = readFiles([folder], /\.md$/u).map(({ path, text }) => ({
  code: `scan/${posix.basename(path, ".md")}`,
  examples: readExamples(text),
}));

function filesOf(example: Example, examples: readonly Example[]): readonly ScanFile[] {
  const group = examples.filter(
    (other) => other === example || (example.group !== undefined && other.group === example.group),
  );
  const files = group.map(({ path, content, link, mode }): ScanFile => ({
    path,
    content,
    ...(link === undefined ? {} : { link }),
    ...(mode === undefined ? {} : { mode }),
  }));
  const hasSkill = files.some(({ path }) => /(?:^|\/)skill\.md$/iu.test(path));
  return hasSkill ? files : [{ path: "SKILL.md", content: PLAIN }, ...files];
}

function show({ code, range }: ScanFinding): string {
  if (range === undefined) return code;
  const { start, end } = range;
  return `${code}@${start.line}:${start.column}-${end.line}:${end.column}`;
}

function isMild(code: string): boolean {
  const severity = scanRules.find((rule) => rule.code === code)?.severity ?? "info";
  return !isAtLeast(severity, "medium");
}

async function found(
  example: Example,
  examples: readonly Example[],
  code: string,
): Promise<readonly ScanFinding[]> {
  const { findings } = await scan({ files: filesOf(example, examples), ports });
  return findings.filter((finding) => finding.code === code);
}

describe.each(pages.filter(({ examples }) => examples.length > 0))(
  "$code",
  ({ code, examples }) => {
    const bad = examples.filter((example) => example.verdict === "bad");
    const good = examples.filter((example) => example.verdict === "good");

    it.each(bad)("[BX-07] is shown by the bad example in line $line", async (example) => {
      const findings = await found(example, examples, code);
      const here = findings.filter(({ file }) => file === example.path);
      const shown = here.map(show).sort();
      const wanted = example.expected.map((item) =>
        item.place === undefined ? item.code : `${item.code}@${item.place}`,
      );
      // A page that names no place only asks for the code.
      const comparable = wanted.includes(code)
        ? [...new Set(here.map((finding) => finding.code))]
        : shown;
      expect(comparable).toEqual([...wanted].sort());
      for (const { message } of here) expect(message).toMatch(/^[A-Z`][^]*\.$/u);
    });

    it.each(good)("[BX-07] is not shown by the good example in line $line", async (example) => {
      const findings = await found(example, examples, code);
      // What a warning or a sample shows is told, but not as a reason to worry.
      const least = isMild(code) ? "info" : "medium";
      expect(findings.filter(({ severity }) => isAtLeast(severity, least)).map(show)).toEqual([]);
    });
  },
);

describe("pages of the scanner", () => {
  it("exist for every rule, with a bad and a good example", () => {
    const lacking = scanRules
      .map(({ code }) => code)
      .filter((code) => {
        const examples = pages.find((page) => page.code === code)?.examples ?? [];
        const verdicts = new Set(examples.map((example) => example.verdict));
        return !verdicts.has("bad") || !verdicts.has("good");
      });
    expect(lacking).toEqual([]);
  });

  it("exist only for codes that exist", () => {
    const known = new Set([...scanRules.map(({ code }) => code), ...WITHOUT_EXAMPLES]);
    expect(pages.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });

  it("belong to rules that each say in one sentence what they ask for", () => {
    expect(new Set(scanRules.map(({ code }) => code)).size).toBe(scanRules.length);
    for (const { code, title } of scanRules) {
      expect(code).toMatch(/^scan\/[a-z0-9]+(?:-[a-z0-9]+)*$/u);
      expect(title).toMatch(/^[A-Z`].*\.$/u);
    }
  });

  it("belong to rules that the list names", () => {
    const files = listFiles(["src/check/scan/rules"], /\.ts$/u).map((path) =>
      posix.basename(path, ".ts"),
    );
    const ids = files.filter((id) => id !== "index" && !id.endsWith(".test"));
    const listed = new Set(scanRules.map(({ code }) => code.replace("scan/", "")));
    expect(ids.filter((id) => !listed.has(id))).toEqual([]);
  });
});
