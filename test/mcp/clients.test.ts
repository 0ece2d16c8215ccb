/** Clients that say on which machine, and under whose rules, they would use skills. */
import {
  Client,
  type JSONObject,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Era, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

async function connectAs(url: URL, era: Era, said: JSONObject): Promise<Client> {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities: { extensions: { "skillwright/client": said } } },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(() => client.close());
  return client;
}

async function namesFor(client: Client): Promise<readonly string[]> {
  const { skills } = await new SkillsClient(client).list();
  return skills.map(({ frontmatter }) => frontmatter.name);
}

describe.each<Era>(["legacy", "modern"])("a client of the %s era", (era) => {
  it("is offered what its own machine can do, each client by itself", async () => {
    writeTree(folder.path, {
      "plain/SKILL.md": skill("plain"),
      "mac/SKILL.md": skill(
        "mac",
        "For a Mac.",
        'metadata: { "openclaw": { "os": ["darwin"], "requires": { "bins": ["brew-of-tests"], "env": ["TEST_KEY"] } } }\n',
      ),
      "mac/notes.md": "notes",
    });
    const { url } = await serve([folder.path]);
    const here = await connectAs(url, era, {});
    const mac = await connectAs(url, era, {
      host: { os: "darwin", bins: ["brew-of-tests"], env: ["TEST_KEY"] },
    });
    const bare = await connectAs(url, era, { host: { os: "darwin" } });
    expect(await namesFor(here)).toEqual(["plain"]);
    expect(await namesFor(mac)).toEqual(["mac", "plain"]);
    expect(await namesFor(bare)).toEqual(["plain"]);
    expect(await mac.readResource({ uri: "skill://mac/notes.md" })).toMatchObject({
      contents: [{ text: "notes" }],
    });
    await expect(bare.readResource({ uri: "skill://mac/notes.md" })).rejects.toMatchObject({
      code: -32_602,
    });
    const why = await bare.callTool({ name: "explain_skill", arguments: { name: "mac" } });
    expect(JSON.stringify(why.structuredContent)).toContain("`brew-of-tests` is not installed.");
    expect((await mac.listPrompts()).prompts.map(({ name }) => name)).toEqual(["mac", "plain"]);
  });

  it("gets a clean refusal where it says what cannot be", async () => {
    writeTree(folder.path, { "plain/SKILL.md": skill("plain") });
    const { url } = await serve([folder.path]);
    const odd = await connectAs(url, era, { as: "no-such-system" });
    await expect(namesFor(odd)).rejects.toMatchObject({ code: -32_602 });
    const broken = await connectAs(url, era, { host: { bins: 7 } });
    await expect(namesFor(broken)).rejects.toMatchObject({ code: -32_602 });
  });

  it("[BX-14] gets a refusal where it says more than anybody has to", async () => {
    writeTree(folder.path, { "plain/SKILL.md": skill("plain") });
    const { url } = await serve([folder.path]);
    const long = await connectAs(url, era, { host: { bins: ["x".repeat(70_000)] } });
    await expect(namesFor(long)).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("65536 characters"),
    });
  });
});
