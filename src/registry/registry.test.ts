import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  digestOf,
  type FakeServer,
  honestEntry,
  skillText,
  startFake,
} from "../../test/support/hostile-skills.ts";
import { temporaryFolder } from "../../test/support/program.ts";
import { installSkill } from "./install/index.ts";
import { connectMcp, fetchSkill, readMcpAddress, type Survey, surveyServer } from "./index.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

async function survey(fake: FakeServer): Promise<Survey> {
  const { url } = await startFake(fake);
  const connection = await connectMcp(readMcpAddress([url]), { version: "1" });
  try {
    return await surveyServer(connection);
  } finally {
    await connection.close();
  }
}

async function add(
  fake: FakeServer,
  wanted: string | undefined,
  folder: string,
  mayReplace = false,
) {
  const { url, asked } = await startFake(fake);
  const connection = await connectMcp(readMcpAddress([url]), { version: "1" });
  try {
    const skill = await fetchSkill(connection, wanted);
    return { installed: await installSkill(skill, { folder, mayReplace, now: NOW }), asked, url };
  } finally {
    await connection.close();
  }
}

function codesOf({ problems, skills }: Survey): readonly string[] {
  return [...problems, ...skills.flatMap((skill) => skill.problems)].map(({ code }) => code);
}

const good = honestEntry("letters", {
  "SKILL.md": skillText("letters", "allowed-tools: Read Bash(git:*)\n"),
  "references/guide.md": "# Guide\n",
  "scripts/sort.sh": "#!/bin/sh\nsort\n",
  "data.bin": new Uint8Array([0, 255, 1]),
});
const frontmatter = { ...good.entry.frontmatter, "allowed-tools": "Read Bash(git:*)" };
const goodServer: FakeServer = { entries: [{ ...good.entry, frontmatter }], files: good.files };

/** The good server with one thing changed. */
function withResource(change: object): FakeServer {
  const resources = good.entry.resources as readonly { readonly uri: string }[];
  return {
    ...goodServer,
    entries: [
      {
        ...good.entry,
        frontmatter,
        resources: resources.map((file) =>
          file.uri.endsWith("guide.md") ? { ...file, ...change } : file,
        ),
      },
    ],
  };
}

