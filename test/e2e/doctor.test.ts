/** `skillwright doctor` and `list --as`: a whole set-up at a glance. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { goodSkill, playground } from "../support/program.ts";

const WORKSPACE = ".home/.openclaw/workspace/skills";
const MANAGED = ".home/.openclaw/skills";
const SETTINGS = ".home/.openclaw/openclaw.json";

function waiting(name: string, ...bins: readonly string[]): string {
  return skillText({
    name,
    description: "Waits for programs.",
    metadata: {
      openclaw: {
        requires: { bins },
        install: bins.map((bin) => ({ kind: "node", package: bin, bins: [bin] })),
      },
    },
  });
}

function setUp(): ReturnType<typeof playground> {
  return playground({
    [`${WORKSPACE}/fine/SKILL.md`]: goodSkill("fine"),
    [`${WORKSPACE}/one/SKILL.md`]: waiting("one", "no-such-bin"),
    [`${WORKSPACE}/two/SKILL.md`]: waiting("two", "no-such-bin"),
    [`${MANAGED}/fine/SKILL.md`]: goodSkill("fine"),
    [`${MANAGED}/mute/SKILL.md`]: "---\nname: mute\n---\n",
    [SETTINGS]: `{ skills: { entires: {} } }`,
  });
}

describe("doctor", () => {
  it("[BX-03] sums up roots, settings, skills with their reasons, cost and next steps", () => {
    const { stdout, code } = setUp().run(["doctor", "--as", "openclaw@seed"]);
    expect(code).toBe(1);
    const lines = stdout.split("\n");
    expect(lines.slice(0, 9)).toEqual([
      "OpenClaw (openclaw), agent main",
      "  settings  .home/.openclaw/openclaw.json",
      `  hosts     local (${process.platform === "win32" ? "windows" : process.platform})`,
      "  roots     ✓ workspace .home/.openclaw/workspace/skills: 3 skills",
      "            ✓ managed   .home/.openclaw/skills: 2 skills",
      "  skills    5 found, 1 loaded, 2 not eligible, 1 shadowed, 1 unreadable",
      "              2 × missing-bin: one, two",
      "              1 × unreadable: mute",
      "              1 × shadowed: fine",
    ]);
    expect(lines[9]).toMatch(
      /^ {2}prompt {4}1 skill, \d+ characters, \d+ tokens; 0 shortened, 0 cut$/u,
    );
    expect(stdout).toContain("Did you mean `entries`?");
    expect(stdout.slice(stdout.indexOf("What to do next"))).toBe(`What to do next
  1. Correct the file; \`skillwright lint\` shows the place. Helps mute.
       skillwright lint .home/.openclaw/skills/mute/SKILL.md
  2. Install \`no-such-bin\`. Helps one, two.
       npm install -g --ignore-scripts no-such-bin
  3. Give it another name, or remove .home/.openclaw/workspace/skills/fine/SKILL.md. Helps fine.
`);
  });

  it("is content with skills that only wait for something", () => {
    const ground = playground({ [`${WORKSPACE}/one/SKILL.md`]: waiting("one", "no-such-bin") });
    expect(ground.run(["doctor"]).code).toBe(0);
  });

  it("[BX-03] tells where a system looks when asked by name", () => {
    const ground = playground();
    expect(ground.run(["doctor"]).stdout).toContain("No system keeps skills here.");
    const { stdout, code } = ground.run(["doctor", "--as", "agentskills"]);
    expect(code).toBe(0);
    expect(stdout).toContain("– project .agents/skills: does not exist\n");
    expect(stdout).toContain("– user    .home/.agents/skills: does not exist\n");
  });

  it("tells of a root that is no folder, and of settings that the system refuses", () => {
    const ground = playground({
      [WORKSPACE]: "a file\n",
      [SETTINGS]: `{ skills: { load: { watchDebounceMs: 5 } } }`,
    });
    const lenient = ground.run(["doctor", "--as", "openclaw@seed"]);
    expect(lenient.code).toBe(1);
    expect(lenient.stdout).toContain(`✗ workspace ${WORKSPACE}: cannot be read, it is no folder\n`);
    const strict = ground.run(["doctor", "--as", "openclaw@2026.9"]);
    expect(strict.code).toBe(2);
    expect(strict.stderr).toContain("The key `skills.load.watchDebounceMs` is no longer read");
  });

  it("[BX-03] gives everything as JSON", () => {
    const { systems } = JSON.parse(setUp().run(["doctor", "--json"]).stdout) as {
      readonly systems: readonly Record<string, unknown>[];
    };
    expect(systems).toHaveLength(1);
    expect(systems[0]).toMatchObject({
      dialect: "openclaw@2026.9",
      counts: { found: 5, loaded: 1, ineligible: 2, shadowed: 1, unreadable: 1, passedOver: 0 },
      isSound: false,
    });
  });
});

describe("list --as", () => {
  it("[BX-03] [OC-10] tells source and eligibility of every file that the system came by", () => {
    const { stdout, code } = setUp().run(["list", "--as", "openclaw@seed"]);
    expect(code).toBe(0);
    expect(stdout).toBe(`✓ fine workspace .home/.openclaw/workspace/skills/fine/SKILL.md
✗ one workspace .home/.openclaw/workspace/skills/one/SKILL.md
    \`no-such-bin\` is not installed.
✗ two workspace .home/.openclaw/workspace/skills/two/SKILL.md
    \`no-such-bin\` is not installed.
✗ mute managed .home/.openclaw/skills/mute/SKILL.md
    Missing required field \`description\` in the frontmatter.
✗ fine managed .home/.openclaw/skills/fine/SKILL.md
    Another skill named \`fine\` takes its place: .home/.openclaw/workspace/skills/fine/SKILL.md.

5 files, 1 loaded
`);
  });

  it("[BX-01] [BX-03] takes folders of skills of any dialect", () => {
    const ground = playground({ "here/letters/SKILL.md": goodSkill("letters") });
    const { stdout } = ground.run(["list", "here", "--as", "gsv", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      dialect: "gsv",
      agent: "main",
      skills: [
        {
          description: "Sorts letters by their date. Use when the user asks to sort letters.",
          name: "letters",
          source: "agent",
          path: "agents/main/skills/letters/SKILL.md",
          file: ground.path("here/letters/SKILL.md"),
          isEligible: true,
          isOfferedToModel: true,
          hosts: [],
          reasons: [],
        },
      ],
      problems: [],
    });
  });
});

function needy(name: string): string {
  const metadata = { openclaw: { requires: { env: ["NO_SUCH_KEY"] } } };
  return skillText({ name, description: "Needs a variable.", metadata });
}

describe("what to do next", () => {
  it("[BX-03] counts a step only for skills that it frees, and names steps that are needed together", () => {
    const ground = playground({
      "skills/off/SKILL.md": needy("off"),
      "skills/one/SKILL.md": needy("one"),
      "settings.json": "{ skills: { entries: { off: { enabled: false } } } }",
    });
    const words = [
      "doctor",
      "--as",
      "openclaw@seed",
      "--root",
      "skills",
      "--config",
      "settings.json",
    ];
    const { stdout } = ground.run([...words, "--json"]);
    // The shape is pinned by other tests.
    const { systems } = JSON.parse(stdout) as {
      readonly systems: readonly {
        readonly nextSteps: readonly {
          readonly say: string;
          readonly also?: readonly { readonly say: string }[];
          readonly skills: readonly string[];
        }[];
      }[];
    };
    const steps = systems.flatMap(({ nextSteps }) => nextSteps);
    const alone = steps.filter(({ also }) => also === undefined);
    expect(alone.map(({ skills }) => skills)).toEqual([["one"], ["one"]].slice(0, alone.length));
    const together = steps.find(({ also }) => also !== undefined);
    expect(together?.skills).toEqual(["off"]);
    expect(together?.say).not.toContain("NO_SUCH_KEY");
    expect(together?.also?.[0]?.say).toContain("NO_SUCH_KEY");
  });
});
