/** `skillwright lint` as a process: what it prints, in every format, and where it takes its settings from. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenSkill, goodSkill, playground } from "../support/program.ts";
import { checkSarif } from "../support/sarif.ts";
import { root } from "../support/source.ts";

const ground = playground({
  "skills/letters/SKILL.md": brokenSkill("letters"),
  "skills/sorter/SKILL.md": goodSkill("other"),
  "skills/plain/SKILL.md": goodSkill("plain"),
  "nested/skillwright.config.json": `{ "rules": { "lint/name-directory": "error" }, "ignore": ["deep/old/**"] }`,
  "nested/deep/sorter/SKILL.md": goodSkill("other"),
  "nested/deep/old/SKILL.md": brokenSkill("old"),
});

interface Report {
  readonly errors: number;
  readonly warnings: number;
  readonly files: readonly {
    readonly path: string;
    readonly dialect: string;
    readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
  }[];
}

function report(words: readonly string[], folder = "."): Report {
  return JSON.parse(ground.run([...words, "--format", "json"], { folder }).stdout) as Report;
}

/** The files of the built program that are loaded with one of them. */
function loadedWith(name: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(name)) return known;
  known.add(name);
  const text = readFileSync(join(root, "dist/cli", name), "utf8");
  for (const [, next = ""] of text.matchAll(/^import [^\n]*"\.\/([^"\n]+)";$/gm))
    loadedWith(next, known);
  return known;
}

