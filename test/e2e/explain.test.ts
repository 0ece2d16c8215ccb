/** `skillwright explain`: every step of a skill on its way to the agent, and what would change it. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { goodSkill, playground } from "../support/program.ts";

const WORKSPACE = ".home/.openclaw/workspace/skills";
const MANAGED = ".home/.openclaw/skills";
const SETTINGS = ".home/.openclaw/openclaw.json";

function gated(name: string, openclaw: object): string {
  return skillText({
    name,
    description: "Reads papers. Use for papers.",
    metadata: { openclaw: { ...openclaw } },
  });
}

const pdf = gated("pdf", {
  primaryEnv: "PDF_KEY",
  requires: { bins: ["no-such-bin"], env: ["PDF_KEY"], config: ["browser.enabled"] },
  install: [{ kind: "brew", formula: "poppler", bins: ["no-such-bin"] }],
});

interface Answer {
  readonly name: string;
  readonly nearest?: string;
  readonly systems: readonly {
    readonly dialect: string;
    readonly isLoaded: boolean;
    readonly isListed: boolean;
    readonly files: readonly {
      readonly path: string;
      readonly isEligible: boolean;
      readonly reasons: readonly { readonly code: string; readonly remedies: readonly object[] }[];
      readonly steps: readonly { readonly check: string; readonly found: string }[];
    }[];
    readonly problems: readonly { readonly code: string }[];
  }[];
}

function parse(stdout: string): Answer {
  return JSON.parse(stdout) as Answer;
}

describe("explain", () => {
  it("[BX-03] [OC-10] tells every step of a skill that is not loaded, and what would change it", () => {
    const ground = playground({
      [`${WORKSPACE}/pdf/SKILL.md`]: pdf,
      [`${MANAGED}/pdf/SKILL.md`]: pdf,
    });
    const environment = { PATH: ground.path("empty") };
    expect(ground.run(["explain", "pdf", "--as", "openclaw@seed"], { environment })).toEqual({
      code: 1,
      stderr: "",
      stdout: `pdf in OpenClaw: not loaded

  .home/.openclaw/workspace/skills/pdf/SKILL.md
    ✓ found        among the workspace skills (.home/.openclaw/workspace/skills)
    ✓ read         a skill
    ✓ name         takes the place of .home/.openclaw/skills/pdf/SKILL.md
    ✓ switch       pdf: not switched off
    ✗ env          PDF_KEY: not set
    ✗ config       browser.enabled: not there
    ✗ bins         no-such-bin: not there
    → Set \`PDF_KEY\` in the environment.
    → Or give \`PDF_KEY\` in the configuration, in ~/.openclaw/openclaw.json:
        { skills: { entries: { pdf: { apiKey: "<value>" } } } }
    → Set \`browser.enabled\`, in ~/.openclaw/openclaw.json:
        { browser: { enabled: true } }
    → Install \`no-such-bin\`; the installer \`brew-0\` cannot be followed, since \`brew\` is not there.

  .home/.openclaw/skills/pdf/SKILL.md
    ✓ found        among the managed skills (.home/.openclaw/skills)
    ✓ read         a skill
    ✗ name         hidden by .home/.openclaw/workspace/skills/pdf/SKILL.md
    → Give it another name, or remove .home/.openclaw/workspace/skills/pdf/SKILL.md.
`,
    });
  });

  it("[BX-03] [OC-10] [OC-12] finds nothing in the way once each remedy was followed", () => {
    const ground = playground({
      [`${WORKSPACE}/pdf/SKILL.md`]: pdf,
      [SETTINGS]: `{ browser: { enabled: true }, skills: { entries: { pdf: { apiKey: "planted-4711" } } } }`,
      "mac.json": `{"id": "mac", "os": "darwin", "bins": ["no-such-bin"]}`,
    });
    const { stdout, code } = ground.run([
      "explain",
      "pdf",
      "--as",
      "openclaw@seed",
      "--host",
      "mac.json",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("pdf in OpenClaw: loaded, and visible to the model\n");
    expect(stdout).toContain("✓ env          PDF_KEY: given by the configured API key\n");
    expect(stdout).toContain("✓ prompt       number 1 of 1 in a list of");
    const json = ground.run(["explain", "pdf", "--json", "--host", "mac.json"]).stdout;
    expect(stdout + json).not.toContain("planted-4711");
  });

  it("[BX-10] [BX-03] takes the release that people run where nothing is said, and names it", () => {
    const ground = playground({ [`${WORKSPACE}/pdf/SKILL.md`]: pdf });
    const ran = ground.run(["explain", "pdf"], { environment: { PATH: ground.path("empty") } });
    expect(ran.stdout).toContain("pdf in OpenClaw 2026.9: not loaded\n");
    expect(ground.run(["explain", "pdf", "--json"]).stdout).toContain(
      '"dialect": "openclaw@2026.9"',
    );
  });

  it("[OC-12] [OC-14] never shows a secret, whatever is wrong with it", () => {
    const ground = playground({
      [`${WORKSPACE}/pdf/SKILL.md`]: pdf,
      [SETTINGS]: `{ skills: { entries: { pdf: { apiKey: ["planted-4711"], env: { PDF_KEY: 4711 } } } } }`,
    });
    const environment = { OTHER: "planted-4711" };
    const ran = ground.run(["explain", "pdf", "--as", "openclaw@seed"], { environment });
    expect(ran.stdout).toContain("warning .home/.openclaw/openclaw.json:1:");
    expect(ran.stdout + ran.stderr).not.toContain("4711");
    const today = ground.run(["explain", "pdf"], { environment });
    expect(today.stdout + today.stderr).not.toContain("4711");
  });

  it("[GSV-14] [GSV-11] asks each host, and is content with one that meets everything", () => {
    const ground = playground({
      "skills/service/SKILL.md": skillText({
        name: "service",
        description: "Looks at services.",
        metadata: { gsv: { requires: { os: ["linux"], bins: ["no-such-bin"] } } },
      }),
      "mac.json": `{"id": "mac-mini", "os": "darwin", "bins": {"no-such-bin": true}}`,
      "box.json": `{"id": "box", "os": "linux", "bins": ["no-such-bin"]}`,
    });
    const words = ["explain", "service", "--as", "gsv", "--host", "mac.json"];
    const one = ground.run(words);
    expect(one.code).toBe(1);
    expect(one.stdout).toContain("    ✗ os           mac-mini: wanted linux, found darwin\n");
    expect(one.stdout).toContain("    → Connect a host that offers `linux`.\n");
    const both = ground.run([...words, "--host", "box.json"]);
    expect(both.code).toBe(0);
    expect(both.stdout).toContain("    – os           mac-mini: wanted linux, found darwin\n");
    expect(both.stdout).toContain("    ✓ bins         box: no-such-bin: there\n");
  });

  it("[OC-17] counts a node that stands in for this machine", () => {
    const ground = playground({
      [`${WORKSPACE}/peek/SKILL.md`]: gated("peek", {
        os: ["darwin"],
        requires: { bins: ["no-such-bin"] },
      }),
      "box.json": `{"id": "box", "os": "linux"}`,
      "mac.json": `{"id": "mac", "os": "darwin", "bins": ["no-such-bin"]}`,
    });
    const words = ["explain", "peek", "--as", "openclaw@seed", "--host", "box.json"];
    const alone = ground.run(words);
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain("→ Connect a `darwin` node that allows commands");
    expect(ground.run([...words, "--host", "mac.json"]).code).toBe(0);
  });

  it("[BX-03] [OC-17] blames this machine for nothing that a node makes up for", () => {
    const ground = playground({
      [`${WORKSPACE}/peek/SKILL.md`]: gated("peek", {
        os: ["darwin"],
        requires: { bins: ["no-such-bin"], env: ["NO_SUCH_NAME"] },
      }),
      "box.json": `{"id": "box", "os": "linux"}`,
      "mac.json": `{"id": "mac", "os": "darwin", "bins": ["no-such-bin"]}`,
    });
    const words = ["explain", "peek", "--as", "openclaw@seed"];
    const { stdout } = ground.run([...words, "--host", "box.json", "--host", "mac.json"]);
    expect(stdout).toContain(`
    – os           wanted darwin, found linux
    ✓ os           mac: wanted darwin, found darwin
    ✗ env          NO_SUCH_NAME: not set
    – bins         no-such-bin: not there
    ✓ bins         mac: no-such-bin: there
`);
  });

  it("[OC-10] knows variables of Windows by any case of their letters", () => {
    const ground = playground({
      [`${WORKSPACE}/win/SKILL.md`]: gated("win", { os: ["win32"], requires: { env: ["Token"] } }),
      "pc.json": `{"os": "windows", "env": ["TOKEN"]}`,
      "box.json": `{"os": "linux", "env": ["TOKEN"]}`,
    });
    const words = ["explain", "win", "--as", "openclaw@seed", "--host"];
    expect(ground.run([...words, "pc.json"]).code).toBe(0);
    expect(ground.run([...words, "box.json"]).stdout).toContain("✗ env          Token: not set\n");
  });

  it("[BX-03] says at which place a file cannot be read", () => {
    const ground = playground({
      ".agents/skills/torn/SKILL.md": "---\nname: torn\ndescription: [a\n---\n",
    });
    const { stdout, code } = ground.run(["explain", "torn"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ read {9}.*\(line 3, column \d+\)\n/u);
    expect(stdout).toContain("→ Correct the file; `skillwright lint` shows the place.\n");
  });

  it("[BX-03] tells of files that are never come by", () => {
    const ground = playground({ ".agents/skills/.hidden/lost/SKILL.md": goodSkill("lost") });
    const { stdout, code } = ground.run(["explain", "lost"]);
    expect(code).toBe(1);
    expect(stdout).toContain("lost in Agent Skills: not loaded\n");
    expect(stdout).toContain(
      `  .agents/skills/.hidden/lost/SKILL.md
    ✓ found        among the project skills (.agents/skills)
    ✗ folder       The skill is inside the hidden folder \`.hidden/lost\`, which is not searched.
    → Move the skill: folders that begin with a dot are not searched.
`,
    );
  });

  it("[BX-03] asks every system that has come by the skill, each by its own rules", () => {
    const ground = playground({
      ".claude/skills/letters/SKILL.md": goodSkill("letters"),
      "skills/letters/SKILL.md": goodSkill("letters"),
    });
    const { systems } = parse(ground.run(["explain", "letters", "--json"]).stdout);
    expect(systems.map(({ dialect, isLoaded }) => [dialect, isLoaded])).toEqual([
      ["gsv", true],
      ["claude", true],
    ]);
  });

  it("[BX-03] names the agent's own list where that leaves a skill out", () => {
    const ground = playground({
      [`${WORKSPACE}/letters/SKILL.md`]: goodSkill("letters"),
      [SETTINGS]: `{ agents: { entries: { main: { skills: ["other"] } } } }`,
    });
    const { stdout, code } = ground.run(["explain", "letters", "--as", "openclaw@2026.9"]);
    expect(code).toBe(1);
    expect(stdout).toContain("    ✗ agent        letters: not listed\n");
    expect(stdout).toContain(`{ agents: { entries: { main: { skills: ["other", "letters"] } } } }`);
  });

  it("[BX-03] tells when a skill is loaded and the list for the model has no room for it", () => {
    const ground = playground({
      [`${WORKSPACE}/a/SKILL.md`]: goodSkill("a"),
      [`${WORKSPACE}/b/SKILL.md`]: goodSkill("b"),
      [SETTINGS]: `{ skills: { limits: { maxSkillsInPrompt: 1 } } }`,
    });
    const { stdout, code } = ground.run(["explain", "b", "--as", "openclaw@2026.9"]);
    expect(code).toBe(0);
    expect(stdout).toContain("b in OpenClaw 2026.9: loaded, but not visible to the model\n");
    expect(stdout).toContain(
      "    – prompt       The prompt already lists 1 skills, the most it may.\n",
    );
    expect(stdout).toContain("{ skills: { limits: { maxSkillsInPrompt: 2 } } }\n");
  });

  it("[BX-03] guesses the name that was meant, also among those that fell out", () => {
    const ground = playground({ [`${WORKSPACE}/paper-tools/SKILL.md`]: "---\nname: [\n---\n" });
    expect(ground.run(["explain", "paper-tolos"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: No agent on this machine has a skill \`paper-tolos\`.
  Did you mean \`paper-tools\`?
`,
    });
    expect(parse(ground.run(["explain", "paper-tolos", "--json"]).stdout)).toEqual({
      name: "paper-tolos",
      systems: [],
      nearest: "paper-tools",
    });
  });

  it("[BX-03] [OC-11] names the installer that `deps` names", () => {
    const ground = playground({
      "mac.json": `{"id": "mac", "os": "darwin", "bins": ["brew", "npm", "uv"]}`,
      [`${WORKSPACE}/tool/SKILL.md`]: gated("tool", {
        requires: { bins: ["foo"] },
        install: [
          { kind: "node", package: "foo" },
          { kind: "uv", package: "foo" },
          { kind: "brew", formula: "foo" },
        ],
      }),
    });
    for (const dialect of ["openclaw", "openclaw@2026.9"])
      for (const command of ["explain", "deps"]) {
        const { stdout } = ground.run([command, "tool", "--as", dialect, "--host", "mac.json"]);
        expect(stdout).toContain("brew install foo");
        expect(stdout).not.toContain("uv tool install");
      }
  });

  it("[BX-03] [OC-10] says that the settings do not list the agent", () => {
    const ground = playground({
      [SETTINGS]: `{ agents: { list: [{ id: "writer" }, { id: "main" }] } }`,
      [`${MANAGED}/a/SKILL.md`]: goodSkill("a"),
    });
    const words = ["explain", "a", "--as", "openclaw@seed", "--agent"];
    expect(ground.run([...words, "writr"]).stdout).toContain(
      "warning .home/.openclaw/openclaw.json: No agent `writr` in the settings; they list `writer`, `main`.\n      Did you mean `writer`?\n",
    );
    expect(ground.run([...words, "writer"]).stdout).not.toContain("No agent");
  });

  it("[BX-03] takes an empty name for a slip", () => {
    expect(playground({}).run(["explain", ""])).toEqual({
      code: 2,
      stdout: "",
      stderr: `error: The name of the skill is empty.
  \`skillwright list\` shows the skills.
`,
    });
  });

  it("takes the path of a file or a folder for its name", () => {
    const ground = playground({ "skills/a/SKILL.md": goodSkill("letters") });
    for (const word of ["skills/a", "skills/a/SKILL.md", "./skills/a"])
      expect(ground.run(["explain", word, "--as", "gsv"]).code).toBe(0);
  });

  it("[BX-03] explains a folder that no agent looks into as if it were installed", () => {
    const ground = playground({ "drafts/letters/SKILL.md": goodSkill("letters") });
    expect(ground.run(["explain", "drafts/letters"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: No agent on this machine looks in the folder of \`drafts/letters\`.
  Check it as if it were installed: \`skillwright explain drafts/letters --as claude\`.
`,
    });
    const { code, stdout } = ground.run(["explain", "drafts/letters", "--as", "claude"]);
    expect(code).toBe(0);
    expect(stdout).toContain("drafts/letters/SKILL.md");
    expect(stdout).toContain("✓ found        checked as if it were installed\n");
  });

  it("looks in the roots that are given instead of the system's", () => {
    const ground = playground({
      "one/letters/SKILL.md": goodSkill("letters"),
      "two/letters/SKILL.md": goodSkill("letters"),
    });
    const words = ["explain", "letters", "--as", "agentskills", "--root", "one", "--root", "two"];
    const { stdout } = ground.run(words);
    expect(stdout).toContain("takes the place of two/letters/SKILL.md");
  });

  it.each([
    [["--as", "nonsense"], "There is no format `nonsense`."],
    [
      ["--as", "openclaw@seed", "--host", "none.json"],
      "none.json: The file cannot be read: it does not exist.",
    ],
    [["--as", "openclaw@seed", "--host", "bad.json"], "bad.json:1:2: Unknown key `o`"],
    [
      ["--as", "openclaw@seed", "--config", "bad.json5"],
      "bad.json5:1:2: The settings are not valid JSON5",
    ],
    [["--as", "openclaw@seed", "--agent", "a/b"], "`a/b` is not a valid agent id"],
    [["--as", "gaia"], "GAIA has no usual folder for skills"],
  ])("exits with 2 for %j", (words, message) => {
    const ground = playground({
      "bad.json": `{"o": "darwin"}`,
      "bad.json5": "{",
      [`${WORKSPACE}/a/SKILL.md`]: goodSkill("a"),
    });
    const { code, stderr } = ground.run(["explain", "a", ...words]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
