import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { outputOf } from "../support/spawner.ts";

function ground(): {
  readonly path: (...parts: readonly string[]) => string;
  readonly git: (repository: string, ...words: readonly string[]) => string;
  readonly installFrom: (hook: string) => void;
} {
  const { path } = playground({
    "theirs/letters/SKILL.md": goodSkill("letters"),
    "mine/notes.txt": "one\n",
  });
  const git = (repository: string, ...words: readonly string[]): string =>
    outputOf(
      "git",
      ["-C", path(repository), "-c", "user.name=x", "-c", "user.email=x@example.com", ...words],
      {
        env: { PATH: process.env["PATH"], HOME: path("home") },
      },
    ).trim();
  for (const repository of ["theirs", "mine"]) {
    git(repository, "init", "--quiet", "--initial-branch=main");
    git(repository, "add", "-A");
    git(repository, "commit", "--quiet", "-m", "one");
  }
  const installFrom = (hook: string): void => {
    const words = ["install", `git:${path("theirs")}#letters`, "--allow-experimental", "--yes"];
    const program = [process.execPath, join(root, "dist/cli/main.js"), ...words];
    const line = [...program, "--to", path("skills")].map((word) => `'${word}'`).join(" ");
    const file = path("mine/.git/hooks", hook);
    writeFileSync(file, `#!/bin/sh\n${line} >&2\n`);
    chmodSync(file, 0o755);
  };
  return { path, git, installFrom };
}

describe.skipIf(process.platform === "win32")("install from git inside of a hook", () => {
  it("leaves the commit that is being made alone", () => {
    const { path, git, installFrom } = ground();
    installFrom("pre-commit");
    writeFileSync(path("mine/notes.txt"), "two\n");
    git("mine", "commit", "--quiet", "-am", "two");
    expect(existsSync(path("skills/letters/SKILL.md"))).toBe(true);
    expect(git("mine", "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(git("mine", "ls-tree", "-r", "--name-only", "HEAD")).toBe("notes.txt");
    expect(git("mine", "status", "--porcelain")).toBe("");
    expect(git("mine", "log", "--format=%s")).toBe("two\none");
  });

  it("leaves the repository of a linked worktree alone", () => {
    const { path, git, installFrom } = ground();
    git("mine", "worktree", "add", "--quiet", path("linked"));
    const before = readFileSync(path("mine/.git/config"), "utf8");
    installFrom("post-checkout");
    git("linked", "checkout", "--quiet", "-b", "side");
    expect(existsSync(path("skills/letters/SKILL.md"))).toBe(true);
    expect(readFileSync(path("mine/.git/config"), "utf8")).toBe(before);
    expect(git("linked", "symbolic-ref", "HEAD")).toBe("refs/heads/side");
    expect(git("linked", "status", "--porcelain")).toBe("");
    expect(git("mine", "status", "--porcelain")).toBe("");
  });
});
