// @starts the program
/** A skill whose values hold themselves is a skill with a fault: no command breaks off, and those beside it are served. */
import { beforeAll, expect, it } from "vitest";
import { type Playground, playground } from "../support/program.ts";

const SKILL = "---\nname: NAME\ndescription: Sorts letters. Use it for letters.\n";
let here: Playground;
beforeAll(() => {
  here = playground({
    "skills/good/SKILL.md": `${SKILL.replace("NAME", "good")}---\n\nSort.\n`,
    "skills/odd/SKILL.md": `${SKILL.replace("NAME", "odd")}metadata: &a\n  k: *a\nextra: &b [*b, *b]\n---\n\nSort.\n`,
  });
});

it.each([
  "lint",
  "validate",
  "list",
  "scan",
  "inspect",
  "matrix",
  "convert --to claude",
  "permissions",
  "tools check",
  "explain",
  "eval new",
  "mcp --check",
])("[BX-14] skillwright %s", (words) => {
  const folder = /^(?:list|mcp)/u.test(words) ? "skills" : "skills/odd";
  const { code, stdout, stderr } = here.run([...words.split(" "), folder]);
  expect(`${stdout}${stderr}`).not.toMatch(/bug of its own|failed in the rule|circular/iu);
  if (words.startsWith("mcp"))
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 of 2 skills")]);
});
