/** Files that change while clients are connected. */
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { ToolProvider } from "../../src/serve/mcp/index.ts";
import { type Connected, connectTo, type Era, openWay, serve, ways } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";
import { until } from "../support/wait.ts";

const folder = useFolder();

describe.each(ways)("over $transport in the $era era", (way) => {
  it("tells of new skills, of other prompts and of files that changed, without a restart", async () => {
    writeTree(folder.path, {
      "one/SKILL.md": skill("one"),
      "one/notes.md": "first\n",
    });
    const open = await openWay([folder.path], way);
    onTestFinished(open.close);
    const { client, skills } = open;
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/list_changed", () => {
      heard.push("resources");
    });
    client.setNotificationHandler("notifications/prompts/list_changed", () => {
      heard.push("prompts");
    });
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.push(params.uri);
    });
    const uri = "skill://one/notes.md";
    if (way.era === "legacy") await client.subscribeResource({ uri });
    else
      await client.listen({
        resourcesListChanged: true,
        promptsListChanged: true,
        resourceSubscriptions: [uri],
      });
    writeFileSync(join(folder.path, "one/notes.md"), "second\n");
    await until("the file is told of", () => heard.includes(uri));
    expect(await client.readResource({ uri }, { cacheMode: "refresh" })).toMatchObject({
      contents: [{ text: "second\n" }],
    });
    writeTree(folder.path, { "two/SKILL.md": skill("two") });
    await until(
      "the lists are told of",
      () => heard.includes("resources") && heard.includes("prompts"),
    );
    const names = (await skills.list()).skills.map(({ frontmatter }) => frontmatter.name);
    expect(names).toEqual(["one", "two"]);
    heard.length = 0;
    rmSync(join(folder.path, "two"), { recursive: true });
    await until("the end of a skill is told of", () => heard.includes("resources"));
    expect((await skills.list()).skills).toHaveLength(1);
    expect(heard.filter((item) => item.startsWith("skill://"))).toEqual([]);
  });
});

/** All that a client hears from now on, as names of lists and addresses. */
async function hearing(
  { client }: Connected,
  era: Era,
  uris: readonly string[],
): Promise<string[]> {
  // A program answers before it has read its folders; a list waits for that.
  await client.listPrompts();
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/list_changed", () => {
    heard.push("resources");
  });
  client.setNotificationHandler("notifications/prompts/list_changed", () => {
    heard.push("prompts");
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  if (era === "legacy") for (const uri of uris) await client.subscribeResource({ uri });
  else
    await client.listen({
      resourcesListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: [...uris],
    });
  return heard;
}

const forMac = (name: string, body: string): string =>
  `${skill(name, "For a Mac.", 'metadata: { "openclaw": { "os": ["darwin"] } }\n')}${body}`;

describe.each(ways)("a client with a machine of its own, over $transport, $era", (way) => {
  it("hears of the skills that it alone is offered", async () => {
    writeTree(folder.path, { "mac/SKILL.md": forMac("mac", "one\n") });
    const open = await openWay([folder.path], way, { host: { os: "darwin" } });
    onTestFinished(open.close);
    const uri = "skill://mac/SKILL.md";
    const heard = await hearing(open, way.era, [uri]);
    writeTree(folder.path, { "mac/SKILL.md": forMac("mac", "two\n") });
    await until("the skill is told of", () => heard.includes(uri) && heard.includes("resources"));
    expect(heard).not.toContain("prompts");
    const read = await open.client.readResource({ uri }, { cacheMode: "refresh" });
    expect(JSON.stringify(read.contents)).toContain("two");
    writeTree(folder.path, { "other/SKILL.md": forMac("other", "one\n") });
    await until("a new prompt is told of", () => heard.includes("prompts"));
    const names = (await open.skills.list()).skills.map(({ frontmatter }) => frontmatter.name);
    expect(names).toEqual(["mac", "other"]);
  });
});

function contract(reference: string): string {
  return skill(
    "guide",
    "Guides.",
    `x-personal-mcp: { id: guide, version: 1.0.0, capabilities: ["resource://skills/guide/document"], references: { now: { path: references/now.md, ${reference} } } }\n`,
  );
}

describe("a change in a file", () => {
  const base = "resource://skills/guide";
  it.each<[string, { readonly [path: string]: string }, readonly string[]]>([
    [
      "of the body tells of every list that holds its digest",
      { "one/SKILL.md": `${skill("one")}More.\n` },
      ["resources", "skill://index.json", "skill://one/_manifest", "resource://skills/catalog"],
    ],
    [
      "of a reference tells of its former addresses too",
      { "guide/references/now.md": "other\n" },
      ["resources", `${base}/references/now`, `${base}/references/then`, "skill://guide/_manifest"],
    ],
    [
      "of the media type of a reference tells of its content",
      { "guide/SKILL.md": contract("aliases: [then], mime_type: text/plain") },
      ["resources", `${base}/references/now`, `${base}/references/then`],
    ],
    [
      "of the aliases of a reference tells of the one that went",
      { "guide/SKILL.md": contract("aliases: [later]") },
      ["resources", `${base}/references/then`, "resource://skills/catalog"],
    ],
  ])("%s", async (_title, change, expected) => {
    writeTree(folder.path, {
      "one/SKILL.md": skill("one"),
      "guide/SKILL.md": contract("aliases: [then]"),
      "guide/references/now.md": "text\n",
    });
    const { url, server } = await serve([folder.path]);
    const connected = await connectTo(url, "legacy");
    const uris = expected.filter((item) => item.includes("://"));
    const heard = await hearing(connected, "legacy", uris);
    writeTree(folder.path, change);
    await server.refresh();
    await until("all is told", () => expected.every((item) => heard.includes(item)));
    expect(heard.filter((item) => !expected.includes(item))).toEqual([]);
  });
});

describe("tools of a provider", () => {
  it.each<Era>(["legacy", "modern"])("follow from the skills that are there (%s)", async (era) => {
    writeTree(folder.path, { "one/SKILL.md": skill("one") });
    const provider: ToolProvider = {
      id: "test",
      tools: ({ view }) =>
        view.current.skills.map(({ name }) => ({
          name: `use_${name}`,
          title: name,
          description: `Uses ${name}.`,
          input: z.object({}),
          output: z.object({ name: z.string() }),
          annotations: { readOnlyHint: true },
          icons: [],
          tags: [],
          version: "1.0.0",
          timeoutMs: 1000,
          run: async () => ({ content: [], structuredContent: { name } }),
        })),
    };
    const { url } = await serve([folder.path], { providers: [provider] });
    const { client } = await connectTo(url, era);
    let isPublicEvent = false;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      isPublicEvent = true;
    });
    if (era === "modern") await client.listen({ toolsListChanged: true });
    const used = await client.callTool({ name: "use_one", arguments: {} });
    expect(used.structuredContent).toEqual({ name: "one" });
    writeTree(folder.path, { "two/SKILL.md": skill("two") });
    await until("the tools are told of", () => isPublicEvent);
    const { tools } = await client.listTools(undefined, { cacheMode: "refresh" });
    expect(tools.map(({ name }) => name).slice(-2)).toEqual(["use_one", "use_two"]);
  });
});

