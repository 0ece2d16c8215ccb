/** What a folder of a stranger brings, in which somebody runs a command: none of it is started, and none leads out of it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { goodSkill, type Playground, playground } from "../support/program.ts";
import { outputOf } from "../support/spawner.ts";

it("[BX-14] [OC-11] an installer is a program of the machine, and none that the folder brings", () => {
  const ground = playground({
    "skills/tool/SKILL.md": skillText({
      name: "tool",
      description: "d",
      metadata: {
        openclaw: {
          requires: { bins: ["no-such-program"] },
          install: [{ id: "uv", kind: "uv", package: "ruff", bins: ["no-such-program"] }],
        },
      },
    }),
  });
  ground.write("evil/shims/uv", `#!/bin/sh\ntouch "${ground.path("pwned")}"\n`);
  ground.write(".env", `MISE_DATA_DIR=${ground.path("evil")}\n`);
  chmodSync(ground.path("evil/shims/uv"), 0o755);
  const words = ["deps", "install", "tool", "--as", "openclaw", "--root", "skills", "--yes"];
  const { stdout, stderr } = ground.run(words);
  expect(existsSync(ground.path("pwned"))).toBe(false);
  expect(stdout + stderr).not.toContain("evil/shims");
});

const MIGRATABLE = goodSkill("letters").replace(
  "---\n\n#",
  "version: 1.0.0\nactions:\n  - name: go\n    handler: go.py\n---\n\n#",
);

/** A repository below a home folder, with a skill whose files would be run from elsewhere. */
function repository(): Playground {
  const ground = playground({
    "repo/skills/letters/SKILL.md": MIGRATABLE,
    "repo/skills/letters/go.py": "",
    "repo/skills/letters/.bash_profile": "touch pwned\n",
  });
  mkdirSync(ground.path("elsewhere"));
  return ground;
}

it.each([
  // Each link is one that git keeps; the words are those of somebody who saw none of it.
  ["migrate to its usual folder", "migrated/letters", ["migrate", "skills/letters"]],
  ["migrate, where that folder is a link", "migrated", ["migrate", "skills/letters"]],
  [
    "convert, where a folder inside is a link",
    "out/letters/sub",
    ["convert", "skills/letters", "--to", "gaia", "--out", "out", "--force"],
    "sub/notes.md",
  ],
  ["convert", "out/letters", ["convert", "skills/letters", "--to", "gaia", "--out", "out"]],
  ["new", "sorting", ["new", "sorting"]],
  ["new in a folder", "drafts", ["new", "sorting", "--dir", "drafts"]],
  ["eval new", "skills/letters/evals", ["eval", "new", "skills/letters"]],
  [
    "lint with an output",
    "reports",
    ["lint", ".", "--format", "sarif", "--output", "reports/x.sarif"],
  ],
])("[BX-14] writes nothing through a link: %s", (_name, link, words, inner = "notes.md") => {
  const ground = repository();
  ground.write(`repo/skills/letters/${inner}`, "notes\n");
  mkdirSync(ground.path("repo", link, ".."), { recursive: true });
  symlinkSync(ground.path("elsewhere"), ground.path("repo", link));
  const { code, stderr } = ground.run(words, { folder: "repo" });
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining("is a link")]);
  expect(code).not.toBe(0);
  expect(readdirSync(ground.path("elsewhere"))).toEqual([]);
});

it("[BX-14] a link in the place of a file is replaced, and not followed", () => {
  const ground = repository();
  ground.write("repo/skills/letters/notes.md", "notes\n");
  mkdirSync(ground.path("repo/out/letters"), { recursive: true });
  symlinkSync(ground.path("elsewhere/new"), ground.path("repo/out/letters/notes.md"));
  const words = ["convert", "skills/letters", "--to", "gaia", "--out", "out", "--force"];
  ground.run(words, { folder: "repo" });
  expect(readFileSync(ground.path("repo/out/letters/notes.md"), "utf8")).toBe("notes\n");
  expect(readdirSync(ground.path("elsewhere"))).toEqual([]);
});

