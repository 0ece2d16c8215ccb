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

it.each(["mcp:connect:linear", "mcp:connect", "desktop:control"])(
  "[GA-03] [GA-06] says alike of %s that no skill can have it",
  (permission) => {
    const at = playground({ "source/helper/SKILL.md": SKILL([permission, "network:read"]) });
    const asked = at.run(["install", "./source", "--allow-experimental", "--yes"]);
    expect(asked.code, asked.stderr).toBe(0);
    const shown = at.run(["permissions", "skills/helper"]).stdout;
    const [, sentence, note] =
      /^ {2}cannot +(.+?) (?:mcp|desktop):\S+\n +(.+)$/mu.exec(shown) ?? [];
    expect(asked.stderr).toContain(`  cannot ${sentence} ${note}\n`);
    const lock = JSON.parse(readFileSync(at.path("skills/skill-lock.json"), "utf8"));
    expect(lock.skills.helper.grants).toEqual({
      [permission]: "unavailable",
      "network:read": "sandboxed",
    });
  },
);
