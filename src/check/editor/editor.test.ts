import { describe, expect, it } from "vitest";
import { findCuts } from "./cuts.ts";
import { computeReach } from "./reach.ts";
import { findSkillNames } from "./skill-names.ts";
import { findTokens } from "./tokens.ts";

function words(text: string, spans: readonly { readonly start: number; readonly end: number }[]) {
  return spans.map(({ start, end }) => text.slice(start, end));
}

const gaia = `---
name: "letters"
description: Sorts letters.
version: 1.0.0
security_tier: community
permissions: []
requirements:
  skills:
    - name: dates
      version: ">=1.0.0"
---
First run /dates, then $stamps. Not /tmp or a/dates or /dates/x.

\`\`\`
/dates
\`\`\`

See [the other](../dates/SKILL.md).
`;

describe("names of skills", () => {
  const known = new Set(["dates", "stamps", "letters"]);

  it("[BX-08] are found in fields, calls and links, and nowhere else", () => {
    const found = findSkillNames(gaia, (name) => known.has(name));
    expect(words(gaia, found)).toEqual(["letters", "dates", "dates", "stamps", "dates"]);
    expect(found.map(({ isOwn }) => isOwn)).toEqual([true, false, false, false, false]);
    expect(found.every(({ name, start, end }) => gaia.slice(start, end) === name)).toBe(true);
  });

  it("[BX-08] are found in a list of plain names", () => {
    const text = [
      "---",
      "name: letters",
      "description: Sorts letters.",
      "metadata:",
      "  personal-mcp:",
      "    depends_on: [dates, 'stamps']",
      "---",
      "",
    ].join("\n");
    const found = findSkillNames(text, () => false);
    expect(words(text, found)).toContain("letters");
  });
});

describe("cuts of a description", () => {
  const sentence = "Sorts letters by their date and place. ";

  it.each([
    ["plain", `description: ${sentence.repeat(60).trim()}`],
    ["quoted", `description: "${sentence.repeat(60).trim()}"`],
    ["folded", `description: >-\n${`  ${sentence.trim()}\n`.repeat(60).trimEnd()}`],
  ])("[BX-08] are where so many characters are over: %s", (_, line) => {
    const text = `---\nname: letters\n${line}\n---\n`;
    const cut = findCuts(text).find(({ characters }) => characters === 1536);
    expect(cut?.systems).toContain("Claude Code");
    const before = text.slice(text.indexOf("Sorts"), cut?.offset).replaceAll(/\s+/gu, " ");
    expect(before.length).toBeGreaterThanOrEqual(1535);
    expect(before.length).toBeLessThanOrEqual(1537);
  });

  it("[BX-08] are none where nothing is cut", () => {
    expect(findCuts("---\nname: a\ndescription: Short.\n---\n")).toEqual([]);
  });
});

it("[BX-08] tools, their limits and inputs are words of their own", () => {
  const text =
    "---\nname: a\ndescription: b\nallowed-tools: Read, Bash(git log:*) mcp__x.y\n---\nSort {{letters}}.\n";
  const found = findTokens(text);
  expect(words(text, found)).toEqual(["Read", "Bash", "git log:*", "mcp__x.y", "{{letters}}"]);
  expect(found.map(({ kind }) => kind)).toEqual([
    "function",
    "function",
    "string",
    "function",
    "variable",
  ]);
});

it("[BX-08] the reach of a skill counts every system, with a reason for each that does not take it", () => {
  const { works, total, others } = computeReach(
    "---\nname: A B\ndescription: c\n---\n",
    "a-b/SKILL.md",
  );
  expect(works + others.length).toBe(total);
  expect(others.length).toBeGreaterThan(0);
  expect(others.every(({ title, reason }) => title !== "" && reason !== "")).toBe(true);
});