it.each(["/proc/self/environ", "/dev/zero"])(
  "[BX-14] a SKILL.md that leads to %s is passed over, with the reason",
  (target) => {
    const ground = playground({ "skills/good/SKILL.md": goodSkill("good") });
    mkdirSync(ground.path("skills/bad"));
    symlinkSync(target, ground.path("skills/bad/SKILL.md"));
    const environment = { SECRET_OF_CI: "topsecret" };
    const { stdout, stderr } = ground.run(["lint", "skills"], { environment });
    expect(stdout + stderr).not.toContain("topsecret");
    expect(stdout + stderr).toContain("skills/bad/SKILL.md");
    expect(stdout + stderr).toContain("no file of a skill");
  },
);

it("[BX-14] a SKILL.md that leads to a file of the user is passed over, and one of the repository is read", () => {
  const ground = playground({
    "secret/key.pem": "-----BEGIN TOPSECRET-----\nTOPSECRET\n",
    "repo/.git/config": "[http]\n  extraheader = TOPSECRET\n",
    "repo/docs/text.md": goodSkill("inside"),
    "own/letters/SKILL.md": goodSkill("letters"),
  });
  const link = (name: string, target: string): void => {
    mkdirSync(ground.path("repo/skills", name), { recursive: true });
    symlinkSync(target, ground.path("repo/skills", name, "SKILL.md"));
  };
  link("key", "../../../secret/key.pem");
  link("config", "../../.git/config");
  link("inside", "../../docs/text.md");
  link("letters", "../../../own/letters/SKILL.md");
  for (const words of [
    ["lint", "."],
    ["scan", "."],
    ["list"],
    ["lint", "skills/key/SKILL.md"],
    ["inspect", "skills/key"],
  ]) {
    const { code, stdout, stderr } = ground.run(words, { folder: "repo" });
    expect(stdout + stderr).not.toContain("TOPSECRET");
    expect(stdout + stderr).toContain("skills/key");
    if (words[0] !== "list") expect([words, code]).not.toEqual([words, 0]);
  }
  const found = ground.run(["list", "--json"], { folder: "repo" }).stdout;
  expect(found).toContain("skills/inside");
  expect(found).toContain("skills/letters");
});

it.each([
  ["skills/skill-lock.json", ["mcp", "--check", "skills"]],
  ["skills/skill-lock.json", ["explain", "good", "--root", "skills"]],
  ["skillwright.library.json", ["explain", "good", "--root", "skills"]],
  ["skillwright.config.json", ["lint", "skills"]],
  ["skills/odd/SKILL.md", ["lint", "skills"]],
])("[BX-14] where %s is a pipe into which nobody writes, `%j` ends", (file, words) => {
  const ground = playground({ "skills/good/SKILL.md": goodSkill("good") });
  mkdirSync(ground.path("skills/odd"));
  outputOf("sh", ["-c", 'mkfifo "$0"', ground.path(file)]);
  expect(ground.run(words, { timeout: 30_000 }).code).toEqual(expect.any(Number));
});

it.each([
  ["into the folder of git", "skills", "../repo/.git"],
  ["out of the repository", "skills", "../elsewhere"],
  ["for what is kept beside skills", "skills/.skillwright", "../../elsewhere"],
])("[BX-14] install writes nothing through a link %s", (_where, link, target) => {
  const ground = repository();
  ground.write("source/hooks/SKILL.md", goodSkill("hooks"));
  ground.write("source/hooks/post-checkout", "touch pwned\n");
  mkdirSync(ground.path("repo/.git"));
  mkdirSync(ground.path("repo", link, ".."), { recursive: true });
  if (link === "skills") rmSync(ground.path("repo/skills"), { recursive: true });
  symlinkSync(target, ground.path("repo", link));
  const words = ["install", "../source/hooks", "--allow-experimental", "--yes"];
  const { code, stderr } = ground.run(words, { folder: "repo" });
  expect([code, stderr]).toEqual([2, expect.stringContaining("is a link that leads elsewhere")]);
  expect(readdirSync(ground.path("elsewhere"))).toEqual([]);
  expect(readdirSync(ground.path("repo/.git"))).toEqual([]);
});