describe("folders that come and go", () => {
  it("are heard of when a skill appears long after its folder", async () => {
    writeTree(folder.path, { "one/SKILL.md": skill("one") });
    const { server } = await serve([folder.path]);
    const names = (): readonly string[] => server.catalog().skills.map(({ name }) => name);
    mkdirSync(join(folder.path, "later/deep"), { recursive: true });
    writeTree(folder.path, { "two/SKILL.md": skill("two") });
    await until("another change was looked at", () => names().includes("two"));
    writeTree(folder.path, { "later/deep/SKILL.md": skill("deep") });
    await until("the late skill is served", () => names().includes("deep"));
  });

  it("are heard of when a link to them is set anew", async () => {
    writeTree(folder.path, {
      "v1/one/SKILL.md": skill("one"),
      "v2/two/SKILL.md": skill("two"),
    });
    const link = join(folder.path, "current");
    symlinkSync(join(folder.path, "v1"), link);
    const { server } = await serve([link]);
    const names = (): readonly string[] => server.catalog().skills.map(({ name }) => name);
    expect(names()).toEqual(["one"]);
    symlinkSync(join(folder.path, "v2"), `${link}.new`);
    renameSync(`${link}.new`, link);
    await until("the other folder is served", () => names().join() === "two");
    writeTree(folder.path, { "v2/three/SKILL.md": skill("three") });
    await until("it is watched too", () => names().includes("three"));
  });
});

function text(count: number): string {
  return `${count} `.repeat(20_000);
}

describe("reading while files change", () => {
  it.each<Era>(["legacy", "modern"])(
    "answers with bytes and a digest that agree (%s)",
    async (era) => {
      writeTree(folder.path, { "one/SKILL.md": skill("one"), "one/big.txt": text(0) });
      const { url } = await serve([folder.path]);
      const { client, skills } = await connectTo(url, era);
      const entry = (await skills.list()).skills[0];
      if (entry === undefined) throw new Error("Expected a skill.");
      let count = 0;
      for (let round = 0; round < 60; round++) {
        count += 1;
        // In turn as an editor replaces a file, and as a program writes into it.
        const path = join(folder.path, "one/big.txt");
        if (round % 2 === 0) writeFileSync(path, text(count));
        else {
          writeFileSync(`${path}.tmp`, text(count));
          renameSync(`${path}.tmp`, path);
        }
        if (round % 3 === 0)
          writeFileSync(join(folder.path, "one/SKILL.md"), skill("one", `V${count}.`));
        for (const uri of ["skill://one/big.txt", "skill://one/SKILL.md"]) {
          const { contents } = await client.readResource({ uri }, { cacheMode: "refresh" });
          const [content] = contents;
          if (content === undefined || !("text" in content)) throw new Error("Expected text.");
          const digest = createHash("sha256").update(content.text).digest("hex");
          expect(content["_meta"]).toMatchObject({ digest: `sha256:${digest}` });
        }
        const { skill: now } = await skills.get(entry.uri);
        expect(now.frontmatter["description"]).toMatch(/^(?:Does one|V\d+)\.$/);
      }
      await until("the last state is served", async () => {
        const { contents } = await client.readResource(
          { uri: "skill://one/big.txt" },
          { cacheMode: "refresh" },
        );
        return (
          contents[0] !== undefined && "text" in contents[0] && contents[0].text === text(count)
        );
      });
      const last = (await skills.get(entry.uri)).skill;
      expect(await skills.read(last, "big.txt", { cacheMode: "refresh" })).toMatchObject({
        verified: true,
      });
    },
  );
});
