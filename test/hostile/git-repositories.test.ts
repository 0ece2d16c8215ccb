/** Repositories of strangers, whose settings name programs that git would start. */
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { openGit } from "../../src/registry/sources/git/index.ts";
import { readRevision } from "../../src/run/eval/index.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import { isTest, readFiles } from "../support/source.ts";
import { outputOf } from "../support/spawner.ts";

const MISSING = "1111111111111111111111111111111111111111";

interface Repository {
  readonly folder: string;
  /** Made by a program of the repository, if git starts one. */
  readonly trace: string;
  readonly write: (path: string, text: string) => void;
}

function repository(): Repository {
  const base = temporaryFolder();
  const folder = join(base, "clone");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("skill/SKILL.md", "---\nname: skill\ndescription: One.\n---\n\nDo it.\n");
  return { folder, trace: join(base, "started"), write };
}

const environment = (folder: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
});

function git(folder: string, ...words: readonly string[]): void {
  const author = ["-c", "user.name=x", "-c", "user.email=x@y"];
  outputOf("git", [...author, ...words], { cwd: folder, env: environment(folder) });
}

/** Settings by which git fetches an object that is missing, from a "server" that is a command. */
const promisor = (trace: string): string =>
  [
    "[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = .",
    "[extensions]\n\tpartialClone = origin",
    `[remote "origin"]\n\turl = /tmp\n\tpromisor = true\n\tuploadpack = "touch ${trace}; false"`,
    "",
  ].join("\n");

const read = (folder: string, revision: string): Promise<string | undefined> =>
  readRevision(join(folder, "skill/SKILL.md"), revision, environment(folder));

needs.command("git").describe("[BX-14] a commit of a stranger's repository", () => {
  it("is not laid out where it holds more files than any skill has", async () => {
    const { folder } = repository();
    git(folder, "init", "--quiet");
    const env = environment(folder);
    const make = (words: readonly string[], input: string): string =>
      outputOf("git", words, { cwd: folder, env, input }).trim();
    const blob = make(["hash-object", "-w", "--stdin"], "hello");
    const tree = (entry: string): string =>
      make(["mktree"], Array.from({ length: 20 }, (_, index) => `${entry}\tn${index}\n`).join(""));
    let top = tree(`100644 blob ${blob}`);
    for (let level = 0; level < 7; level += 1) top = tree(`040000 tree ${top}`);
    const author = ["-c", "user.name=x", "-c", "user.email=x@y"];
    const commit = make([...author, "commit-tree", "-m", "x", top], "");
    git(folder, "update-ref", "refs/heads/main", commit);
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main");
    const opened = openGit({ url: `file://${folder}` }, env);
    await expect(opened).rejects.toThrow("has more than 200000 files");
  });

  it("starts nothing where the folder of a skill looks like a repository", async () => {
    const { folder, trace, write } = repository();
    write("skill/HEAD", "ref: refs/heads/main\n");
    write("skill/config", promisor(trace));
    write("skill/objects/.keep", "");
    write("skill/refs/heads/main", `${MISSING}\n`);
    git(folder, "init", "--quiet");
    expect(await read(folder, "main")).toBeUndefined();
    expect(existsSync(trace)).toBe(false);
  });

  it("starts nothing for an object that is missing", async () => {
    const { folder, trace, write } = repository();
    git(folder, "init", "--quiet");
    write(".git/config", promisor(trace).replace("\tworktree = .", ""));
    write(".git/refs/heads/main", `${MISSING}\n`);
    expect(await read(folder, "main")).toBeUndefined();
    expect(existsSync(trace)).toBe(false);
  });

  it("starts no program that its settings and hooks name", async () => {
    const { folder, trace, write } = repository();
    git(folder, "init", "--quiet");
    git(folder, "add", "-A");
    git(folder, "commit", "--quiet", "-m", "one");
    write("tattle.sh", `#!/bin/sh\ntouch ${trace}\n`);
    chmodSync(join(folder, "tattle.sh"), 0o755);
    const program = join(folder, "tattle.sh");
    for (const name of ["post-index-change", "post-checkout", "reference-transaction"])
      cpSync(program, join(folder, ".git/hooks", name));
    for (const name of [
      "core.fsmonitor",
      "core.sshCommand",
      "core.pager",
      "core.editor",
      "core.askPass",
      "core.gitProxy",
      "credential.helper",
      "gpg.program",
      "diff.external",
      "diff.x.textconv",
      "filter.x.smudge",
      "filter.x.process",
      "alias.cat-file",
    ])
      git(folder, "config", name, name.startsWith("alias.") ? `!${program}` : program);
    write(".gitattributes", "*.md diff=x filter=x\n");
    expect(await read(folder, "HEAD")).toContain("name: skill");
    expect(existsSync(trace)).toBe(false);
  });
});

it("[BX-14] git is started in one place, which switches off what a repository names", () => {
  const starts = /\b(?:runProgram|spawn|exec)\w*\(\s*["'`]git\b/u;
  const places = readFiles(["src"], /\.(?:ts|mjs)$/u)
    .filter(({ path, text }) => !isTest(path) && starts.test(text))
    .map(({ path }) => path);
  expect(places).toEqual(["src/platform/process/run-git.ts"]);
});
