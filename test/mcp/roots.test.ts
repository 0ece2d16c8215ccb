/** Without a path, the folders that the client says its user works in are served. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { playground, type Playground } from "../support/program.ts";
import { skill } from "../support/skill-folders.ts";
import { root } from "../support/source.ts";

async function open(place: Playground, words: readonly string[], roots: () => readonly string[]) {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: "legacy" }, capabilities: { roots: { listChanged: true } } },
  );
  client.setRequestHandler("roots/list", async () => ({
    roots: roots().map((path) => ({ uri: pathToFileURL(place.path(path)).href })),
  }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "dist/cli/main.js"), "mcp", ...words],
    cwd: place.path("started"),
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: place.path(".home"),
      SKILLWRIGHT_CACHE_DIR: place.path(".cache-of-test"),
    },
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const skills = new SkillsClient(client);
  const names = async (): Promise<readonly string[]> =>
    (await skills.list()).skills.map(({ frontmatter }) => frontmatter.name);
  return { client, names };
}

it("[BX-06] finds the skills of the project, and follows to another; a path stays", async () => {
  const place = playground({
    "started/here/SKILL.md": skill("here"),
    "project/skills/letters/SKILL.md": skill("letters"),
    "other/notes/SKILL.md": skill("notes"),
  });
  let folder = "project";
  const { client, names } = await open(place, [], () => [folder, "nowhere"]);
  await expect.poll(names).toEqual(["letters"]);
  folder = "other";
  await client.sendRootsListChanged();
  await expect.poll(names).toEqual(["notes"]);
  const named = await open(place, ["here"], () => ["project"]);
  expect(await named.names()).toEqual(["here"]);
});
