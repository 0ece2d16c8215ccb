/** Names of strangers on a terminal: they must not forge a line, hide one, or steer the screen. */
import { expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { playground } from "../support/program.ts";

const FORGED = "To install what `good` needs:";
const HOSTILE = `tool\u001b[2K\u001b[1A\r\n${FORGED}\r\n      brew install safe\u202e\u2066`;
const BIN = `no\u001b[8m-such\r\u2028bin\u202e`;
const SKILL = ".home/.openclaw/workspace/skills/tool/SKILL.md";

function ground(): ReturnType<typeof playground> {
  return playground({
    [SKILL]: skillText({
      name: HOSTILE,
      description: HOSTILE,
      metadata: {
        openclaw: {
          requires: { bins: [BIN], env: [`X\nY\u001b[31m`], config: [`a\u001b[31m\nb`] },
          install: [
            { id: `i\n${FORGED}`, kind: "node", package: "jq-cli@1.0.0" },
            { id: "o", kind: "brew", formula: "x", os: [`win32\n${FORGED}`] },
          ],
        },
      },
    }),
  });
}

const commands: readonly (readonly string[])[] = [
  ["deps", "tool", "--as", "openclaw"],
  ["deps", "install", "tool", "--as", "openclaw"],
  ["deps", "install", "tool", "--as", "openclaw", "--id", "none"],
  ["list"],
  ["list", "--as", "openclaw", ".home/.openclaw/workspace/skills"],
  ["explain", "tool", "--as", "openclaw"],
  ["doctor", "--as", "openclaw"],
  ["prompt", "--as", "openclaw", "--explain"],
];

/** Sequences in plain form and as one control of eight bits, which some terminals follow too. */
const STEERING = `\u001b[8mHID\u001b]0;T\u0007\r\n${FORGED}\u202e\u009b31m`;
const FOREIGN = "skills/gaia/SKILL.md";

function workspace(): ReturnType<typeof playground> {
  return playground({
    [FOREIGN]: skillText({
      name: "gaia",
      description: `d ${STEERING}`,
      version: `1.0.0${STEERING}`,
      license: STEERING,
      security_tier: `experimental${STEERING}`,
      tools: [{ name: `tool${STEERING}`, description: STEERING }],
      permissions: [`filesystem:read:/tmp/x${STEERING}`, "network:read"],
    }),
    "skills/gaia/tools.py": "def other(a):\n    return a\n",
    [`skills/na\u001b[8mme\r\n${FORGED}/SKILL.md`]: skillText({ name: "b", description: "c" }),
    "skills/skill-lock.json": JSON.stringify({
      version: 1,
      skills: { gaia: { version: `1.0.0${STEERING}`, source: `local${STEERING}` } },
    }),
    "agent.json": JSON.stringify({ name: `a${STEERING}`, skills: [`b${STEERING}`] }),
  });
}

const places: readonly (readonly string[])[] = [
  ["lint", "."],
  ["lint", "--format", "github", "."],
  ["scan", "."],
  ["validate", "."],
  ["inspect", FOREIGN],
  ["matrix", "."],
  ["eval", "collisions", "skills"],
  ["tools", "check", "skills"],
  ["tools", "call", "gaia/other", "--arg", "a=1", "--allow-experimental"],
  ["permissions", "skills/gaia"],
  ["agent", "load", "agent.json"],
  ["verify", "skills"],
  ["lock", "--check"],
  ["installed"],
  ["audit"],
];

it.each(places)("[BX-14] steers no terminal, and forges no line: %s %s %s", (...words) => {
  expectHarmless(workspace().run([...words]));
});

it("[BX-14] keeps each character of a document, and of JSON, which shows it escaped", () => {
  const here = workspace();
  expect(here.run(["convert", FOREIGN, "--to", "claude"]).stdout).toContain("\u202e");
  const { stdout } = here.run(["inspect", FOREIGN, "--json"]);
  expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/u);
  expect(JSON.stringify(JSON.parse(stdout))).toContain("\u202e\u009b31m");
});

it.each(commands)("[OC-20] [OC-11] shows none of it raw: %s %s %s", (...words) => {
  expectHarmless(ground().run([...words]));
});

function expectHarmless({ stdout, stderr }: { stdout: string; stderr: string }): void {
  const shown = stdout + stderr;
  expect(shown).not.toBe("");
  expect(shown).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
  );
  const lines = shown.split("\n").map((line) => line.trim());
  expect(lines).not.toContain(FORGED);
  expect(lines.filter((line) => line.startsWith("brew install safe"))).toEqual([]);
}
