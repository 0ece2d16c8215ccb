/**
 * Follows every recipe of CONTRIBUTING.md in a copy of the sources: each scaffold is made, and what it wrote is
 * type-checked, formatted and run by the tests that pick it up.
 */
// @starts the scripts of the repository, in a copy
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { compiledOnce } from "./support/compiled.ts";
import { needsTime } from "./support/needs.ts";
import { temporaryFolder } from "./support/program.ts";
import { root } from "./support/source.ts";

const LEFT_OUT = new Set([".git", "node_modules", "dist"]);

const KINDS = [
  "dialect",
  "lint-rule",
  "scan-rule",
  "operation",
  "page",
  "store",
  "protocol",
  "node",
] as const;

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Of the tests that go over all there is: those of what the recipes wrote, and of the lists that it is in. */
const CONCERNED = "recipe|imports|sources|programs|pages|codes|the list of dialects";

interface Copy {
  readonly folder: string;
  readonly run: (command: string, ...words: readonly string[]) => Promise<Ran>;
}

function createCopy(): Copy {
  const copy = join(temporaryFolder(), "skillwright");
  cpSync(root, copy, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const run: Copy["run"] = async (command, ...words) => {
    const env = { ...process.env, ...compiledOnce(), PATH: path };
    const options = { cwd: copy, env, maxBuffer: 1 << 26 };
    try {
      const { stdout, stderr } = await promisify(execFile)(command, words, options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      // What execFile throws for a program that fails carries its code and its outputs.
      const { code = 1, stdout = "", stderr = "" } = error as Partial<Record<string, string>>;
      return { code: Number(code), output: `${stdout}${stderr}` };
    }
  };
  return { folder: copy, run };
}

describe("the recipes of CONTRIBUTING.md", () => {
  let folder: string;
  let run: Copy["run"];
  beforeAll(() => {
    ({ folder, run } = createCopy());
  });

  it("name every scaffold", () => {
    const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
    const named = [...page.matchAll(/`npm run new -- (?<kind>[a-z-]+) /gu)].map(
      ({ groups }) => groups?.["kind"],
    );
    expect(new Set(named)).toEqual(new Set(KINDS));
  });

  it("refuse a wrong name and a place that is taken, and write nothing", async () => {
    const wrong = await run("node", "scripts/new.ts", "page", "My Page");
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining("lower-case words")]);
    const taken = await run("node", "scripts/new.ts", "lint-rule", "file-size");
    expect([taken.code, taken.output]).toEqual([2, expect.stringContaining("already exists")]);
    const unknown = await run("node", "scripts/new.ts", "planet", "mars");
    expect(unknown.output).toContain("lint-rule, scan-rule, operation");
  });

  it.each(KINDS)("[BX-15] write the files of a new %s", async (kind) => {
    const made = await run("node", "scripts/new.ts", kind, `recipe-${kind}`);
    expect([made.code, made.output]).toEqual([0, expect.stringContaining("Wrote")]);
    const [, written = ""] = /^Wrote (?<path>\S+?)[,.]?$/mu.exec(made.output) ?? [];
    expect(existsSync(join(folder, written)), made.output).toBe(true);
  });

  it("[BX-15] make what runs as it is", { timeout: 300_000 }, async (context) => {
    needsTime(context);
    // The tests of the recipes run the sources: with a program that looks new, nobody builds another one for them.
    const program = join(folder, "dist/cli/main.js");
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, "");
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(program, later, later);
    const steps: readonly (readonly [string, ...string[]])[] = [
      ["node", "scripts/gen-docs.ts"],
      ["oxfmt", "--check", "src", "web", "test", "docs"],
      ["tsc", "--noEmit"],
      ["tsc", "--noEmit", "--project", "web"],
      [
        "vitest",
        "run",
        "--project",
        "fast",
        "src/library/store/recipe-store.test.ts",
        "test/boundaries.test.ts",
        "test/dialects.test.ts",
        "test/rules.test.ts",
        "test/scan-rules.test.ts",
        "test/vectors.test.ts",
        "--testNamePattern",
        CONCERNED,
      ],
      ["node", "src/cli/main.ts", "recipe-operation", "examples/agentskills/meeting-notes"],
      [
        "vitest",
        "run",
        "--project",
        "whole",
        "test/registry-clients/recipe-protocol.test.ts",
        "test/web/recipe-page.test.ts",
      ],
    ];
    for (const [command, ...words] of steps) {
      const { code, output } = await run(command, ...words);
      expect([command, ...words, code, code === 0 ? "" : output.slice(-4000)]).toEqual([
        command,
        ...words,
        0,
        "",
      ]);
    }
  });
});
