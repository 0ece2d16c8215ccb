/** Skills of a contract that guards the start, and those beside them. */
import { describe, expect, it } from "vitest";
import { createSkillServer } from "../../src/serve/mcp/index.ts";
import { findDialect } from "../../src/skill/index.ts";
import { connectTo, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** A skill that keeps the contract, with more lines in its block. */
function contract(id: string, more = ""): string {
  const block = `  id: ${id}\n  version: 1.0.0\n  capabilities: ["resource://skills/${id}/document"]\n`;
  return skill(id, `Does ${id}.`, `x-personal-mcp:\n${block}${more}`);
}

describe("ids that are no portable names", () => {
  it.each(["a--b", "a-"])("[PM-08] keep the addresses of the contract: %s", async (id) => {
    writeTree(folder.path, {
      [`${id}/SKILL.md`]: contract(id, "  references:\n    guide: { path: references/g.md }\n"),
      [`${id}/references/g.md`]: "guide\n",
      "user/SKILL.md": contract("user", `  depends_on: [${id}]\n`),
    });
    const { url, server } = await serve([folder.path]);
    const { client, skills } = await connectTo(url, "modern");
    const document = `resource://skills/${id}/document`;
    const { contents } = await client.readResource({ uri: document });
    expect(contents).toMatchObject([{ uri: document, _meta: { skill_id: id } }]);
    const reference = `resource://skills/${id}/references/guide`;
    expect(await client.readResource({ uri: reference })).toMatchObject({
      contents: [{ text: "guide\n", _meta: { skill_id: id, ref_id: "guide" } }],
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining([document, reference]));
    expect((await skills.list()).skills).toHaveLength(2);
    expect(server.catalog().graph.edges).toEqual([{ from: "user", to: id }]);
    expect(server.catalog().problems).toEqual([]);
  });

  it("are each served once, the first that was found", async () => {
    writeTree(folder.path, {
      "one/a-/SKILL.md": contract("a-"),
      "two/a-/SKILL.md": contract("a-"),
    });
    const { server } = await serve([folder.path]);
    expect(server.catalog().skills.map(({ id }) => id)).toEqual(["a-"]);
    expect(server.catalog().leftOut[0]?.reasons[0]?.code).toBe("shadowed");
  });
});

describe("a skill without the block", () => {
  const files = { "a/SKILL.md": contract("a"), "b/SKILL.md": skill("b") };

  it("[PM-04] stops a server that is to hold the contract", async () => {
    writeTree(folder.path, files);
    const as = findDialect("personal-mcp");
    if (as === undefined) throw new Error("The dialect is there.");
    await expect(
      createSkillServer({ paths: [folder.path], version: "1.0.0", as, watches: false }),
    ).rejects.toMatchObject({
      diagnostic: {
        code: "mcp/refused-start",
        related: [{ message: expect.stringContaining("`x-personal-mcp`") }],
      },
    });
  });

  it("is told of beside skills that keep it", async () => {
    writeTree(folder.path, files);
    const { server } = await serve([folder.path], { isStrict: true });
    expect(server.catalog().problems).toMatchObject([
      { severity: "info", message: expect.stringContaining("b/SKILL.md") },
    ]);
  });
});

describe("two skills of one name", () => {
  it("prefers the one that stands for itself to one inside of another", async () => {
    writeTree(folder.path, {
      "creator/SKILL.md": skill("creator"),
      "creator/examples/pdf/SKILL.md": skill("pdf", "An example."),
      "pdf/SKILL.md": skill("pdf", "The real one."),
      "z/y/x/w/letters/SKILL.md": skill("letters", "The real letters."),
      "creator/letters/SKILL.md": skill("letters", "An example of letters."),
    });
    const { server } = await serve([folder.path]);
    const { byName } = server.catalog();
    expect(byName.get("pdf")?.description).toBe("The real one.");
    expect(byName.get("letters")?.description).toBe("The real letters.");
  });
});