describe("a survey of a server", () => {
  it("finds nothing wrong where everything is as promised", async () => {
    const found = await survey(goodServer);
    expect(codesOf(found)).toEqual([]);
    expect(found).toMatchObject({
      server: { name: "fake", hasSkills: true, protocol: "2025-11-25" },
      skills: [{ name: "letters", files: 4, uri: "skill://letters/SKILL.md" }],
    });
  });

  it.each([
    ["a wrong size", withResource({ size: 7 }), ["registry/wrong-size"]],
    ["a wrong digest", withResource({ digest: digestOf("other") }), ["registry/wrong-digest"]],
    [
      "other frontmatter than the entry has",
      { ...goodServer, entries: [good.entry] },
      ["registry/wrong-frontmatter"],
    ],
    [
      "a file that is not served",
      withResource({ uri: "skill://letters/references/gone.md" }),
      ["registry/read-failed"],
    ],
    [
      "a path that leads out",
      withResource({ uri: "skill://letters/%2e%2e/guide.md" }),
      ["registry/unsafe-path"],
    ],
    [
      "a file of another place",
      withResource({ uri: "skill://others/references/guide.md" }),
      ["registry/invalid-entry"],
    ],
    [
      "a path with Windows separators",
      withResource({ uri: "skill://letters/references%5c..%5cguide.md" }),
      ["registry/unsafe-path"],
    ],
    [
      "a name that Windows takes for a device",
      withResource({ uri: "skill://letters/references/nul.md" }),
      ["registry/unsafe-path"],
    ],
    [
      "names that differ in their case alone",
      withResource({ uri: "skill://letters/Skill.MD" }),
      ["registry/unsafe-path"],
    ],
    [
      "a file that is a folder too",
      withResource({ uri: "skill://letters/data.bin/guide.md" }),
      ["registry/unsafe-path"],
    ],
    ["more bytes than the limit", withResource({ size: 16_777_217 }), ["registry/too-large"]],
    [
      "files that change with every reading",
      { ...goodServer, entries: [{ ...good.entry, frontmatter, resources: "dynamic" }] },
      ["registry/dynamic-files"],
    ],
    [
      "an entry without files",
      { ...goodServer, entries: [{ uri: good.entry.uri, frontmatter, resources: undefined }] },
      ["registry/invalid-entry"],
    ],
    [
      "metadata that is no text",
      {
        ...goodServer,
        entries: [{ ...good.entry, frontmatter: { ...frontmatter, metadata: { a: { b: 1 } } } }],
      },
      ["registry/invalid-entry"],
    ],
  ])("names %s", async (_what, fake: FakeServer, codes) => {
    expect(codesOf(await survey(fake))).toEqual(codes);
  });

  it("names files that are shown in the folder but not listed", async () => {
    const root = "skill://letters";
    const shown = (path: string) => ({ uri: `${root}/${path}`, name: path });
    const found = await survey({
      ...goodServer,
      folders: {
        [root]: [
          shown("SKILL.md"),
          shown("data.bin"),
          shown("extra.md"),
          { ...shown("references"), mimeType: "inode/directory" },
          { ...shown("scripts"), mimeType: "inode/directory" },
        ],
        [`${root}/references`]: [shown("references/guide.md")],
        [`${root}/scripts`]: [shown("scripts/sort.sh"), shown("scripts/hidden.sh")],
      },
    });
    expect(codesOf(found)).toEqual(["registry/unlisted-file", "registry/unlisted-file"]);
    expect(found.skills[0]?.problems[0]?.message).toContain("skill://letters/extra.md");
  });

  it("reads no further where SKILL.md is not what was promised", async () => {
    const { url, asked } = await startFake({ ...goodServer, entries: [good.entry] });
    const connection = await connectMcp(readMcpAddress([url]), { version: "1" });
    await surveyServer(connection);
    await connection.close();
    expect(asked.filter((line) => line.startsWith("resources/read"))).toEqual([
      "resources/read skill://letters/SKILL.md",
    ]);
  });

  it("reads nothing where it only lists", async () => {
    const { url, asked } = await startFake(goodServer);
    const connection = await connectMcp(readMcpAddress([url]), { version: "1" });
    await surveyServer(connection, { isListOnly: true });
    await connection.close();
    expect(asked.filter((line) => line.startsWith("resources/read"))).toEqual([]);
  });

  it("passes over servers without skills", async () => {
    const found = await survey({ entries: [], files: {}, hasNoSkills: true });
    expect(found).toMatchObject({ server: { hasSkills: false }, skills: [], problems: [] });
  });
});

