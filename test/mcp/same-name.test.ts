/** Skills that share a name: each is served, at an address of its own. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectTo, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** Two roots, with the same name four times: beside each other, further down, and inside another. */
function write(): readonly string[] {
  writeTree(folder.path, {
    "mine/pdf/SKILL.md": `${skill("pdf")}\nThe first.\n`,
    "mine/worn/SKILL.md": `${skill("pdf")}\nThe second.\n`,
    "mine/vendor/pdf/SKILL.md": `${skill("pdf")}\nThe third.\n`,
    "mine/vendor/pdf/references/guide.md": "third guide\n",
    "mine/vendor/pdf/examples/pdf/SKILL.md": `${skill("pdf")}\nThe fourth.\n`,
    "theirs/pdf/SKILL.md": `${skill("pdf")}\nThe fifth.\n`,
  });
  return [join(folder.path, "mine"), join(folder.path, "theirs")];
}

const PATHS = ["mine/vendor/pdf/examples/pdf", "pdf", "theirs/pdf", "vendor/pdf", "worn/pdf"];

describe("skills that share a name", () => {
  it.each(["legacy", "modern"] as const)(
    "[BX-05] are all listed and read, the first at the short address (%s)",
    async (era) => {
      const { server, url } = await serve(write());
      expect(server.catalog().leftOut).toEqual([]);
      const { skills, client } = await connectTo(url, era);
      const listing = await skills.list();
      const uris = listing.skills.map(({ uri }) => uri);
      expect(uris).toEqual(PATHS.map((path) => `skill://${path}/SKILL.md`));
      const read = await Promise.all(listing.skills.map((entry) => skills.read(entry)));
      for (const item of read) expect(item).toMatchObject({ verified: true });
      const texts = await Promise.all(
        uris.map(async (uri) => JSON.stringify(await client.readResource({ uri }))),
      );
      expect(texts.map((text) => /The (\w+)\./.exec(text)?.[1])).toEqual([
        "fourth",
        "first",
        "fifth",
        "third",
        "second",
      ]);
    },
  );

  it("say in the listing who has the short address", async () => {
    const { url } = await serve(write());
    const { skills, client } = await connectTo(url, "modern");
    const entries = (await skills.list()).skills;
    const [first, second] = [entries[1], entries[4]];
    expect(first?.["_meta"]).not.toHaveProperty("skillwright/notices");
    const notice =
      "Another skill is named `pdf` as well (mine/pdf/SKILL.md) and has the short address; " +
      "this one is served as `worn/pdf`.";
    expect(second?.["_meta"]).toMatchObject({ "skillwright/notices": [notice] });
    const found = await client.callTool({ name: "search_skills", arguments: { query: "pdf" } });
    expect(found.structuredContent).toMatchObject({ total: 5 });
    expect(JSON.stringify(found.content)).toContain(notice);
  });

  it("are loaded, read and prompted by their address", async () => {
    const { url } = await serve(write());
    const { client } = await connectTo(url, "modern");
    const call = async (name: string, given: object): Promise<string> =>
      JSON.stringify((await client.callTool({ name, arguments: { ...given } })).content);
    expect(await call("load_skill", { name: "pdf" })).toContain("The first.");
    expect(await call("load_skill", { name: "vendor/pdf" })).toContain("The third.");
    const guide = { name: "vendor/pdf", path: "references/guide.md" };
    expect(await call("read_skill_file", guide)).toContain("third guide");
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(PATHS);
    const prompt = await client.getPrompt({ name: "theirs/pdf" });
    expect(JSON.stringify(prompt.messages)).toContain("The fifth.");
    const document = await client.readResource({ uri: "resource://skills/theirs/pdf/document" });
    expect(JSON.stringify(document.contents)).toContain("The fifth.");
  });

  it("never have an address inside that of another skill", async () => {
    writeTree(folder.path, {
      "vendor/SKILL.md": skill("vendor"),
      "vendor/pdf/SKILL.md": `${skill("pdf")}\nNested.\n`,
      "pdf/SKILL.md": skill("pdf"),
    });
    const { server, url } = await serve([folder.path]);
    const paths = server.catalog().skills.map(({ path }) => path);
    expect(paths).toHaveLength(3);
    expect(paths.filter((path) => path.startsWith("vendor/"))).toEqual([]);
    const { skills } = await connectTo(url, "modern");
    for (const entry of (await skills.list()).skills)
      expect(await skills.read(entry)).toMatchObject({ verified: true });
  });
});
