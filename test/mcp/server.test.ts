/** What every client gets, by real clients over stdio and HTTP in both eras. */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProtocolError } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectTo, connectToProgram, type Open, openWay, serve, ways } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

const personal = `---
name: pdf-notes
description: Takes notes from PDF files.
x-personal-mcp:
  id: pdf-notes
  version: 1.2.0
  tags: [pdf, notes]
  capabilities:
    - resource://skills/pdf-notes/document
  depends_on: [csv-summary]
  references:
    guide:
      path: references/guide.md
      title: Guide
      aliases: [old-guide]
---

Read references/guide.md first.
`;

const claude = `---
name: deploy
description: Deploys a service.
argument-hint: "[service] [fast|slow]"
arguments: [service, speed]
---

Deploy $service at $speed.
`;

const flow = `---
name: letter
description: Writes a letter.
inputs:
  - name: topic
    label: Topic
    required: true
  - name: tone
    default: friendly
---

Write about {{topic}} in a {{tone}} tone.
`;

function writeSkills(to: string): void {
  writeTree(to, {
    "pdf-notes/SKILL.md": personal,
    "pdf-notes/references/guide.md": "# Guide\n",
    "deploy/SKILL.md": claude,
    "letter/SKILL.md": flow,
    "csv-summary/SKILL.md": skill("csv-summary"),
    "csv-summary/scripts/run & go.py": "print('x')\n",
    "csv-summary/assets/dot.png": "\u0089PNG\u0000",
  });
}