describe("lint", () => {
  it("[BX-10] loads neither the scanner nor what finds the skills of an agent, in any thread", () => {
    const rooms = [...loadedWith("worker.js")].map((name) => name.split("-")[0]);
    expect(rooms).toContain("lint");
    expect(rooms).not.toContain("scan");
    expect(rooms).not.toContain("library");
  });

  it("[BX-08] shows findings with their lines, hints, fixes and pages", () => {
    const { stdout, code } = ground.run(["lint", "skills/letters"]);
    expect(code).toBe(1);
    expect(stdout).toBe(`skills/letters/SKILL.md

  3:14 error: Unexpected \`: \` in the unquoted value of \`description\`, expected quoted text.
  3 | description: Sorts letters: by their date. Use when the user asks to sort letters.
    |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: Strict YAML readers refuse the file. Put the value in quotes. Agent Skills refuses the file because of it.
  fix: Quote the value (\`--fix\`)
  why: \`skillwright rules parse/unquoted-text\`

1 skill, 1 error. Of these, 1 is fixed by \`--fix\`.
`);
  });

  it("[BX-01] gives programs every file with its dialect and findings", () => {
    expect(report(["lint", "skills"])).toMatchObject({
      errors: 1,
      warnings: 1,
      files: [
        { path: "skills/letters/SKILL.md", diagnostics: [{ code: "parse/unquoted-text" }] },
        { path: "skills/plain/SKILL.md", dialect: "agentskills", diagnostics: [] },
        { path: "skills/sorter/SKILL.md", diagnostics: [{ code: "lint/name-directory" }] },
      ],
    });
  });

  it("takes --json for --format json", () => {
    const { stdout } = ground.run(["lint", "skills", "--json"]);
    expect(JSON.parse(stdout)).toEqual(report(["lint", "skills"]));
  });

  it("tells a folder that is called like a skill's file", () => {
    const odd = playground({ "skills/letters/SKILL.md/notes.txt": "" });
    const { stdout, code } = odd.run(["lint", "--no-cache"]);
    expect(stdout).toContain("The file cannot be read: it is a folder.");
    expect(stdout).toContain("hint: Give the folder another name");
    expect(code).toBe(1);
    expect(odd.run(["list"]).stdout).toContain("it is a folder");
  });

  it("[BX-08] writes SARIF that keeps to the schema", () => {
    const log: unknown = JSON.parse(ground.run(["lint", "skills", "--format", "sarif"]).stdout);
    expect(checkSarif(log)).toEqual([]);
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          results: [
            {
              ruleId: "parse/unquoted-text",
              level: "error",
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "skills/letters/SKILL.md", uriBaseId: "%SRCROOT%" },
                    region: { startLine: 3, startColumn: 14, endLine: 3, endColumn: 83 },
                  },
                },
              ],
              fixes: [{ description: { text: "Quote the value" } }],
            },
            { ruleId: "lint/name-directory", level: "warning" },
          ],
        },
      ],
    });
  });

  it("[BX-08] writes annotations for GitHub", () => {
    const lines = ground.run(["lint", "skills", "--format", "github"]).stdout.split("\n");
    expect(lines[0]).toMatch(
      /^::error file=skills\/letters\/SKILL\.md,line=3,endLine=3,col=14,endColumn=82,title=parse\/unquoted-text::/u,
    );
    expect(lines[1]).toMatch(/^::warning file=skills\/sorter\/SKILL\.md,line=2,/u);
  });

  it("writes JUnit XML to the file that is asked for", () => {
    const { stdout, stderr } = ground.run(["lint", "skills", "-f", "junit", "-o", "report.xml"]);
    expect(stdout).toBe("");
    expect(stderr).toBe("3 skills, 1 error, 1 warning; the report is in report.xml.\n");
    expect(readFileSync(ground.path("report.xml"), "utf8")).toContain(
      `<testsuites name="skillwright" tests="3" failures="1" errors="0">`,
    );
  });

  it("leaves warnings out when it is to be quiet", () => {
    expect(report(["lint", "skills", "--quiet"])).toMatchObject({ errors: 1, warnings: 0 });
  });

  it("takes every skill for the dialect that is asked for", () => {
    const { files } = report(["lint", "skills/plain", "--dialect", "gaia"]);
    expect(files[0]).toMatchObject({ dialect: "gaia" });
    expect(files[0]?.diagnostics.map(({ code }) => code)).toContain("lint/field-missing");
  });

  it("judges standard input by the place that it is given", () => {
    const input = goodSkill("other");
    const options = { input };
    expect(ground.run(["lint", "-"], options).stdout).toBe("1 skill, no problems.\n");
    const { stdout } = ground.run(["lint", "-", "--stdin-path", "skills/plain/SKILL.md"], options);
    expect(stdout).toContain("2:7 warning: The name `other` differs from the folder `plain`");
    expect(stdout).toContain("2 | name: other\n");
    expect(ground.run(["lint", "-", "--fix"], options).code).toBe(2);
    expect(ground.run(["lint", "-", "skills"], options).code).toBe(2);
  });

  it("knows the name of the folder also from inside of it", () => {
    expect(ground.run(["lint"], { folder: "skills/sorter" }).stdout).toContain(
      "The name `other` differs from the folder `sorter`",
    );
    expect(ground.run(["lint", "./SKILL.md"], { folder: "skills/plain" }).stdout).toBe(
      "1 skill, no problems.\n",
    );
  });

  it.each(["nested", "nested/deep", "nested/deep/sorter"])(
    "finds the configuration above %s, and counts its patterns from there",
    (folder) => {
      expect(report(["lint"], folder)).toMatchObject({ errors: 1, warnings: 0 });
      expect(report(["lint"], folder).files).toHaveLength(1);
    },
  );

  it("counts the patterns of a named configuration from its folder", () => {
    const words = ["lint", "nested", "--config", "nested/skillwright.config.json"];
    expect(report(words).files.map(({ path }) => path)).toEqual(["nested/deep/sorter/SKILL.md"]);
  });

  it("says so when there is no skill", () => {
    mkdirSync(ground.path("empty"), { recursive: true });
    const { stdout, stderr } = ground.run(["lint", "empty"]);
    expect(stdout).toBe("0 skills, no problems.\n");
    expect(stderr).toBe("No skill was found: no SKILL.md lies below the paths.\n");
  });

  it("uses colours on request alone", () => {
    const words = ["lint", "skills"];
    const escape = "\u001b[";
    const colored = { environment: { FORCE_COLOR: "1" } };
    expect(ground.run(words).stdout).not.toContain(escape);
    expect(ground.run(words, colored).stdout).toContain(escape);
    expect(
      ground.run(words, { environment: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stdout,
    ).not.toContain(escape);
    expect(ground.run([...words, "-f", "json"], colored).stdout).not.toContain(escape);
  });

  it("gives the same report whatever the number of threads", () => {
    const many = playground();
    for (let index = 0; index < 150; index++) {
      const name = `skill-${index}`;
      const text = index % 3 === 0 ? brokenSkill(name) : goodSkill(index % 5 === 0 ? "x" : name);
      many.write(`skills/${name}/SKILL.md`, text);
    }
    const words = ["lint", "skills", "--format", "json", "--no-cache", "--jobs"];
    const alone = many.run([...words, "1"]);
    const together = many.run([...words, "3"]);
    expect(together.stdout).toBe(alone.stdout);
    expect(together.code).toBe(alone.code);
    expect(JSON.parse(alone.stdout)).toMatchObject({ errors: 50 });
  });
});
