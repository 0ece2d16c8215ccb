/** What OpenClaw 2026.9.6 did in each of these homes, asked of the program itself; here of ours. */
import { chmodSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Playground, playground, type RunOptions } from "../support/program.ts";

function skill(name: string, requires: object = {}, more: object = {}): string {
  const metadata = JSON.stringify({ openclaw: { requires, ...more } });
  return `---\nname: ${name}\ndescription: Does ${name}.\nmetadata: ${metadata}\n---\nDo it.\n`;
}

function home(files: Readonly<Record<string, string>>, settings?: object | string): Playground {
  const ground = playground(files);
  if (settings !== undefined)
    ground.write(
      ".home/.openclaw/openclaw.json",
      (typeof settings === "string" ? settings : JSON.stringify(settings)).replaceAll(
        "@",
        ground.folder,
      ),
    );
  return ground;
}

interface Listed {
  readonly skills: readonly {
    readonly name: string;
    readonly isEligible: boolean;
    readonly source: string;
  }[];
}

/** Names of the skills that load, or what was refused. */
function loaded(ground: Playground, words: readonly string[] = [], options: RunOptions = {}) {
  const ran = ground.run(["list", "--as", "openclaw", "--json", ...words], options);
  if (ran.code === 2) return ran.stderr;
  const { skills } = JSON.parse(ran.stdout) as Listed;
  return skills.flatMap(({ name, isEligible }) => (isEligible ? [name] : []));
}

const WORKSPACES = {
  "ws/skills/a/SKILL.md": skill("a"),
  "w2/skills/b/SKILL.md": skill("b"),
  ".home/.openclaw/workspace/skills/c/SKILL.md": skill("c"),
  ".home/.openclaw/skills/m/SKILL.md": skill("m"),
  "cfg/skills/n/SKILL.md": skill("n"),
};
const IN_WS = { agents: { defaults: { workspace: "@/ws" } } };

describe("the environment that OpenClaw starts with", () => {
  const names = ["V1", "V3", "GH_TOKEN", "EDITOR", "HTTP_PROXY", "OPENAI_API_KEY", "C_TOK"];
  const more = ["X_ENDPOINT", "S1", "S2", "S3", "S4", "G1", "SAME", "EMP", "BLANK"];
  const files = Object.fromEntries(
    [...names, ...more].map((name) => [
      `ws/skills/${name.toLowerCase()}/SKILL.md`,
      skill(name.toLowerCase(), { env: [name] }),
    ]),
  );
  const ground = home(
    {
      ...files,
      ".env":
        "C_TOK=1\nX_ENDPOINT=http\nOPENAI_API_KEY=k\nHTTP_PROXY=p\nSAME=cwd\nS4: yaml\nEMP=\nPATH=/x\n",
      ".home/.openclaw/.env":
        "S1=1\nexport S2=2\nS3 = 3 # c\nSAME=state\nEMP=state\nBLANK=fromfile\nEDITOR=vi\n",
      ".home/.config/openclaw/gateway.env": "G1=planted-4711\n",
    },
    {
      agents: { defaults: { workspace: "${WSVAR}" } },
      env: { vars: { V1: "1", WSVAR: "@/ws", V3: "${V1}", GH_TOKEN: "x", BLANK: "v" } },
    },
  );

  it("[OC-10] [BX-10] has what its files and settings set, and nothing that a project may not", () => {
    expect(loaded(ground, [], { environment: { BLANK: " " } })).toEqual([
      "blank",
      "c_tok",
      "editor",
      "g1",
      "s1",
      "s2",
      "s3",
      "s4",
      "same",
      "v1",
      "v3",
    ]);
  });

  it("[BX-03] [BX-10] is explained by the name of the file alone", () => {
    const explained = ["g1", "c_tok", "v1"].map(
      (name) => ground.run(["explain", name, "--as", "openclaw"]).stdout,
    );
    expect(explained[0]).toContain("set by .home/.config/openclaw/gateway.env");
    expect(explained[1]).toContain("set by .env");
    expect(explained[2]).toContain("set by .home/.openclaw/openclaw.json");
    expect(explained.join()).not.toContain("planted-4711");
  });

  it("[OC-10] [BX-10] finds programs in the folders that it adds to PATH", () => {
    const places = [".local/bin", ".bun/bin", ".local/share/mise/shims", ".linuxbrew/bin"];
    const odd = [".cargo/bin", "bin", ".openclaw/bin"];
    const all = [...places, ...odd].map((place, at) => [place, `tool-${at}`] as const);
    const here = home(
      Object.fromEntries(
        all.flatMap(([place, name]) => [
          [`.home/${place}/${name}`, "#!/bin/sh\n"],
          [`ws/skills/${name}/SKILL.md`, skill(name, { bins: [name] })],
        ]),
      ),
      IN_WS,
    );
    for (const [place, name] of all) chmodSync(here.path(".home", place, name), 0o755);
    expect(loaded(here)).toEqual(["tool-0", "tool-1", "tool-2", "tool-3"]);
    const { stdout } = here.run(["explain", "tool-0", "--as", "openclaw"]);
    expect(stdout).toContain("tool-0: there (in .home/.local/bin, which is added to PATH)");
    expect(loaded(here, ["--as", "openclaw@seed"])).toEqual([]);
  });
});