describe("an installation from a server", () => {
  it("writes what was verified, without the right to be run, and where it came from", async () => {
    const folder = temporaryFolder();
    const { installed, url } = await add(goodServer, "letters", folder);
    expect(installed.risks).toEqual({
      executables: ["scripts/sort.sh"],
      allowedTools: ["Read", "Bash(git:*)"],
      hooks: [],
      nested: [],
    });
    expect(readdirSync(folder).toSorted()).toEqual([".skillwright", "letters", "skill-lock.json"]);
    expect(readFileSync(join(folder, "letters/SKILL.md"), "utf8")).toBe(
      good.files["skill://letters/SKILL.md"],
    );
    expect([...readFileSync(join(folder, "letters/data.bin"))]).toEqual([0, 255, 1]);
    expect(lstatSync(join(folder, "letters/scripts/sort.sh")).mode & 0o111).toBe(0);
    expect(JSON.parse(readFileSync(installed.originFile, "utf8"))).toEqual({
      version: 1,
      name: "letters",
      origin: { kind: "mcp", server: url, uri: "skill://letters/SKILL.md", serverName: "fake" },
      installed: "2026-01-02T03:04:05.000Z",
      files: Object.entries(good.files).map(([uri, content]) => ({
        path: uri.slice("skill://letters/".length),
        size: Buffer.byteLength(content),
        digest: digestOf(content),
      })),
    });
  });

  it.each([
    ["a wrong digest", withResource({ digest: digestOf("other") }), "registry/wrong-digest"],
    ["a wrong size", withResource({ size: 7 }), "registry/wrong-size"],
    ["other frontmatter", { ...goodServer, entries: [good.entry] }, "registry/wrong-frontmatter"],
    [
      "a path that leads out",
      withResource({ uri: "skill://letters/references%5c..%5c..%5cguide.md" }),
      "registry/unsafe-path",
    ],
    [
      "files that cannot be verified",
      { ...goodServer, entries: [{ ...good.entry, frontmatter, resources: "dynamic" }] },
      "registry/dynamic-files",
    ],
  ])("writes nothing at %s", async (_what, fake: FakeServer, code) => {
    const folder = temporaryFolder();
    await expect(add(fake, "letters", folder)).rejects.toMatchObject({ diagnostic: { code } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("fetches only the files of the skill that is wanted", async () => {
    const other = honestEntry("other", { "SKILL.md": skillText("other") });
    const fake = {
      entries: [...goodServer.entries, other.entry],
      files: { ...good.files, ...other.files },
    };
    const { asked } = await add(fake, "other", temporaryFolder());
    expect(asked.filter((line) => line.startsWith("resources/read"))).toEqual([
      "resources/read skill://other/SKILL.md",
    ]);
  });

  it.each([
    ["a folder of the name", "letters/SKILL.md", skillText("letters")],
    ["another folder whose skill has the name", "old/SKILL.md", skillText("letters")],
    ["a folder in other letters", "Letters/SKILL.md", skillText("something")],
  ])("leaves %s alone", async (_what, path, content) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
    await expect(add(goodServer, "letters", folder)).rejects.toMatchObject({
      diagnostic: { code: "registry/name-taken" },
    });
    expect(readFileSync(join(folder, path), "utf8")).toBe(content);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("replaces a skill as a whole where it is told to", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "letters"));
    writeFileSync(join(folder, "letters/old.md"), "old");
    const { installed } = await add(goodServer, "letters", folder, true);
    expect(installed.hasReplaced).toBe(true);
    expect(readdirSync(join(folder, "letters")).toSorted()).toEqual([
      "SKILL.md",
      "data.bin",
      "references",
      "scripts",
    ]);
    expect(readdirSync(folder).toSorted()).toEqual([".skillwright", "letters", "skill-lock.json"]);
  });

  it("asks for more than a name where two skills have it", async () => {
    const one = honestEntry("same", { "SKILL.md": skillText("same") }, "skill://a/same");
    const two = honestEntry("same", { "SKILL.md": skillText("same") }, "skill://b/same");
    const fake = { entries: [one.entry, two.entry], files: { ...one.files, ...two.files } };
    const folder = temporaryFolder();
    await expect(add(fake, "same", folder)).rejects.toMatchObject({
      diagnostic: { code: "registry/ambiguous-skill" },
    });
    const { installed } = await add(fake, "b/same", folder);
    expect(installed.name).toBe("same");
    await expect(add(fake, "skill://a/same", folder)).rejects.toMatchObject({
      diagnostic: { code: "registry/name-taken" },
    });
  });

  it("names the skill that was probably meant", async () => {
    await expect(add(goodServer, "leters", temporaryFolder())).rejects.toMatchObject({
      diagnostic: { code: "registry/unknown-skill", hint: "Did you mean `letters`?" },
    });
  });

  it("does not take a file for the folder of skills", async () => {
    const folder = join(temporaryFolder(), "file");
    writeFileSync(folder, "");
    await expect(add(goodServer, "letters", folder)).rejects.toMatchObject({
      diagnostic: { code: "registry/write-failed" },
    });
  });
});

describe("a skill with skills inside", () => {
  const outer = honestEntry("outer", {
    "SKILL.md": skillText("outer"),
    "inner/SKILL.md": skillText("mine"),
  });
  const server: FakeServer = { entries: [outer.entry], files: outer.files };

  it("is refused where one of them has the name of a skill that is there", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "my-own"));
    writeFileSync(join(folder, "my-own/SKILL.md"), skillText("mine"));
    await expect(add(server, "outer", folder)).rejects.toMatchObject({
      diagnostic: { code: "registry/name-taken", file: join(folder, "my-own/SKILL.md") },
    });
    expect(readdirSync(folder)).toEqual(["my-own"]);
    const { installed } = await add(server, "outer", folder, true);
    expect(installed.hasReplaced).toBe(false);
  });

  it("names them as a risk", async () => {
    const { installed } = await add(server, "outer", temporaryFolder());
    expect(installed.risks.nested).toEqual([{ path: "inner/SKILL.md", name: "mine" }]);
  });
});

describe("a skill whose entry is invalid", () => {
  it("is refused with what is wrong in it", async () => {
    const entries = [{ uri: good.entry.uri, frontmatter, resources: undefined }];
    await expect(
      add({ ...goodServer, entries }, "letters", temporaryFolder()),
    ).rejects.toMatchObject({ diagnostic: { code: "registry/invalid-entry" } });
  });
});
