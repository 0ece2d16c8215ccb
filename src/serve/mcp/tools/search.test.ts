import { describe, expect, it } from "vitest";
import { createSkillServer } from "../skill-server.ts";
import { skill, useFolder, writeTree } from "../../../../test/support/skill-folders.ts";
import { searchSkills } from "./search.ts";

const folder = useFolder();

async function search(query: string, tags: readonly string[] = []): Promise<readonly string[]> {
  writeTree(folder.path, {
    "pdf-tools/SKILL.md": skill("pdf-tools", "Merges and splits documents."),
    "notes/SKILL.md": skill("notes", "Takes notes from PDF files and documents."),
    "mail/SKILL.md": skill("mail", "Writes mail."),
    "tagged/SKILL.md": `---
name: tagged
description: Has tags.
x-personal-mcp:
  id: tagged
  version: 1.0.0
  tags: [office, pdf]
  capabilities: [resource://skills/tagged/document]
---
`,
  });
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
  });
  const hits = await searchSkills(server.catalog().listed, query, tags);
  await server.close();
  return hits.map((hit) => hit.skill.name);
}

describe("searchSkills", () => {
  it("puts a word in a name before one in a tag or a description", async () => {
    expect(await search("pdf")).toEqual(["pdf-tools", "tagged", "notes"]);
  });

  it("puts skills that have all the words first", async () => {
    expect((await search("pdf notes"))[0]).toBe("notes");
  });

  it("finds the beginning of a word, whatever its case", async () => {
    expect(await search("MERG")).toEqual(["pdf-tools"]);
  });

  it("lists all where nothing is asked, and none where nothing fits", async () => {
    expect(await search("")).toHaveLength(4);
    expect(await search("zebra")).toEqual([]);
  });

  it("keeps to the tags", async () => {
    expect(await search("", ["office"])).toEqual(["tagged"]);
  });
});