describe("the settings of OpenClaw", () => {
  it.each([
    ["one agent of a list", { list: [{ id: "work", workspace: "@/ws" }] }, [], ["a", "m"]],
    ["one agent", { entries: { work: {} } }, [], ["c", "m"]],
    ["one agent that is named", { entries: { work: {} } }, ["--agent", "work"], ["c", "m"]],
    [
      "one agent and a workspace of all",
      { defaults: { workspace: "@/ws" }, entries: { work: {} } },
      [],
      ["a", "m"],
    ],
    [
      "two agents, one of them named",
      { ownership: "explicit", entries: { a: { workspace: "@/ws" }, b: { workspace: "@/w2" } } },
      ["--agent", "b"],
      ["b", "m"],
    ],
    ["no agent", { entries: {} }, [], ["c", "m"]],
  ])("[OC-04] [BX-10] give %s its workspace", (_title, agents, words, expected) => {
    expect(loaded(home(WORKSPACES, { agents }), words)).toEqual(expected);
  });

  it.each([
    [
      "two agents that nobody owns",
      { entries: { a: {}, b: {} } },
      [],
      "names several agents, and `agents.ownership` is not set",
    ],
    [
      "two agents, and none is named",
      { ownership: "explicit", entries: { a: {}, b: {} } },
      [],
      "has several agents here: `a`, `b`.\n  Name one of them, for example `--agent a`.",
    ],
    [
      "two agents with a mark each",
      { entries: { a: { default: true }, b: { default: true } } },
      [],
      "marks 2 agents with `default: true`",
    ],
    [
      "an agent that is not there",
      { entries: { work: {} } },
      ["--agent", "main"],
      "has no agent `main` here; its agents are `work`.",
    ],
    [
      "a list beside a map",
      { list: [{ id: "x" }], entries: { y: {} } },
      [],
      "The key `agents.list` is no longer read.",
    ],
    ["a list with one id twice", { list: [{ id: "X" }, { id: "x" }] }, [], "no longer read"],
  ])("[OC-12] [BX-10] are refused with %s", (_title, agents, words, message) => {
    expect(loaded(home(WORKSPACES, { agents }), words)).toContain(message);
  });

  it("[OC-12] [BX-10] keep a skill whose key names a variable that is not set", () => {
    const ground = home(
      {
        "ws/skills/k/SKILL.md": skill("k", { env: ["K_KEY"] }, { primaryEnv: "K_KEY" }),
        "ws/skills/e/SKILL.md": skill("e", { env: ["E_KEY"] }),
      },
      {
        ...IN_WS,
        skills: { entries: { k: { apiKey: "${UNSET}" }, e: { env: { E_KEY: "${UNSET}" } } } },
      },
    );
    expect(loaded(ground)).toEqual(["e", "k"]);
  });

  it("[OC-04] [BX-10] take the managed skills with them where a variable names the file", () => {
    const ground = home({
      ...WORKSPACES,
      "cfg/c.json": "{}",
      "cfg/.env": "S1=1\n",
      ".home/.openclaw/workspace/skills/s1/SKILL.md": skill("s1", { env: ["S1"] }),
      ".home/.agents/skills/p/SKILL.md": skill("p"),
    });
    const environment = { OPENCLAW_CONFIG_PATH: ground.path("cfg/c.json") };
    expect(loaded(ground, [], { environment })).toEqual(["c", "n", "p", "s1"]);
  });
});

