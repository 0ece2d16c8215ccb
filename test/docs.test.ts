/** The documentation is true: its pages say what they are, its links lead somewhere, its commands run. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compiledOnce } from "./support/compiled.ts";
import { checkKind, findCommands, findLinks, matchesOutput, resolveLink } from "./support/pages.ts";
import { readFiles, root } from "./support/source.ts";
import { runToEnd } from "./support/spawner.ts";

const documentation = readFiles(["docs"], /\.md$/u);
const front = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "CODE_OF_CONDUCT.md",
  "RELEASING.md",
  "SECURITY.md",
]
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("pages", () => {
  it("say which kind they are", () => {
    const problems = documentation
      .filter(({ path }) => !path.startsWith("docs/decisions/"))
      .map(({ path, text }) => ({ path, problem: checkKind(text) }))
      .filter(({ problem }) => problem !== undefined);
    expect(problems).toEqual([]);
  });

  it("link to files that exist", () => {
    const broken = [...front, ...documentation].flatMap(({ path, text }) =>
      findLinks(text)
        .filter(({ target }) => !existsSync(join(root, resolveLink(path, target))))
        .map(({ target, line }) => `${path}:${line} links to \`${target}\`, which does not exist.`),
    );
    expect(broken).toEqual([]);
  });
});

describe("the index", () => {
  it("[BX-15] leads to every page", () => {
    const linked = new Set([
      "docs/README.md",
      ...linksOf("docs/README.md"),
      ...linksOf("docs/reference/diagnostics.md"),
    ]);
    expect(linked).toContain("docs/reference/diagnostics.md");
    expect(documentation.map(({ path }) => path).filter((path) => !linked.has(path))).toEqual([]);
  });

  it("[BX-15] leads to a glossary of at least 40 terms, each once and with a definition", () => {
    expect(linksOf("docs/README.md")).toContain("docs/explanation/glossary.md");
    const glossary = documentation.find(({ path }) => path === "docs/explanation/glossary.md");
    const entries = [...(glossary?.text ?? "").matchAll(/^\*\*([^*]+)\*\*(.*)$/gmu)];
    expect(entries.length).toBeGreaterThanOrEqual(40);
    const terms = entries.map(([, term = ""]) => term.toLowerCase());
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    const undefinedTerms = entries.filter(([, , rest = ""]) => !/^: [A-Z].{20,}\.\)?$/u.test(rest));
    expect(undefinedTerms.map(([, term]) => term)).toEqual([]);
  });
});

const readme = front.filter(({ path }) => path === "README.md");
const pagesWithCommands = [...readme, ...documentation]
  .map(({ path, text }) => ({ path, commands: findCommands(text) }))
  .filter(({ commands }) => commands.length > 0);

describe.each(pagesWithCommands)("commands of $path", ({ commands }) => {
  let folder = "";

  // One copy of the examples for each page, since a step may build on the step before it.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "skillwright-docs-"));
    const examples = join(root, "examples");
    if (existsSync(examples)) cpSync(examples, join(folder, "examples"), { recursive: true });
    else mkdirSync(join(folder, "examples"));
    writeShim(join(folder, "bin"));
    mkdirSync(join(folder, "home"));
    // Programs import the package by its name, as they do where it is installed.
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/skillwright"), "junction");
  });

  afterAll(() => {
    endLeftOver(join(folder, "examples"));
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(commands)("line $line runs as shown", ({ language, script, exit, output, line }) => {
    const program = join(folder, `line-${line}.mts`);
    if (language === "ts") writeFileSync(program, script);
    const lines = language === "ts" ? `exec '${process.execPath}' '${program}'` : script;
    const result = runScript(folder, lines);
    expect(result.status, result.stdout).toBe(exit);
    if (output !== undefined && !matchesOutput(result.stdout, output)) {
      // The comparison of the two texts is what shows the difference.
      expect(result.stdout.trim()).toBe(output.trim());
    }
  });
});

/** The pages that a page links to. */
function linksOf(page: string): readonly string[] {
  const text = documentation.find(({ path }) => path === page)?.text ?? "";
  return findLinks(text).map(({ target }) => resolveLink(page, target));
}

/** Ends programs that a page began and, because a step failed, did not end. */
function endLeftOver(place: string): void {
  for (const name of readdirSync(place).filter((file) => file.endsWith(".pid")))
    try {
      const pid = Number(readFileSync(join(place, name), "utf8"));
      // The number of one that has ended by itself may be that of any other program by now.
      const isOurs = realpathSync(`/proc/${pid}/cwd`).startsWith(realpathSync(place));
      if (isOurs) process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
}

/** Puts a `skillwright` into the folder that starts the built program with the Node of the tests. */
function writeShim(folder: string): void {
  const program = join(root, "dist/cli/main.js");
  if (!existsSync(program)) {
    throw new Error("dist/cli/main.js is missing; `npm run build` makes it.");
  }
  mkdirSync(folder);
  const shim = join(folder, "skillwright");
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(shim, 0o755);
}

/** Runs the lines in the copy of the examples, both outputs in one, and stops at the first that fails. */
function runScript(folder: string, script: string): { status: number | null; stdout: string } {
  return runToEnd("sh", ["-e", "-c", `exec 2>&1\n${script}`], {
    cwd: join(folder, "examples"),
    timeout: 60_000,
    env: {
      PATH: [join(folder, "bin"), process.env["PATH"] ?? ""].join(delimiter),
      HOME: join(folder, "home"),
      LANG: "C.UTF-8",
      TZ: "UTC",
      NO_COLOR: "1",
      ...compiledOnce(),
    },
  });
}
