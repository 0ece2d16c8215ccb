// @starts the program, a server and the platform
/** In which format a skill is written: one answer, whoever is asked. */
import { describe, expect, it } from "vitest";
import { openDatabase } from "../src/hub/data/index.ts";
import { createLibraryView } from "../src/hub/library/index.ts";
import { HostInventory, openLibrary } from "../src/library/index.ts";
import { callOperation } from "../web/src/engine/call.ts";
import { checkSource } from "../web/src/engine/check.ts";
import { connectTo, serve } from "./support/mcp.ts";
import { createPlatform } from "./support/platform.ts";
import { type Playground, playground } from "./support/program.ts";

const HEAD = "name: NAME\ndescription: Works with files. Use when the user asks for it.\n";

/** Frontmatter, and the format that everybody sees in it. */
const FORMATS: { readonly [name: string]: readonly [text: string, format: string] } = {
  plain: [HEAD, "agentskills"],
  hosts: [`${HEAD}metadata:\n  gsv:\n    requires:\n      capabilities: [shell.exec]\n`, "gsv"],
  claws: [`${HEAD}metadata: { "openclaw": { "requires": { "bins": ["sh"] } } }\n`, "openclaw"],
  asking: [`${HEAD}when_to_use: Use it often.\n`, "claude"],
  filling: [
    `${HEAD}inputs:\n  - name: article\n    label: Article\n    type: text\n`,
    "agent-flow",
  ],
};

function textOf(name: string): string {
  return `---\n${(FORMATS[name]?.[0] ?? "").replace("NAME", name)}---\n\nDo it.\n`;
}

type Answers = { readonly [who: string]: unknown };

function onCommandLine(ground: Playground, name: string): Answers {
  const path = `skills/${name}`;
  const read = (...words: readonly string[]): unknown =>
    JSON.parse(ground.run([...words, "--json"]).stdout) as unknown;
  return {
    inspect: (read("inspect", path) as { readonly dialect: string }).dialect,
    matrix: (read("matrix", path) as { readonly rows: readonly { readonly dialect: string }[] })
      .rows[0]?.dialect,
    lint: (read("lint", path) as { readonly files: readonly { readonly dialect: string }[] })
      .files[0]?.dialect,
    list: JSON.stringify(read("list", path)).match(/"dialect":"([^"]+)"/u)?.[1],
  };
}

async function overHttp(ground: Playground, name: string): Promise<Answers> {
  const libraries = await Promise.all(
    ["gsv", "claude"].map((dialect) =>
      openLibrary({ dialect, roots: [ground.path("skills")], settings: {}, watch: false }),
    ),
  );
  const { send, join } = await createPlatform({
    database: await openDatabase({ address: ":memory:" }),
    more: { library: createLibraryView(libraries, new HostInventory()) },
  });
  const token = await join("root@example.org");
  const body = { name: `own-${name}`, content: textOf(name).replace(name, `own-${name}`) };
  expect((await send("POST", "/api/v1/skills", { token, body })).status).toBe(201);
  const list = await send("GET", "/api/v1/library/skills", { token });
  const { skills } = list.json as {
    readonly skills: readonly { readonly name: string; readonly dialect: string }[];
  };
  const inspect = { skill: `own-${name}` };
  const seen = await send("POST", "/api/v1/skills/inspect", { token, body: inspect });
  return {
    "own skill in the list": skills.find((row) => row.name === `own-${name}`)?.dialect,
    "folder in the list": skills.find((row) => row.name === name)?.dialect,
    "inspection of a stored skill": (seen.json as { readonly dialect: string }).dialect,
  };
}

async function overMcp(ground: Playground, name: string): Promise<Answers> {
  const { url } = await serve([ground.path("skills")]);
  const { client } = await connectTo(url, "modern");
  const tool = "inspect_skill";
  const told = await client.callTool({ name: tool, arguments: { skill: name } });
  const found = await client.callTool({ name: "search_skills", arguments: { query: name } });
  const { skills } = found.structuredContent as {
    readonly skills: readonly { readonly dialect: string }[];
  };
  return {
    inspect_skill: (told.structuredContent as { readonly dialect: string }).dialect,
    search_skills: skills[0]?.dialect,
  };
}

async function inPage(name: string): Promise<Answers> {
  const skill = { path: `${name}/SKILL.md`, text: textOf(name) };
  const { rows } = await callOperation("matrix", { skills: [skill] });
  return {
    editor: (await checkSource(skill)).dialect.id,
    portability: rows[0]?.dialect,
  };
}

describe("the format of a skill", () => {
  const ground = (): Playground =>
    playground(
      Object.fromEntries(
        Object.keys(FORMATS).map((name) => [`skills/${name}/SKILL.md`, textOf(name)]),
      ),
    );

  it.each(Object.keys(FORMATS))("[BX-15] is the same for everybody: %s", async (name) => {
    const folder = ground();
    const answers = {
      ...onCommandLine(folder, name),
      ...(await overHttp(folder, name)),
      ...(await overMcp(folder, name)),
      ...(await inPage(name)),
    };
    const format = FORMATS[name]?.[1];
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((who) => [who, format])));
  });
});

describe("the bare name of a system with editions", () => {
  const skill = { path: "claws/SKILL.md", text: textOf("claws") };
  const meant = [
    ["openclaw", "openclaw@2026.9"],
    ["openclaw@2026.9", "openclaw@2026.9"],
    ["openclaw@seed", "openclaw"],
  ] as const;

  it.each(meant)("[BX-15] %s means %s, which every answer names", async (given, edition) => {
    const folder = playground({ "skills/claws/SKILL.md": skill.text });
    const words = ["explain", "claws", "--root", "skills", "--as", given, "--json"];
    const explained = JSON.parse(folder.run(words).stdout) as unknown;
    expect(explained).toMatchObject({ systems: [{ dialect: edition }] });
    const { url } = await serve([folder.path("skills")]);
    const { client } = await connectTo(url, "modern");
    const tool = { name: "explain_skill", arguments: { name: "claws", as: given } };
    const told = await client.callTool(tool);
    expect(told.structuredContent).toMatchObject({ systems: [{ dialect: edition }] });
    const validated = await callOperation("validate", { skills: [skill], dialect: given });
    expect(validated.dialect).toBe(edition);
    expect((await checkSource({ ...skill, dialect: given })).dialect.id).toBe(edition);
  });

  it("[BX-15] is exact in data: a configuration means the edition of the document", () => {
    const folder = playground({
      "skills/claws/SKILL.md": skill.text,
      "skillwright.config.json": '{ "dialect": "openclaw" }',
    });
    const { stdout } = folder.run(["lint", "skills", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ dialect: "openclaw" }] });
  });
});