describe("files that the settings of OpenClaw bring in", () => {
  it("[OC-12] [BX-10] take the place of the key: maps merged, lists one after the other", () => {
    const ground = home(
      {
        ...WORKSPACES,
        ".home/.openclaw/sub/x.json": '{"$include": "y.json5"}',
        ".home/.openclaw/sub/y.json5": "{defaults: {workspace: '${WSV}'}}",
        ".home/.openclaw/e.json": '{"vars": {"WSV": "WS"}}',
        ".home/.openclaw/s.json": '{"load": {"extraDirs": ["W2/skills"]}}',
      },
      '{"env": {"$include": "e.json"}, "agents": {"$include": "sub/x.json"}, "skills": {"$include": ["./s.json"], "load": {"watch": false, "extraDirs": ["@/cfg/skills"]}}}',
    );
    ground.write(".home/.openclaw/e.json", `{"vars": {"WSV": "${ground.path("ws")}"}}`);
    ground.write(
      ".home/.openclaw/s.json",
      `{"load": {"extraDirs": ["${ground.path("w2/skills")}"]}}`,
    );
    expect(loaded(ground)).toEqual(["a", "b", "m", "n"]);
  });

  it.each([
    ["is missing", "./nope.json5", "is not there"],
    ["lies elsewhere", "@/out.json", "lies outside of the folder of the settings"],
    ["is broken", "bad.json", "is not valid JSON5"],
    ["names itself", "self.json", "brings itself in again"],
    ["is a number", 5, "must be a path or a list of paths"],
  ])("[OC-12] [BX-10] make it refuse them when one %s", (_title, include, message) => {
    const files = {
      "out.json": "{}",
      ".home/.openclaw/bad.json": "{",
      ".home/.openclaw/self.json": '{"$include": "self.json"}',
    };
    const ground = home(files, { agents: { $include: include } });
    const refused = loaded(ground);
    expect(refused).toContain(message);
    expect(refused).toContain("openclaw.json:1:");
  });

  it("[OC-12] [BX-10] may lie in a folder that a variable allows", () => {
    const ground = home(WORKSPACES, { agents: { $include: "@/out.json" } });
    ground.write("out.json", `{"defaults": {"workspace": "${ground.path("ws")}"}}`);
    const environment = { OPENCLAW_INCLUDE_ROOTS: ground.folder };
    expect(loaded(ground, [], { environment })).toEqual(["a", "m"]);
  });
});

