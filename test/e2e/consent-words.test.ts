/** What `install` asks a yes for, and what `permissions` says of the same skill. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { playground } from "../support/program.ts";

const SKILL = (permissions: readonly string[]): string => `---
name: helper
version: 1.0.0
description: Helps with tickets. Use when asked to help.
author: me
license: MIT
permissions: ${JSON.stringify(permissions)}
tools: []
security_tier: community
---
# Helper
`;

it.each([
  ["mcp:connect:linear", "sandboxed"],
  ["mcp:connect", "sandboxed"],
  ["desktop:control", "unavailable"],
])("[GA-03] [GA-06] says alike of %s that no skill can have it here", (permission, recorded) => {
  const at = playground({ "source/helper/SKILL.md": SKILL([permission, "network:read"]) });
  const asked = at.run(["install", "./source", "--allow-experimental", "--yes"]);
  expect(asked.code, asked.stderr).toBe(0);
  const shown = at.run(["permissions", "skills/helper"]).stdout;
  const [, sentence, note] = /^ {2}cannot +(.+?) (?:mcp|desktop):\S+\n +(.+)$/mu.exec(shown) ?? [];
  expect(asked.stderr).toContain(`  cannot ${sentence} ${note}\n`);
  const lock = JSON.parse(readFileSync(at.path("skills/skill-lock.json"), "utf8"));
  // Which servers there are is a matter of each machine, and not of the lock.
  expect(lock.skills.helper.grants).toEqual({
    [permission]: recorded,
    "network:read": "sandboxed",
  });
});

it("[BX-14] shows a permission, a tier and a path of a stranger as one harmless line", () => {
  const hidden = "./notes.txt`.\u009b1A\u009b2K\u202e";
  const text = SKILL(["network:write:*", `filesystem:read:${hidden}`])
    .replace("security_tier: community", 'security_tier: "community\\e[8m\\nForged"')
    .replace("tools: []", "tools: [x]");
  const at = playground({ "skills/a;touch b/SKILL.md": text });
  const { stdout, stderr } = at.run(["permissions", "skills/a;touch b"]);
  const shown = stdout + stderr;
  expect(shown).not.toBe("");
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
  expect(shown).not.toMatch(/^Forged/mu);
  expect(shown).not.toMatch(/skillwright permissions [^'\n]*;/u);
});