describe.each(ways)("over $transport in the $era era", (way) => {
  let open: Open;
  let client: Open["client"];
  let skills: Open["skills"];
  let place = "";

  // One connection for all of them: the tests only read, and a program takes a while to start.
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), "skillwright-mcp-"));
    writeSkills(place);
    open = await openWay([place], way);
    ({ client, skills } = open);
  });

  afterAll(async () => {
    await open.close();
    rmSync(place, { recursive: true });
  });

  it("[BX-05] lists, gets and verifies every file by the skills extension", async () => {
    expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
    const listing = await skills.list();
    expect(listing.invalid).toEqual([]);
    expect(listing.skills.map(({ uri }) => uri)).toEqual([
      "skill://csv-summary/SKILL.md",
      "skill://deploy/SKILL.md",
      "skill://letter/SKILL.md",
      "skill://pdf-notes/SKILL.md",
    ]);
    for (const entry of listing.skills) {
      expect((await skills.get(entry.uri)).skill).toEqual(entry);
      if (entry.resources === "dynamic") throw new Error("Every entry names its files.");
      for (const { uri } of entry.resources)
        expect(await skills.read(entry, uri)).toMatchObject({ uri, verified: true });
    }
    const { resources } = await skills.readDirectory("skill://csv-summary");
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ["skill://csv-summary/SKILL.md", "text/markdown"],
      ["skill://csv-summary/assets", "inode/directory"],
      ["skill://csv-summary/scripts", "inode/directory"],
    ]);
    const inside = await skills.readDirectory("skill://csv-summary/scripts");
    expect(inside.resources.map(({ uri }) => uri)).toEqual([
      "skill://csv-summary/scripts/run%20%26%20go.py",
    ]);
  });

  it("[BX-05] answers -32602 for what is not served", async () => {
    const refusals = [
      skills.get("skill://nobody/SKILL.md"),
      skills.get("skill://csv-summary/scripts/run%20%26%20go.py"),
      skills.readDirectory("skill://csv-summary/SKILL.md"),
      skills.readDirectory("skill://nobody"),
      skills.list({ cursor: "no cursor" }),
      client.readResource({ uri: "skill://csv-summary/../deploy/SKILL.md" }),
      client.readResource({ uri: "skill://csv-summary/%2e%2e/deploy/SKILL.md" }),
      client.readResource({ uri: "skill://csv-summary/scripts" }),
      client.readResource({ uri: "skill://csv-summary" }),
      client.readResource({ uri: "resource://skills/nobody/document" }),
      client.getPrompt({ name: "nobody" }),
      client.getPrompt({ name: "letter" }),
    ];
    const results = await Promise.allSettled(refusals);
    for (const result of results) {
      if (result.status === "fulfilled") throw new Error("Expected a refusal.");
      expect(result.reason).toBeInstanceOf(ProtocolError);
      expect(result.reason).toMatchObject({ code: -32_602 });
    }
  });

  it("[PM-07] registers documents and references with tags, version and meta", async () => {
    const { resources } = await client.listResources();
    const shared = {
      fastmcp: { tags: ["notes", "pdf"], version: "1.2.0" },
      readOnlyHint: true,
      idempotentHint: true,
      skill_id: "pdf-notes",
    };
    expect(
      resources.find(({ uri }) => uri === "resource://skills/pdf-notes/document"),
    ).toMatchObject({
      description: "Takes notes from PDF files.",
      mimeType: "text/markdown",
      size: Buffer.byteLength(personal),
      _meta: { ...shared, path: "SKILL.md" },
    });
    const reference = "resource://skills/pdf-notes/references/guide";
    expect(resources.find(({ uri }) => uri === reference)).toMatchObject({
      title: "Guide",
      mimeType: "text/markdown",
      _meta: { ...shared, ref_id: "guide", path: "references/guide.md" },
    });
    const document = await client.readResource({ uri: "resource://skills/pdf-notes/document" });
    expect(document.contents).toMatchObject([{ text: personal, mimeType: "text/markdown" }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "skill://{+path}",
      "skill://{+name}/_manifest",
      "resource://skills/{+id}/document",
      "resource://skills/{+id}/references/{ref}",
    ]);
    const completed = await client.complete({
      ref: { type: "ref/resource", uri: "resource://skills/{+id}/references/{ref}" },
      argument: { name: "ref", value: "g" },
      context: { arguments: { id: "pdf-notes" } },
    });
    expect(completed.completion).toEqual({ values: ["guide"], total: 1, hasMore: false });
  });

  it("[PM-09] finds a reference by the id that it had before", async () => {
    for (const id of ["guide", "old-guide"]) {
      const uri = `resource://skills/pdf-notes/references/${id}`;
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([
        { uri, text: "# Guide\n", _meta: { ref_id: "guide", path: "references/guide.md" } },
      ]);
    }
  });

  it("[PM-10] has tools with all that the protocol can say of them", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ["search_skills", "Search skills"],
      ["load_skill", "Load a skill"],
      ["read_skill_file", "Read a file of a skill"],
      ["draft_skill", "Create a skill"],
      ["lint_skill", "Lint skills"],
      ["validate_skill", "Validate skills"],
      ["inspect_skill", "Inspect a skill"],
      ["compare_systems", "Show where skills work"],
      ["convert_skill", "Convert a skill"],
      ["list_eval_cases", "List evaluation cases"],
      ["draft_evals", "Draft evaluations"],
      ["convert_evals", "Convert evaluations"],
      ["find_collisions", "Find collisions"],
      ["compare_evals", "Compare two evaluations"],
      ["list_eval_formats", "List formats of evaluations"],
      ["scan_skill", "Scan skills"],
      ["list_library", "List skills"],
      ["explain_skill", "Explain why a skill loads"],
      ["show_dependencies", "Show what a skill needs"],
      ["show_prompt", "Show the prompt"],
      ["list_rules", "List diagnostic codes"],
      ["check_skill_tools", "Check the tools of skills"],
      ["show_permissions", "Show the permissions of skills"],
    ]);
    expect(client.getServerVersion()).toMatchObject({
      description: expect.stringContaining("skills") as string,
      icons: [{ mimeType: "image/svg+xml", sizes: ["any"] }],
    });
    for (const tool of tools)
      expect(tool).toMatchObject({
        annotations: {
          title: tool.title,
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        icons: [{ mimeType: "image/svg+xml", sizes: ["any"] }],
        outputSchema: { type: "object" },
        _meta: { fastmcp: { tags: ["skills"], version: "1.0.0" }, timeoutMs: 10_000 },
      });
    const found = await client.callTool({ name: "search_skills", arguments: { query: "pdf" } });
    expect(found.structuredContent).toMatchObject({ total: 1, skills: [{ name: "pdf-notes" }] });
    const loaded = await client.callTool({ name: "load_skill", arguments: { name: "pdf-notes" } });
    expect(loaded.structuredContent).toMatchObject({
      instructions: "\nRead references/guide.md first.\n",
      files: [{ path: "SKILL.md" }, { path: "references/guide.md" }],
      dependsOn: ["csv-summary"],
    });
    const read = await client.callTool({
      name: "read_skill_file",
      arguments: { name: "pdf-notes", path: "references/guide.md" },
    });
    expect(read.structuredContent).toMatchObject({ text: "# Guide\n", size: 8 });
    const scanned = await client.callTool({
      name: "scan_skill",
      arguments: { skills: ["pdf-notes"] },
    });
    expect(scanned.structuredContent).toMatchObject({
      skills: [{ name: "pdf-notes", verdict: "allow", tier: "community", files: 2, unread: [] }],
    });
    for (const path of ["../deploy/SKILL.md", "/etc/passwd", "references\\guide.md", "\u0000"])
      expect(
        await client.callTool({ name: "read_skill_file", arguments: { name: "pdf-notes", path } }),
      ).toMatchObject({ isError: true });
    const missing = await client.callTool({ name: "load_skill", arguments: { name: "pdf-note" } });
    expect(missing).toMatchObject({ isError: true });
    expect(JSON.stringify(missing.content)).toContain("Did you mean `pdf-notes`?");
  });

  it("offers skills to users as prompts with their arguments", async () => {
    const { prompts } = await client.listPrompts();
    expect(
      prompts.map(({ name, arguments: list }) => [name, list?.map((item) => item.name)]),
    ).toEqual([
      ["csv-summary", undefined],
      ["deploy", ["service", "speed"]],
      ["letter", ["topic", "tone"]],
      ["pdf-notes", undefined],
    ]);
    expect(prompts[2]?.arguments).toEqual([
      { name: "topic", description: "Topic", required: true },
      { name: "tone", required: false },
    ]);
    const letter = await client.getPrompt({ name: "letter", arguments: { topic: "cats" } });
    expect(letter.messages).toEqual([
      {
        role: "user",
        content: { type: "text", text: expect.stringContaining("about cats in a friendly tone") },
      },
    ]);
    const deploy = await client.getPrompt({
      name: "deploy",
      arguments: { service: 'web "one"', speed: "fast" },
    });
    expect(deploy.messages[0]?.content).toMatchObject({
      text: expect.stringContaining('Deploy web "one" at fast.'),
    });
    const completed = await client.complete({
      ref: { type: "ref/prompt", name: "deploy" },
      argument: { name: "speed", value: "s" },
    });
    expect(completed.completion.values).toEqual(["slow"]);
  });

  it("[BX-06] serves the shapes that older clients ask for", async () => {
    const { skills: entries } = await skills.list();
    const digest = (uri: string): string | undefined => {
      const entry = entries.find((item) => item.uri === uri);
      if (entry === undefined || entry.resources === "dynamic") return undefined;
      return entry.resources.find((item) => item.uri === uri)?.digest;
    };
    const manifest = await readJson(client, "skill://pdf-notes/_manifest");
    expect(manifest).toEqual({
      skill: "pdf-notes",
      files: [
        { path: "SKILL.md", size: expect.any(Number), hash: digest("skill://pdf-notes/SKILL.md") },
        {
          path: "references/guide.md",
          size: 8,
          hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        },
      ],
    });
    expect(await readJson(client, "skill://index.json")).toMatchObject({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        { name: "csv-summary" },
        { name: "deploy" },
        { name: "letter" },
        {
          name: "pdf-notes",
          type: "skill-md",
          url: "skill://pdf-notes/SKILL.md",
          digest: digest("skill://pdf-notes/SKILL.md"),
        },
      ],
    });
  });

  it("[PM-08] shows who depends on whom in the catalog", async () => {
    expect(await readJson(client, "resource://skills/catalog")).toMatchObject({
      dependencies: { edges: [{ from: "pdf-notes", to: "csv-summary" }], missing: [], cycles: [] },
      notServed: [],
      skills: [{ name: "csv-summary" }, {}, {}, { name: "pdf-notes", dependsOn: ["csv-summary"] }],
    });
  });
});

