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
import { join } from "node:path";
import { expect, it } from "vitest";
import { storeOutput, openStore, readTerminal } from "../../src/platform/index.ts";
import { findConfirmation } from "../../src/skill/index.ts";
import { skillText } from "../support/library.ts";
import { goodSkill, type Playground, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
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

it("[BX-14] unpack writes nothing through a link", () => {
  const ground = repository();
  ground.run(["pack", "skills/letters", "-o", "letters.skill"], { folder: "repo" });
  mkdirSync(ground.path("repo/vendor"));
  symlinkSync(ground.path("elsewhere"), ground.path("repo/vendor/skills"));
  const words = ["unpack", "letters.skill", "--to", "vendor/skills"];
  const { code, stderr } = ground.run(words, { folder: "repo" });
  expect([code, stderr]).toEqual([2, expect.stringContaining("is a link")]);
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

it("[BX-14] an evaluation gives a model no file of the user to which a link above it leads", () => {
  const ground = playground({
    "secret/key.pem": "---\nname: key\ndescription: TOPSECRET\n---\nTOPSECRET\n",
    "secret/list.json": JSON.stringify([{ query: "TOPSECRET", should_trigger: true }]),
    "repo/tests/evals/evals.json": JSON.stringify({
      skill_name: "key",
      evals: [{ id: 1, prompt: "Hello", assertions: ["It says hello."] }],
    }),
    "script.json": "[]",
  });
  symlinkSync("../secret/key.pem", ground.path("repo/SKILL.md"));
  symlinkSync("../secret/list.json", ground.path("repo/triggers.json"));
  const words = ["--script", "../script.json", "--cassette", "../asked.jsonl", "--record", "all"];
  for (const command of ["run", "triggers"])
    ground.run(["eval", command, "tests/evals", ...words], { folder: "repo" });
  const { stdout, stderr } = ground.run(["eval", "cases", "tests/evals"], { folder: "repo" });
  const asked = ground.path("asked.jsonl");
  const recorded = existsSync(asked) ? readFileSync(asked, "utf8") : "";
  expect(stdout + stderr + recorded).not.toContain("TOPSECRET");
  expect(stdout).toContain("Hello");
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

it.each([
  ["behind a link", { "HOME/away": "/proc/self/cwd", "HOME/away/hook": "../evil.sh" }],
  ["through the folder above a link", { "HOME/a": "/etc", "HOME/a/../.bashrc": "evil.sh" }],
  ["to a folder above", { "HOME/up": "../.." }],
  ["by a link that leads to less depth", { "HOME/a/b/l": "HOME", "HOME/up": "a/b/l/../../.." }],
])("[BX-14] cases of a stranger put links nowhere but into their folder: %s", (_name, links) => {
  const ground = playground({ "repo/evil.sh": "#!/bin/sh\n" });
  const files = { "PROJECT/.claude/skills/a/SKILL.md": goodSkill("a") };
  const line = { id: "x", agent: "claude", in: { files, cwd: "PROJECT", links }, out: {} };
  const version = findConfirmation("claude-code")?.version;
  ground.write("repo/cases.jsonl", `${JSON.stringify({ ...line, version })}\n`);
  const { code, stdout, stderr } = ground.run(["conform", "cases.jsonl"], { folder: "repo" });
  expect([code, stdout + stderr]).toEqual([
    expect.any(Number),
    expect.stringMatching(/link|name/u),
  ]);
  expect(readdirSync(ground.path("repo")).sort()).toEqual(["cases.jsonl", "evil.sh"]);
});

const CACHES = "repo/.skillwright-cache";
const FORGED = "No problems in 1 skill.\n";
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
};

it.each([
  ["lint", ["lint", "--scan", "--strict", "--", "."]],
  ["scan", ["scan", "."]],
  ["list", ["list"]],
])("[BX-14] takes no answer from a folder of caches that it brings: %s", (_name, words) => {
  const ground = playground({ "repo/skills/evil/SKILL.md": goodSkill("Evil Letters") });
  const honest = ground.run(words, { folder: "repo" });
  // What anybody can write who knows the version, the place and the words.
  const terminal = readTerminal({}, {});
  const question = [
    version,
    ground.path("repo"),
    ground.path(".home"),
    JSON.stringify([terminal, terminal]),
    ...words,
  ];
  const said = [{ isError: false, text: Buffer.from(FORGED) }];
  for (const [place, marks] of [
    [CACHES, ["repo/.git/HEAD"]],
    ["mine", []],
  ] as const) {
    const basis = { places: [], others: new Map() };
    storeOutput(
      openStore(ground.path(place), Date.now()),
      question,
      { chunks: said, exitCode: 0 },
      basis,
    );
    for (const mark of marks) ground.write(mark, "ref: refs/heads/main\n");
    const environment = { SKILLWRIGHT_CACHE_DIR: ground.path(place) };
    const told = ground.run(words, { folder: "repo", environment });
    // The folder of the user shows that the forged answer is one that would be taken.
    if (place === CACHES) expect(told).toEqual(honest);
    else expect(told.stdout).toBe(FORGED);
  }
});

it("[BX-14] puts compiled code only into the folder of the account", () => {
  const ground = playground({ "skills/letters/SKILL.md": goodSkill("letters") });
  const environment = {
    SKILLWRIGHT_CACHE_DIR: ground.path("caches"),
    XDG_CACHE_HOME: ground.path("xdg"),
    NODE_COMPILE_CACHE: "",
  };
  expect(ground.run(["lint", "."], { environment }).code).toBe(0);
  expect(existsSync(ground.path("caches/code"))).toBe(false);
  expect(existsSync(ground.path("xdg/skillwright/code"))).toBe(false);
  expect(readdirSync(ground.path(".home/.cache/skillwright/code"))).not.toEqual([]);
});
