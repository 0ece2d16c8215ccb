/** A skill that was edited takes its place in the catalog, which is then the one that a new server makes. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSkillServer, type SkillServer } from "../../src/serve/mcp/index.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

async function open(): Promise<SkillServer> {
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
    whenBroken: "skip",
    verdictOf: (path) => ({
      decision: path.includes("odd") ? "review" : "allow",
      reason: "It is odd.",
    }),
  });
  onTestFinished(() => server.close());
  return server;
}

/** Everything that is answered from a catalog. */
function told(server: SkillServer): object {
  const { skills, listed, byPath, byId, leftOut, pending, graph, problems } = server.catalog();
  return {
    skills: skills.map(({ skill: _skill, reading: _reading, files, ...rest }) => ({
      ...rest,
      files: [...files.values()].map(({ make: _make, ...file }) => file),
    })),
    listed: listed.map(({ uri }) => uri),
    byPath: Object.fromEntries([...byPath].map(([path, { entry }]) => [path, entry])),
    byId: Object.fromEntries([...byId].map(([id, { entry }]) => [id, entry])),
    leftOut: leftOut.map(({ path, reasons }) => [path, reasons]),
    pending: pending.length,
    graph,
    problems: problems.map(({ message }) => message),
    instructions: server.instructions(),
  };
}

const edits: readonly (readonly [string, string, string])[] = [
  ["another description", "one/SKILL.md", skill("one", "Does something else.")],
  ["another text", "one/SKILL.md", `${skill("one", "Does something else.")}\nMore words.\n`],
  ["a file beside it", "one/references/guide.md", "# Guide\n"],
  ["a name that another has", "two/SKILL.md", skill("one", "Takes a name.")],
  ["its own name again", "two/SKILL.md", skill("two", "Has its name.")],
  [
    "fields of another format",
    "two/SKILL.md",
    "---\nname: two\ndescription: Two.\nuser-invocable: false\n---\nText\n",
  ],
  ["no fields at all", "three/SKILL.md", "Only text.\n"],
  ["fields that cannot be read", "three/SKILL.md", "---\nname: [\n---\nText\n"],
  ["fields that can", "three/SKILL.md", skill("three")],
  ["one that the scan has looked at twice", "odd/SKILL.md", skill("odd", "Is odd in another way.")],
  [
    "a program that is not there",
    "three/SKILL.md",
    `---\nname: three\ndescription: Three.\nmetadata: {openclaw: {requires: {bins: [no-such-program-here]}}}\n---\nText\n`,
  ],
  [
    "hidden from the model",
    "one/SKILL.md",
    "---\nname: one\ndescription: One.\ndisable-model-invocation: true\n---\nText\n",
  ],
  ["shown to it again", "one/SKILL.md", skill("one", "Is back.")],
];

it("[BX-06] is the same after every edit as if it had been read anew", async () => {
  writeTree(folder.path, {
    ...Object.fromEntries(
      ["one", "two", "three", "odd"].map((name) => [`${name}/SKILL.md`, skill(name)]),
    ),
    "vendor/one/SKILL.md": skill("one", "Shares a name."),
  });
  const server = await open();
  const versions = [server.catalog().version];
  for (const [what, path, text] of edits) {
    writeTree(folder.path, { [path]: text });
    await server.refresh([join(folder.path, path)]);
    versions.push(server.catalog().version);
    expect(told(server), what).toEqual(told(await open()));
  }
  // Every edit of these can be told from the one before.
  expect(new Set(versions).size).toBe(versions.length);
  rmSync(join(folder.path, "one"), { recursive: true });
  await server.refresh([join(folder.path, "one/SKILL.md")]);
  expect(told(server)).toEqual(told(await open()));
});
