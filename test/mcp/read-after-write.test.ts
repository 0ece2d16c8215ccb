/** Whoever writes a file of a skill and then asks gets what was written, however short the time between. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Connected, connectTo, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

/** `STALE_ROUNDS=500` for a long run. */
const ROUNDS = Number(process.env["STALE_ROUNDS"] ?? 25);
const folder = useFolder();

async function text({ client }: Connected, uri: string): Promise<string> {
  try {
    return JSON.stringify((await client.readResource({ uri })).contents);
  } catch {
    return "";
  }
}

it(
  `[BX-06] reads instructions, references and new skills right after they were written, ${ROUNDS} times`,
  { timeout: 60_000 + ROUNDS * 3000 },
  async () => {
    writeTree(folder.path, {
      "letters/SKILL.md": skill("letters"),
      "letters/references/guide.md": "none\n",
    });
    const { url } = await serve([folder.path]);
    const reader = await connectTo(url, "legacy");
    const stale: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const mark = `round ${String(round).padStart(4, "0")}`;
      writeTree(folder.path, {
        "letters/SKILL.md": `${skill("letters", `Sorts, ${mark}.`)}\n${mark}\n`,
        "letters/references/guide.md": `${mark}\n`,
        [`letters/references/new-${round}.md`]: `${mark}\n`,
        [`more-${round}/SKILL.md`]: `${skill(`more-${round}`)}\n${mark}\n`,
      });
      const uris = [
        "skill://letters/references/guide.md",
        `skill://letters/references/new-${round}.md`,
        "skill://letters/SKILL.md",
        "resource://skills/letters/document",
        `skill://more-${round}/SKILL.md`,
      ];
      for (const uri of uris)
        if (!(await text(reader, uri)).includes(mark)) stale.push(`${mark}: ${uri}`);
      // A folder that grows from round to round would make each longer than the one before.
      for (const path of [`more-${round}`, `letters/references/new-${round}.md`])
        rmSync(join(folder.path, path), { recursive: true });
    }
    expect(stale).toEqual([]);
  },
);

it("[BX-06] lists what was written a moment ago, and no longer what was removed", async () => {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters") });
  const { url } = await serve([folder.path]);
  const { client, skills } = await connectTo(url, "modern");
  const listed = async (): Promise<readonly string[]> =>
    (await skills.list()).skills.map(({ frontmatter }) => frontmatter.description);
  expect(await listed()).toEqual(["Does letters."]);
  writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts.") });
  expect(await listed()).toEqual(["Sorts."]);
  writeTree(folder.path, { "notes/SKILL.md": skill("notes") });
  expect(await listed()).toEqual(["Sorts.", "Does notes."]);
  const found = await client.callTool({ name: "search_skills", arguments: { query: "notes" } });
  expect(found.structuredContent).toMatchObject({ total: 1 });
  rmSync(join(folder.path, "letters"), { recursive: true });
  expect(await listed()).toEqual(["Does notes."]);
});
