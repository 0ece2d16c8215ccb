import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScopes, type Scopes, type Store } from "../../src/library/store/index.ts";
import { bytesOf, conflictOf, keysOf, problemOf, textOf } from "../support/store.ts";
import type { OpenStore } from "./store.ts";

const objects: Readonly<Record<string, string>> = {
  "agents/main/notes.md": "no skill",
  "agents/main/skills/own/SKILL.md": "---\nname: shown\n---\n\nOwn.\n",
  "agents/main/skills/shared/SKILL.md": "\ufeff---\r\nname: mine\r\n---\r\n\r\nMine.\r\n",
  "agents/other/skills/secret/SKILL.md": "Not yours.\n",
  "skills/pack/inner/SKILL.md": "Inner.\n",
  "skills/pack/inner/notes.md": "Notes.\n",
  "skills/pack/lower/skill.md": "Lower case.\n",
  "skills/pack/SKILL.md": "Pack.\n",
  "skills/pack/references/api.md": "API.\n",
  "skills/pack/run.sh": "echo\n",
  "skills/readme.md": "Read me.\n",
  "skills/shared/SKILL.md": "Shared.\n",
  "skills/shared/help.md": "Help.\n",
  "skills/top/SKILL.md": "Top.\n",
};

/** What an agent sees of a store, whatever kind of store it is. */
export function testScopes(name: string, open: OpenStore): void {
  describe(`the scopes of ${name}`, () => {
    let store: Store;
    let scopes: Scopes;

    beforeAll(async () => {
      store = await open();
      for (const [key, text] of Object.entries(objects)) await store.put(key, bytesOf(text));
      scopes = openScopes(store, "main");
    });

    afterAll(() => store.close());

    testReading(() => scopes);
    testChanging(open);
  });
}

function testReading(given: () => Scopes): void {
  it("[GSV-03] list the agent's skills first, then the shared ones that they do not hide", async () => {
    expect(await given().list()).toEqual([
      listed("own", "agents/main/skills/own/SKILL.md", "skills/own/SKILL.md", "agent"),
      listed("shared", "agents/main/skills/shared/SKILL.md", "skills/shared/SKILL.md", "agent"),
      listed("pack", "skills/pack/SKILL.md", "skills/pack/SKILL.md", "global"),
      listed("inner", "skills/pack/inner/SKILL.md", "skills/pack/inner/SKILL.md", "global"),
      listed("top", "skills/top/SKILL.md", "skills/top/SKILL.md", "global"),
    ]);
  });

  it.each([
    ["skills/shared/SKILL.md", "agents/main/skills/shared/SKILL.md", "agent"],
    ["/skills/shared/SKILL.md", "agents/main/skills/shared/SKILL.md", "agent"],
    ["skills/top/SKILL.md", "skills/top/SKILL.md", "global"],
    // Files that the agent has no copy of come from the shared skill.
    ["skills/shared/help.md", "skills/shared/help.md", "global"],
  ] as const)("[GSV-02] [GSV-03] read %s as it is", async (path, resolvedPath, resolvedSource) => {
    const content = objects[resolvedPath] ?? "";
    expect(await given().read(path)).toEqual({
      kind: "file",
      path,
      content,
      encoding: "utf-8",
      size: Buffer.byteLength(content),
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      resolvedPath,
      resolvedSource,
      version: expect.any(String),
    });
  });

  it.each([
    ["skills", ["readme.md"], ["own/", "pack/", "shared/", "top/"]],
    ["skills/", ["readme.md"], ["own/", "pack/", "shared/", "top/"]],
    ["skills/shared", ["shared/SKILL.md", "shared/help.md"], []],
    [
      "skills/pack/",
      ["pack/SKILL.md", "pack/run.sh"],
      ["pack/inner/", "pack/lower/", "pack/references/"],
    ],
  ])("[GSV-03] show what both scopes have in %s, each once", async (path, files, directories) => {
    expect(await given().read(path)).toEqual({
      kind: "folder",
      path,
      files: files.map((file) => `skills/${file}`),
      directories: directories.map((directory) => `skills/${directory}`),
    });
  });

  it("have nothing where neither scope has anything", async () => {
    expect(await given().read("skills/none/SKILL.md")).toBeUndefined();
    expect(await given().read("skills/sha")).toBeUndefined();
  });

  it.each(["", "agents/other/skills/secret/SKILL.md", "notes.md", "skillsx/a"])(
    "refuse the path %j, which is no skill's",
    async (path) => {
      expect((await problemOf(given().read(path))).code).toBe("store/path-invalid");
    },
  );

  it.each(["skills/../agents/other/skills/secret/SKILL.md", "skills//a", "skills/a\\b"])(
    "refuse the path %j, which leads elsewhere",
    async (path) => {
      expect((await problemOf(given().read(path))).code).toBe("store/key-invalid");
    },
  );

  it.each([
    ["agents/main/skills/a/SKILL.md", "skills/a/SKILL.md"],
    ["agents/main/skills/a/b/SKILL.md", "skills/a/b/SKILL.md"],
    ["skills/a/SKILL.md", "skills/a/SKILL.md"],
    ["agents/other/skills/a/SKILL.md", undefined],
    ["agents/main/skills/a/notes.md", undefined],
    ["skills/a/skill.md", undefined],
  ])("[GSV-19] map the location %s to the read path %s", (location, readPath) => {
    expect(given().readPath(location)).toBe(readPath);
  });
}

