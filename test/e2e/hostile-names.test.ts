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

it.each(commands)("[OC-20] [OC-11] shows none of it raw: %s %s %s", (...words) => {
  const { stdout, stderr } = ground().run([...words]);
  const shown = stdout + stderr;
  expect(shown).not.toBe("");
  expect(shown).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
  );
  const lines = shown.split("\n").map((line) => line.trim());
  expect(lines).not.toContain(FORGED);
  expect(lines.filter((line) => line.startsWith("brew install safe"))).toEqual([]);
});
