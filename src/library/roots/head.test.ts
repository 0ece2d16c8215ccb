import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialectNamed, skillText } from "../../../test/support/library.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { readAs, readDocument, type Reading, skillOf } from "../../skill/index.ts";
import { openLibrary } from "../session/index.ts";
import { readHead } from "./head.ts";

const PATH = "skills/letters/SKILL.md";
const long = "A line of the instructions.\n".repeat(400);

function head(text: string, dialect = "openclaw", bytes = 4096): Reading | undefined {
  const all = Buffer.from(text);
  return readHead(all.subarray(0, bytes), dialectNamed(dialect), PATH, () => all);
}

describe("the beginning of a file", () => {
  it.each(["openclaw", "openclaw@2026.9", "gsv", "gsv@code", "claude", "agentskills"])(
    "is read as the whole of it is, by %s",
    (id) => {
      const fields = { name: "letters", description: "Sorts – letters.", license: "MIT" };
      const text = skillText(fields, long);
      const dialect = dialectNamed(id);
      const whole = readAs(dialect, readDocument(text), { path: PATH });
      const part = head(text, id);
      expect(part).toEqual(whole);
      expect(part === undefined ? undefined : skillOf(part)).toEqual(skillOf(whole));
      expect(part?.body).toBe(whole.body);
    },
  );

  it.each([
    ["has no end of the frontmatter", skillText({ name: "a", description: "x ".repeat(3000) })],
    ["has no frontmatter", long],
    ["begins with a byte order mark", `\uFEFF${skillText({ name: "a", description: "b" }, long)}`],
    ["has no description, which the instructions may give", skillText({ name: "a" }, long)],
    ["has an empty description", skillText({ name: "a", description: " " }, long)],
    ["has odd YAML in it", `---\nname: a\ndescription: b: c\n---\n${long}`],
    ["is refused", `---\nname: a\ndescription: [b\n---\n${long}`],
  ])("is not enough where it %s", (_why, text) => {
    expect(head(text)).toBeUndefined();
  });

  it("is not enough where it is no UTF-8", () => {
    const text = skillText({ name: "a", description: "b \u00e4" }, long);
    const bytes = Buffer.from(text, "latin1").subarray(0, 4096);
    expect(readHead(bytes, dialectNamed("openclaw"), PATH, () => bytes)).toBeUndefined();
  });

  it("[GSV-18] [OC-18] leads to the same skills, prompt and instructions", async () => {
    const root = temporaryFolder();
    for (const [name, text] of [
      ["a", skillText({ name: "a", description: "Long one." }, long)],
      ["b", skillText({ name: "b", description: "Short one." })],
      ["c", skillText({ name: "c" }, `First paragraph.\n\n${long}`)],
    ] as const) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, "SKILL.md"), text);
    }
    const [lasting, passing] = await Promise.all(
      [false, true].map((looksOnce) =>
        openLibrary({ dialect: "gsv", roots: [root], watch: false, looksOnce }),
      ),
    );
    const [one, other] = [lasting?.snapshot(), passing?.snapshot()];
    expect(other?.prompt).toBe(one?.prompt);
    expect(other?.skills).toEqual(one?.skills);
    for (const name of ["a", "b", "c"])
      expect(other?.instructions(name)).toBe(one?.instructions(name));
    rmSync(join(root, "a"), { recursive: true });
    expect(() => other?.instructions("a")).toThrow("ENOENT");
    await lasting?.close();
    await passing?.close();
  });
});