function listed(directory: string, location: string, readPath: string, source: string): object {
  return { directory, location, readPath, source };
}

function testChanging(open: OpenStore): void {
  async function fresh(): Promise<{ readonly store: Store; readonly scopes: Scopes }> {
    const store = await open();
    for (const [key, text] of Object.entries(objects)) await store.put(key, bytesOf(text));
    return { store, scopes: openScopes(store, "main") };
  }

  it("[GSV-03] write to the agent's own skills, whatever is shared", async () => {
    const { store, scopes } = await fresh();
    expect(await scopes.write("skills/top/SKILL.md", "Größer.\n")).toMatchObject({
      path: "skills/top/SKILL.md",
      resolvedPath: "agents/main/skills/top/SKILL.md",
      size: 10,
    });
    expect(textOf(await store.get("skills/top/SKILL.md"))).toBe("Top.\n");
    expect(textOf(await store.get("agents/main/skills/top/SKILL.md"))).toBe("Größer.\n");
    const again = scopes.write("skills/top/SKILL.md", "No.\n", { expect: null });
    expect((await conflictOf(again)).key).toBe("agents/main/skills/top/SKILL.md");
    expect((await problemOf(scopes.write("skills", ""))).code).toBe("store/path-invalid");
    await store.close();
  });

  it("[GSV-02] give back bytes that are no text without a loss", async () => {
    const { store, scopes } = await fresh();
    await scopes.write("skills/own/logo.png", Uint8Array.of(0x89, 0x50, 0xff, 0));
    expect(await scopes.read("skills/own/logo.png")).toMatchObject({
      content: "iVD/AA==",
      encoding: "base64",
      size: 4,
    });
    const edit = scopes.edit("skills/own/logo.png", (text) => text);
    expect((await problemOf(edit)).code).toBe("store/not-text");
    await store.close();
  });

  it("[GSV-03] edit the agent's own file in place", async () => {
    const { store, scopes } = await fresh();
    const before = await keysOf(store);
    const result = await scopes.edit("skills/shared/SKILL.md", (text) =>
      text.replace("Mine", "Yours"),
    );
    expect(result).toMatchObject({
      resolvedPath: "agents/main/skills/shared/SKILL.md",
      resolvedSource: "agent",
    });
    expect(await scopes.read("skills/shared/SKILL.md")).toMatchObject({
      content: "\ufeff---\r\nname: mine\r\n---\r\n\r\nYours.\r\n",
      version: result.version,
    });
    expect(await keysOf(store)).toEqual(before);
    await store.close();
  });

  it("[GSV-03] make a shared skill the agent's own before an edit, with all its files", async () => {
    const { store, scopes } = await fresh();
    const result = await scopes.edit("skills/pack/references/api.md", () => "New.\n");
    expect(result).toMatchObject({
      path: "skills/pack/references/api.md",
      resolvedPath: "agents/main/skills/pack/references/api.md",
      resolvedSource: "global",
    });
    expect(await keysOf(store, "agents/main/skills/pack/")).toEqual([
      "agents/main/skills/pack/SKILL.md",
      "agents/main/skills/pack/lower/skill.md",
      "agents/main/skills/pack/references/api.md",
      "agents/main/skills/pack/run.sh",
    ]);
    expect(textOf(await store.get("skills/pack/references/api.md"))).toBe("API.\n");
    expect(textOf(await store.get("agents/main/skills/pack/SKILL.md"))).toBe("Pack.\n");
    const sources = (await scopes.list()).map(({ directory, source }) => `${source} ${directory}`);
    expect(sources).toEqual([
      "agent own",
      "agent pack",
      "agent shared",
      "global inner",
      "global top",
    ]);
    await store.close();
  });

  it("[GSV-03] copy only the nested skill, or only the file that belongs to none", async () => {
    const { store, scopes } = await fresh();
    await scopes.edit("skills/pack/inner/notes.md", (text) => `${text}More.\n`);
    await scopes.edit("skills/readme.md", (text) => text.toUpperCase());
    expect(await keysOf(store, "agents/main/skills/pack/")).toEqual([
      "agents/main/skills/pack/inner/SKILL.md",
      "agents/main/skills/pack/inner/notes.md",
    ]);
    expect(await scopes.read("skills/readme.md")).toMatchObject({ content: "READ ME.\n" });
    await store.close();
  });

  it("keep what the agent has when the rest of the skill is copied", async () => {
    const { store, scopes } = await fresh();
    await scopes.edit("skills/shared/help.md", () => "Better.\n");
    expect(textOf(await store.get("agents/main/skills/shared/SKILL.md"))).toBe(
      objects["agents/main/skills/shared/SKILL.md"],
    );
    await store.close();
  });

  it("copy nothing when the edit fails or there is nothing to edit", async () => {
    const { store, scopes } = await fresh();
    const before = await keysOf(store);
    const failing = scopes.edit("skills/top/SKILL.md", () => {
      throw new Error("no such text");
    });
    await expect(failing).rejects.toThrow("no such text");
    const missing = scopes.edit("skills/none/SKILL.md", (text) => text);
    expect((await problemOf(missing)).code).toBe("store/not-found");
    expect(await keysOf(store)).toEqual(before);
    await store.close();
  });
}
