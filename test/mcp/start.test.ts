/** How a server starts, what stops it, and what it leaves out. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialects, SkillError } from "../../src/skill/index.ts";
import { createSkillServer } from "../../src/serve/mcp/index.ts";
import { connectTo, serve } from "../support/mcp.ts";
import { playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** A personal MCP skill; `more` goes into its block. */
function personal(name: string, more = "", id = name): string {
  return `---
name: ${name}
description: Does ${name}.
x-personal-mcp:
  id: ${id}
  version: 1.0.0
  capabilities: ["resource://skills/${id}/document"]
${more}---

Do it.
`;
}

async function refusal(files: Record<string, string>, isStrict = false): Promise<string> {
  writeTree(folder.path, files);
  try {
    const server = await createSkillServer({ paths: [folder.path], version: "0.0.0", isStrict });
    await server.close();
    return "started";
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    expect(error.diagnostic.code).toBe("mcp/refused-start");
    return error.message.replaceAll(folder.path, "");
  }
}

describe("a contract that guards the start", () => {
  it.each([
    [
      "a missing field",
      personal("a").replace("  version: 1.0.0\n", ""),
      "`x-personal-mcp.version`",
    ],
    ["a version that is none", personal("a").replace("1.0.0", "v1"), "`x-personal-mcp.version`"],
    ["another id than the name", personal("a", "", "b"), "`x-personal-mcp.id`"],
    ["another name than the folder", personal("b"), "`name`"],
    [
      "a capability that is missing",
      personal("a").replace("/a/document", "/b/document"),
      "`x-personal-mcp.capabilities`",
    ],
    [
      "a reference that leads out",
      personal("a", "  references: { g: { path: ../g.md } }\n"),
      "`x-personal-mcp.references.g.path`",
    ],
    [
      "a reference without its file",
      personal("a", "  references: { g: { path: references/g.md } }\n"),
      "`x-personal-mcp.references.g.path`",
    ],
    ["an id that is none", personal("a", "  depends_on: [B]\n"), "`x-personal-mcp.depends_on`"],
  ])("[PM-03] [PM-04] [PM-05] stops on %s, naming path and field", async (_, text, field) => {
    expect(await refusal({ "a/SKILL.md": text })).toContain(`/a/SKILL.md: ${field}`);
  });

  it("[PM-04] lets unknown fields pass, and warns of what does no harm", async () => {
    const odd = personal("a", "  tags: [Not Kebab]\n  owner: me\n").replace(
      "---\n",
      "---\nextra: 1\n",
    );
    writeTree(folder.path, { "a/SKILL.md": odd });
    const { server } = await serve([folder.path]);
    expect(server.catalog().skills).toHaveLength(1);
    expect(server.catalog().problems).toMatchObject([
      { code: "mcp/contract", severity: "warning", message: expect.stringContaining("Not Kebab") },
    ]);
  });

  it("[PM-08] warns of dependencies that lead nowhere or in a circle, and stops on them when strict", async () => {
    const files = {
      "a/SKILL.md": personal("a", "  depends_on: [b, gone]\n"),
      "b/SKILL.md": personal("b", "  depends_on: [a, b]\n"),
    };
    expect(await refusal(files)).toBe("started");
    const { server } = await serve([folder.path]);
    expect(server.catalog().graph).toEqual({
      edges: [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
      missing: [{ from: "a", to: "gone" }],
      self: ["b"],
      cycles: [["a", "b"]],
    });
    expect(await refusal(files, true)).toContain("`a` depends on `gone`");
  });

  it("[PM-04] goes on without the broken ones when told to", async () => {
    writeTree(folder.path, {
      "a/SKILL.md": personal("a", "", "b"),
      "c/SKILL.md": personal("c"),
    });
    const { server } = await serve([folder.path], { whenBroken: "skip" });
    const { skills, leftOut } = server.catalog();
    expect(skills.map(({ name }) => name)).toEqual(["c"]);
    expect(leftOut).toMatchObject([{ reasons: [{ code: "contract" }] }]);
  });

  it("[PM-04] stays up when a skill breaks while the server runs", async () => {
    writeTree(folder.path, { "a/SKILL.md": personal("a"), "c/SKILL.md": personal("c") });
    const { server, url } = await serve([folder.path], { watches: false });
    const { skills } = await connectTo(url, "modern");
    writeTree(folder.path, { "a/SKILL.md": personal("b") });
    await server.refresh();
    expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(["skill://c/SKILL.md"]);
  });
});

describe("what is not served", () => {
  it("is named with a reason: links, sizes, doubles, rules", async () => {
    writeTree(folder.path, {
      "skills/one/SKILL.md": skill("one"),
      "skills/two/SKILL.md": skill("one"),
      "skills/needs/SKILL.md": skill(
        "needs",
        "Needs a program.",
        'metadata: { "openclaw": { "requires": { "bins": ["no-such-program-here"] } } }\n',
      ),
      "skills/large/SKILL.md": skill("large"),
      "skills/many/SKILL.md": skill("many"),
      "outside/away/SKILL.md": skill("away"),
      "outside/secret.txt": "secret",
    });
    writeFileSync(join(folder.path, "skills/large/data.bin"), Buffer.alloc(16 * 1024 * 1024));
    for (let index = 0; index < 512; index++)
      writeFileSync(join(folder.path, `skills/many/${index}.txt`), "x");
    symlinkSync(join(folder.path, "outside/away"), join(folder.path, "skills/away"));
    symlinkSync(
      join(folder.path, "outside/secret.txt"),
      join(folder.path, "skills/one/secret.txt"),
    );
    mkdirSync(join(folder.path, "skills/linked"));
    symlinkSync(
      join(folder.path, "outside/secret.txt"),
      join(folder.path, "skills/linked/SKILL.md"),
    );
    const { server, url } = await serve([join(folder.path, "skills")]);
    const { skills, leftOut } = server.catalog();
    expect(skills.map(({ path, files }) => [path, [...files.keys()]])).toEqual([
      ["one", ["SKILL.md"]],
      ["two/one", ["SKILL.md"]],
    ]);
    const reasons = leftOut.map(({ path, reasons: list }) => [
      path.split("/").at(-2),
      list.map(({ code }) => code),
    ]);
    expect(reasons).toEqual([
      ["away", ["linked-out"]],
      ["large", ["too-large"]],
      ["linked", ["unreadable"]],
      ["many", ["too-large"]],
      ["needs", ["missing-bin"]],
    ]);
    const { client } = await connectTo(url, "modern");
    const why = await client.callTool({ name: "explain_skill", arguments: { name: "needs" } });
    expect(why.structuredContent).toMatchObject({
      served: [
        {
          isServed: false,
          reasons: [{ code: "missing-bin", say: "`no-such-program-here` is not installed." }],
        },
      ],
    });
    await expect(client.readResource({ uri: "skill://one/secret.txt" })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  it("does not follow a link that takes the place of a file while the server runs", async () => {
    writeTree(folder.path, {
      "skills/one/SKILL.md": skill("one"),
      "skills/one/notes.md": "notes",
      "secret.txt": "secret",
    });
    const { url } = await serve([join(folder.path, "skills")], { watches: false });
    const { client } = await connectTo(url, "modern");
    rmSync(join(folder.path, "skills/one/notes.md"));
    symlinkSync(join(folder.path, "secret.txt"), join(folder.path, "skills/one/notes.md"));
    await expect(client.readResource({ uri: "skill://one/notes.md" })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  it("follows the rules of one system for all of them when told which", async () => {
    writeTree(folder.path, {
      "flow/SKILL.md": "---\nname: flow\ndescription: d\nallowed-tools: [Read]\n---\n\nDo it.\n",
      "plain/SKILL.md": skill("plain"),
    });
    const own = await serve([folder.path]);
    expect(own.server.catalog().skills.map(({ name }) => name)).toEqual(["flow", "plain"]);
    const as = dialects.find((dialect) => dialect.isOpenSpecification === true);
    if (as === undefined) throw new Error("One dialect is the open specification.");
    const strict = await serve([folder.path], { as });
    expect(strict.server.catalog().leftOut).toMatchObject([{ reasons: [{ code: "unreadable" }] }]);
  });

  it("tells clients elsewhere nothing of the folders of this machine", async () => {
    writeTree(folder.path, { "a/SKILL.md": skill("one"), "b/SKILL.md": skill("one") });
    const { url } = await serve([folder.path]);
    const { client } = await connectTo(url, "modern");
    const catalog = await client.readResource({ uri: "resource://skills/catalog" });
    const why = await client.callTool({ name: "explain_skill", arguments: { name: "one" } });
    expect(JSON.stringify(catalog)).not.toContain(dirname(folder.path));
    expect(JSON.stringify(why)).not.toContain(dirname(folder.path));
  });

  it("keeps from the model what its author keeps from it, and from the user likewise", async () => {
    writeTree(folder.path, {
      "user/SKILL.md": skill("user", "For users.", "disable-model-invocation: true\n"),
      "model/SKILL.md": skill("model", "For models.", "user-invocable: false\n"),
    });
    const { url } = await serve([folder.path]);
    const { client, skills } = await connectTo(url, "modern");
    expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(["skill://model/SKILL.md"]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["user"]);
    expect((await skills.get("skill://user/SKILL.md")).skill.frontmatter.name).toBe("user");
    const found = await client.callTool({ name: "search_skills", arguments: {} });
    expect(found.structuredContent).toMatchObject({ total: 1, skills: [{ name: "model" }] });
    expect(
      await client.callTool({ name: "load_skill", arguments: { name: "user" } }),
    ).toMatchObject({
      isError: true,
    });
  });
});

describe("skillwright mcp", () => {
  it.each([
    ["its input ends", (child: ChildProcess) => void child.stdin?.end()],
    ["it is asked to", (child: ChildProcess) => void child.kill("SIGTERM")],
  ])("ends with 0 when %s, and has written nothing but messages", async (_, end) => {
    const ground = playground({ "skills/one/SKILL.md": skill("one") });
    const program = join(root, "dist/cli/main.js");
    const child = spawn(process.execPath, [program, "mcp", ground.path("skills")], {
      env: { HOME: ground.folder },
    });
    let text = "";
    const answered = new Promise<void>((settle) => {
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes("\n")) settle();
      });
    });
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1.0.0" },
    };
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`,
    );
    await answered;
    const ended = once(child, "exit");
    end(child);
    expect(await ended).toEqual([0, null]);
    const messages = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly jsonrpc: string; readonly id?: number });
    expect(new Set(messages.map(({ jsonrpc }) => jsonrpc))).toEqual(new Set(["2.0"]));
    // A list that was filled meanwhile is told of by a message without an id.
    expect(messages.flatMap(({ id }) => (id === undefined ? [] : [id]))).toEqual([1]);
  });

  it("says with --check what would be served, and exits with 1 where something is not", () => {
    const ground = playground({ "skills/one/SKILL.md": skill("one") });
    expect(ground.run(["mcp", "skills", "--check"])).toEqual({
      code: 0,
      stdout: "1 of 1 skills are served.\n",
      stderr: "",
    });
    ground.write("skills/two/SKILL.md", skill("one"));
    ground.write(
      "skills/needs/SKILL.md",
      `---\nname: needs\nmetadata: {"openclaw": {"requires": {"bins": ["no-such-program-here"]}}}\ndescription: Needs it.\n---\nDo it.\n`,
    );
    expect(ground.run(["mcp", "skills", "--check"])).toMatchObject({
      code: 1,
      stdout:
        "2 of 3 skills are served.\n" +
        "skills/needs/SKILL.md is not served: `no-such-program-here` is not installed.\n" +
        "skills/two/SKILL.md: Another skill is named `one` as well (skills/one/SKILL.md) and has the " +
        "short address; this one is served as `two/one`.\n",
    });
  });

  it.each([
    [["mcp", "nowhere", "--check"], "`nowhere` is not a folder of skills"],
    [["mcp", "skills", "--port", "1"], "`--port` works only with `--http`"],
    [["mcp", "skills", "--config", "x.json"], "`--config` needs `--as`"],
    [["mcp", "skills", "--json"], "`--json` works only with `--check`, `inspect` or `call`"],
    [["mcp", "skills", "--list"], "`--list` works only with `inspect`"],
    [["mcp", "skills", "--input", "{}"], "`--input` works only with `call`"],
    [["mcp", "skills", "--login"], "A login works only with `inspect` or `call`"],
    [["mcp", "skills", "--http", "--port", "99999"], "use 0 to 65535"],
    [["mcp", "skills", "--http", "--host", "0.0.0.0", "--port", "0"], "Listening on `0.0.0.0`"],
  ])("refuses %j with 2", (words, message) => {
    const ground = playground({ "skills/one/SKILL.md": skill("one") });
    const ran = ground.run(words);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
  });

  it("[PM-05] exits with 1 where a contract is broken, and names every path and field", () => {
    const ground = playground({
      "skills/a/SKILL.md": personal("b").replace("1.0.0", "v1"),
      "skills/c/SKILL.md": personal("c"),
    });
    const ran = ground.run(["mcp", "skills"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("skills/a/SKILL.md: `x-personal-mcp.version`: ");
    expect(ran.stderr).toContain("skills/a/SKILL.md: `name`: ");
    expect(ground.run(["mcp", "skills", "--check", "--skip-invalid"])).toMatchObject({ code: 1 });
  });
});