async function readJson(client: Open["client"], uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error("Expected text.");
  return JSON.parse(content.text);
}

describe("pages", () => {
  it("[BX-05] turn without a gap while skills go", async () => {
    const files = Array.from({ length: 230 }, (_, index) => {
      const name = `skill-${String(index).padStart(3, "0")}`;
      return [`${name}/SKILL.md`, skill(name)] as const;
    });
    writeTree(folder.path, Object.fromEntries(files));
    const { url } = await serve([folder.path]);
    const { skills, client } = await connectTo(url, "modern");
    expect((await skills.list()).skills).toHaveLength(230);
    expect((await client.listPrompts()).prompts).toHaveLength(230);
    expect((await client.listResources()).resources).toHaveLength(462);
  });
});

describe("the guards of HTTP", () => {
  it.each([
    ["a foreign host", { host: "evil.example" }],
    ["a foreign page", { origin: "https://evil.example" }],
    ["a page of another port of this machine", { origin: "http://localhost:1" }],
  ])("refuse %s", async (_, headers) => {
    writeSkills(folder.path);
    const { url } = await serve([folder.path]);
    const status = await new Promise<number | undefined>((settle, reject) => {
      const sent = request(url, { method: "POST", headers }, (response) =>
        settle(response.statusCode),
      );
      sent.on("error", reject);
      sent.end("{}");
    });
    expect(status).toBe(403);
  });
});

describe("the program", () => {
  it("writes nothing but the protocol to standard output, and names what is not served", async () => {
    writeSkills(folder.path);
    writeTree(folder.path, { "broken/SKILL.md": "---\nname: broken\n---\n" });
    const { skills, said } = await connectToProgram([folder.path], "legacy");
    expect((await skills.list()).skills).toHaveLength(4);
    // What it says and what it answers come through two pipes, in any order.
    await expect.poll(said).toContain("4 of 5 skills are served.");
    await expect.poll(said).toMatch(/broken\/SKILL\.md is not served: .*`description`/);
  });
});