describe("the release of OpenClaw that counts", () => {
  const files = {
    "ws/skills/a/SKILL.md": skill("a"),
    "lib/openclaw/package.json": '{"name": "openclaw", "version": "2026.3.1"}',
    "lib/openclaw/openclaw.mjs": "#!/usr/bin/env node\n",
    "bin/.keep": "",
  };

  it("[BX-10] [BX-03] is the one that is installed", () => {
    const ground = home(files, { ...IN_WS, meta: { lastTouchedVersion: "2026.9.6" } });
    chmodSync(ground.path("lib/openclaw/openclaw.mjs"), 0o755);
    symlinkSync(ground.path("lib/openclaw/openclaw.mjs"), ground.path("bin/openclaw"));
    const environment = { PATH: `${ground.path("bin")}:${process.env["PATH"] ?? ""}` };
    const { stdout } = ground.run(["explain", "a", "--as", "openclaw"], { environment });
    expect(stdout).toContain("a in OpenClaw: loaded");
    expect(stdout).toContain("Release 2026.3.1 is installed in `lib/openclaw`.");
    const asked = ground.run(["explain", "a", "--as", "openclaw@2026.9"], { environment });
    expect(asked.stdout).toContain("a in OpenClaw 2026.9: loaded");
  });

  it("[BX-10] [OC-01] brings the skills of its package, unless a variable names others", () => {
    const bundled = { "lib/openclaw/skills/inside/SKILL.md": skill("inside") };
    const ground = home({ ...files, ...bundled }, IN_WS);
    chmodSync(ground.path("lib/openclaw/openclaw.mjs"), 0o755);
    symlinkSync(ground.path("lib/openclaw/openclaw.mjs"), ground.path("bin/openclaw"));
    const environment = { PATH: `${ground.path("bin")}:${process.env["PATH"] ?? ""}` };
    expect(loaded(ground, [], { environment })).toEqual(["a", "inside"]);
    const other = { ...environment, OPENCLAW_BUNDLED_SKILLS_DIR: ground.path("bin") };
    expect(loaded(ground, [], { environment: other })).toEqual(["a"]);
  });

  it("[BX-10] [BX-03] is otherwise the one that wrote the settings", () => {
    const ground = home(files, { ...IN_WS, meta: { lastTouchedVersion: "2026.9.4" } });
    const environment = { PATH: "/usr/bin:/bin" };
    const { stdout } = ground.run(["doctor", "--as", "openclaw"], { environment });
    expect(stdout).toContain("OpenClaw 2026.9 (openclaw@2026.9), agent main");
    expect(stdout).toContain("openclaw.json` was last written by release 2026.9.4.");
    const listed = ground.run(["list", "--as", "openclaw", "--json"], { environment });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      dialect: "openclaw@2026.9",
      evidence: expect.stringContaining("2026.9.4"),
    });
  });

  it("[BX-10] [BX-03] is the newest known one where nothing tells", () => {
    const ground = home(files, IN_WS);
    const environment = { PATH: "/usr/bin:/bin" };
    const { stdout } = ground.run(["explain", "a", "--as", "openclaw"], { environment });
    expect(stdout).toMatch(
      /^a in OpenClaw 2026\.9: loaded, and visible to the model\n {2}Confirmed by openclaw 2026\.9\.6 \(\d+ cases\)\.\n\n/u,
    );
  });
});

describe("what OpenClaw was not asked, or does not read", () => {
  const ground = home(
    {
      "ws/skills/off/SKILL.md": skill("off", { bins: ["no-such-program", "ls"] }),
      "ws/skills/loose/SKILL.md":
        "---\nname: loose\ndescription: Loose.\nmetadata: {openclaw: {requires: {bins: [nope]}}}\n---\n",
      "ws/skills/molt/SKILL.md":
        '---\nname: molt\ndescription: Molt.\nmetadata: {"moltbot": {"requires": {"bins": ["nope"]}}}\n---\n',
    },
    { ...IN_WS, skills: { entries: { off: { enabled: false } } } },
  );

  it("[BX-03] [OC-10] looks for the programs of a skill that is switched off", () => {
    const { stdout } = ground.run(["explain", "off", "--as", "openclaw"]);
    expect(stdout).toContain("no-such-program: not there, ls: there");
    expect(stdout).toContain("Install `no-such-program`, so that it is found");
  });

  it("[BX-03] [OC-10] gives what is missing as data", () => {
    const { stdout } = ground.run(["list", "--as", "openclaw", "--json"]);
    const { skills } = JSON.parse(stdout) as { skills: readonly { name: string }[] };
    expect(skills.find(({ name }) => name === "off")).toMatchObject({
      reasons: [
        { code: "disabled-by-config" },
        { code: "missing-bin", names: ["no-such-program"] },
      ],
    });
  });

  it.each([
    ["loose", "`metadata.openclaw`", "Write `metadata` as JSON on one line, with quoted keys."],
    ["molt", "`metadata.moltbot`", "Write `openclaw` instead of `moltbot`."],
  ])("[BX-03] says of %s that a requirement was not read", (name, place, hint) => {
    const { code, stdout } = ground.run(["explain", name, "--as", "openclaw"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${place} asks for something that OpenClaw 2026.9 does not read, so nothing of it was checked.`,
    );
    expect(stdout).toContain(hint);
  });
});
