/** The smaller commands, each as a user runs it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandGroups, commands } from "../../src/cli/commands/table.ts";
import { dialects, profiles } from "../../src/skill/index.ts";
import { needs } from "../support/needs.ts";
import { goodSkill, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { outputOf, runToEnd } from "../support/spawner.ts";

const ids = [...dialects, ...profiles].map(({ id }) => id);
const ground = playground({
  "skills/letters/SKILL.md": goodSkill("letters"),
  "skills/letters/notes.md": "Notes.\n",
  "skills/sorter/SKILL.md": goodSkill("other"),
});

describe("help", () => {
  it("names every command under a heading, a line each", () => {
    const { stdout } = ground.run(["--help"]);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(86);
    const width = Math.max(...commands.map(({ name }) => name.length));
    for (const { title } of commandGroups) expect(stdout).toContain(`\n${title}:\n`);
    for (const { name, summary } of commands)
      expect(stdout).toContain(`  ${name.padEnd(width)}  ${summary}\n`);
  });

  it.each(commands.map(({ name }) => name))(
    "of %s fits a screen and is the same both ways",
    (name) => {
      const { stdout } = ground.run(["help", name]);
      expect(stdout).toBe(ground.run([name, "--help"]).stdout);
      const lines = stdout.split("\n");
      expect(lines.length).toBeLessThanOrEqual(48);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );

  it("of the version is that of the package", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(ground.run(["--version"]).stdout).toBe(`${manifest.version}\n`);
  });
});

describe("validate", () => {
  it("[BX-05] gives the verdict of the open specification by default", () => {
    expect(ground.run(["validate", "skills"])).toEqual({
      code: 1,
      stdout: `valid skills/letters/SKILL.md
invalid skills/sorter/SKILL.md, 1 problem
  error name: The name \`other\` differs from the folder \`sorter\`.
1 valid, 1 invalid as Agent Skills (agentskills)
`,
      stderr: "",
    });
  });

  it("[BX-01] gives that of any dialect, also as JSON", () => {
    const { stdout, code } = ground.run(["validate", "skills/letters", "-d", "gaia", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      dialect: "gaia",
      valid: 0,
      invalid: 1,
      skills: [{ path: "skills/letters/SKILL.md", valid: false }],
    });
    expect(ground.run(["validate", "-", "-d", "claude"], { input: goodSkill("x") }).code).toBe(0);
  });
});

describe("inspect", () => {
  it("shows every value with its place", () => {
    expect(ground.run(["inspect", "skills/letters"]).stdout).toBe(`skills/letters/SKILL.md
Agent Skills (agentskills), because it has only fields of the open specification.

identity
  name                    letters  2:7 name

guidance
  description             Sorts letters by their date. Use when the user asks to…  3:14 description

instructions  5 lines from line 5

No problems.
`);
  });

  it("gives programs the model, the places and the problems", () => {
    const { stdout } = ground.run(["inspect", "skills/sorter", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      path: "skills/sorter/SKILL.md",
      dialect: "agentskills",
      name: "other",
      values: [
        {
          facet: "identity.name",
          value: "other",
          path: "name",
          range: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
        },
        { facet: "guidance.description" },
      ],
      problems: [{ code: "lint/name-directory" }],
    });
  });
});

describe("new", () => {
  it.each(ids)("writes a skill of %s that has no problems", (id) => {
    const made = ground.run(["new", "weekly-report", "--dialect", id, "--dir", `new/${id}`]);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(`new/${id}/weekly-report/SKILL.md\n`);
    const linted = ground.run(["lint", `new/${id}`, "--dialect", id]);
    expect(linted.stdout).toBe("1 skill, no problems.\n");
  });

  it("never writes over a file", () => {
    const before = readFileSync(ground.path("skills/letters/SKILL.md"), "utf8");
    const { code, stderr } = ground.run(["new", "letters", "--dir", "skills"]);
    expect(code).toBe(1);
    expect(stderr).toContain("It was left as it is.");
    expect(readFileSync(ground.path("skills/letters/SKILL.md"), "utf8")).toBe(before);
  });

  it("suggests a name where the dialect does not take the given one", () => {
    expect(ground.run(["new", "Weekly Report"]).stderr).toContain(
      "Try `skillwright new weekly-report`.",
    );
    expect(existsSync(ground.path("Weekly Report"))).toBe(false);
  });

  it("quotes a description where YAML needs it", () => {
    ground.run(["new", "quoted", "--description", "Counts: one, two. Use when counting."]);
    expect(ground.run(["lint", "quoted"]).stdout).toBe("1 skill, no problems.\n");
  });
});

describe("matrix", () => {
  it("[BX-04] gives every cell that is not green a reason", () => {
    const { stdout } = ground.run(["matrix", "skills", "--json"]);
    const made = JSON.parse(stdout) as {
      readonly systems: readonly unknown[];
      readonly rows: readonly {
        readonly cells: readonly {
          readonly verdict: string;
          readonly reasons: readonly unknown[];
        }[];
      }[];
    };
    expect(made.rows).toHaveLength(2);
    for (const { cells } of made.rows) {
      expect(cells).toHaveLength(made.systems.length);
      for (const { verdict, reasons } of cells)
        expect(verdict === "works" || reasons.length > 0).toBe(true);
    }
  });

  it("[BX-04] writes a page for a browser", () => {
    expect(ground.run(["matrix", "skills", "--format", "html", "-o", "matrix.html"]).code).toBe(0);
    expect(readFileSync(ground.path("matrix.html"), "utf8")).toMatch(/^<!doctype html>/iu);
  });
});

describe("rules", () => {
  it("lists the codes and shows their pages", () => {
    expect(ground.run(["rules"]).stdout).toMatch(/^lint\/name-directory +error +/mu);
    expect(ground.run(["rules", "lint/name-directory"]).stdout).toMatch(
      /^# lint\/name-directory\n/u,
    );
    expect(ground.run(["rules", "name-directory"]).code).toBe(0);
    expect(ground.run(["rules", "lint/name-dirctory"]).stderr).toContain(
      "Did you mean `lint/name-directory`?",
    );
  });
});

const bash = needs.command("bash");

describe("completion", () => {
  it.each(["bash", "zsh", "fish", "powershell"])(
    "for %s names every command and dialect",
    (shell) => {
      const { stdout } = ground.run(["completion", shell]);
      for (const word of [...commands.map(({ name }) => name), ...ids])
        expect(stdout).toContain(word);
    },
  );

  bash.describe("in bash", (path) => {
    const complete = (words: readonly string[]): readonly string[] => {
      const script = [
        ground.run(["completion", "bash"]).stdout,
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
        `COMP_CWORD=${words.length - 1}`,
        "_skillwright",
        'printf "%s\\n" "${COMPREPLY[@]}"',
      ].join("\n");
      const output = outputOf(path, ["--norc", "-c", script], {
        cwd: ground.folder,
      });
      return output.split("\n").filter((line) => line !== "");
    };

    it.each([
      [["skillwright", "val"], ["validate"]],
      [["skillwright", "lint", "--form"], ["--format"]],
      [["skillwright", "lint", "--format", "s"], ["sarif"]],
      [
        ["skillwright", "lint", "-f", ""],
        ["pretty", "json", "sarif", "github", "gitlab", "junit", "rdjsonl"],
      ],
      [["skillwright", "validate", "-d", "personal"], ["personal-mcp"]],
      [
        ["skillwright", "rules", "lint/name-d"],
        ["lint/name-directory", "lint/name-duplicate"],
      ],
      [["skillwright", "lint", "ski"], ["skills"]],
      [["skillwright", "new", "x", "--dir", "skills/l"], ["skills/letters"]],
      [["skillwright", "help", "matr"], ["matrix"]],
      [["skillwright", "completion", "z"], ["zsh"]],
    ])("completes %j", (words, expected) => {
      expect(complete(words)).toEqual(expected);
    });
  });
});

describe("the output", () => {
  it("may be cut off by a pipe without a word", () => {
    const main = join(root, "dist/cli/main.js");
    const script = `'${process.execPath}' '${main}' rules | head -1`;
    const ran = runToEnd("sh", ["-c", script], { cwd: ground.folder });
    expect(ran.stderr).toBe("");
    expect(ran.stdout.split("\n")).toHaveLength(2);
  });
});

function caseLine(id: string, op: string, value: string): string {
  const rest = { clause: "X-1", dialect: "agentskills", in: { value }, out: { valid: true } };
  return JSON.stringify({ id, op, ...rest });
}

describe("conform", () => {
  it("prints what differs, what it cannot answer, and the counts", () => {
    ground.write(
      "cases.jsonl",
      [
        caseLine("a", "name", "ok"),
        caseLine("b", "name", "NO"),
        caseLine("c", "fly", "x"),
        "",
      ].join("\n"),
    );
    const ran = ground.run(["conform", "cases.jsonl"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout.split("\n")).toEqual([
      'differs b (X-1, `name` of `agentskills`): expected {"valid":true}, got {"valid":false,"normalized":null}',
      "unsupported c: `fly` of `agentskills`",
      "1 passed, 2 failed",
      "",
    ]);
    const json = ground.run(["conform", "--json", "cases.jsonl"]).stdout.trim().split("\n");
    expect(json.map((text) => JSON.parse(text) as unknown)).toEqual([
      { id: "a", ok: true, actual: { valid: true, normalized: "ok" } },
      { id: "b", ok: false, actual: { valid: false, normalized: null } },
      { id: "c", ok: false, actual: null },
    ]);
  });
});
