/** The MCP inspector against our registry: published skills as every client of MCP reads them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runClient } from "../support/clients.ts";
import { connectTo } from "../support/mcp.ts";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  skillText,
  writeSkill,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

async function inspect(words: readonly string[]): Promise<string> {
  const target = [`${registry.url}/registry/mcp`, "--transport", "http"];
  const answer = await runClient("mcp-inspector", ["--cli", ...target, ...words, "-q"], {
    timeout: 60_000,
  });
  expect(answer.code, answer.stdout + answer.stderr).toBe(0);
  return answer.stdout;
}

function text(name: string, version: string): string {
  return skillText(name).replace("\n---\n", `\nmetadata:\n  version: "${version}"\n---\n`);
}

it("[BX-06] gives the inspector every byte of a published skill, and its next version", async () => {
  const folder = writeSkill("spoken-skill", {
    "SKILL.md": text("spoken-skill", "1.0.0"),
    "references/a.md": "# Ä\n",
  });
  await publishFolder(registry, token, folder);
  const listed = await inspect(["--method", "skills/list", "--verify"]);
  expect(listed.match(/"outcome":"verified"/gu)).toHaveLength(1);
  for (const path of ["SKILL.md", "references/a.md"]) {
    const uri = `skill://spoken-skill/${path}`;
    const said = await inspect(["--method", "resources/read", "--uri", uri, "--format", "json"]);
    expect(JSON.parse(said)).toMatchObject({
      result: { contents: [{ text: readFileSync(join(folder, path), "utf8") }] },
    });
  }
  writeFileSync(join(folder, "SKILL.md"), text("spoken-skill", "1.1.0"));
  await publishFolder(registry, token, folder);
  const uri = ["--uri", "skill://spoken-skill/SKILL.md"];
  const got = await inspect(["--method", "skills/get", ...uri, "--format", "json"]);
  expect(JSON.parse(got)).toMatchObject({
    result: { skill: { frontmatter: { metadata: { version: "1.1.0" } } } },
  });
});

it("[BX-06] searches as the registry does: with typing errors, and words too many", async () => {
  for (const name of ["kubernetes-notes", "harbour-pilot"])
    await publishFolder(registry, token, writeSkill(name, { "SKILL.md": text(name, "1.0.0") }));
  const { client } = await connectTo(new URL(`${registry.url}/registry/mcp`), "legacy");
  const names = async (query: string): Promise<readonly string[]> => {
    const found = await client.callTool({ name: "search_skills", arguments: { query } });
    const { skills } = found.structuredContent as {
      readonly skills: readonly { readonly name: string }[];
    };
    return skills.map(({ name }) => name);
  };
  expect(await names("kuberntees")).toEqual(["kubernetes-notes"]);
  expect((await names("please a harbor pilot"))[0]).toBe("harbour-pilot");
  expect(await names("")).toHaveLength(3);
  await client.close();
});

it("[BX-06] tells strangers nothing of a private registry", async () => {
  const closed = await openRegistry({ registry: { access: "private" } });
  try {
    const body = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
    const answer = await closed.send("POST", "/registry/mcp", { json: body });
    expect(answer.status).toBe(401);
  } finally {
    await closed.close();
  }
});
