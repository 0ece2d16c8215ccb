/** A lock file comes with a cloned repository: what it names gets no token of the user. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";

const { run } = useProgram();
const TOKEN = "planted-mcp-token-4711";
const heard: string[] = [];
const server = createServer((request, response) => {
  heard.push(request.headers.authorization ?? "none");
  response.writeHead(404).end();
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", () => listening());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  heard.length = 0;
});

function lock(from: object = {}): string {
  const entry = {
    name: "dates",
    version: "1.0.0",
    requested: "*",
    source: "mcp",
    resolved: url,
    reference: `mcp:${url}#dates`,
    ...from,
    integrity: "sha256-AAAA",
    content_digest: "",
    claimed_tier: "experimental",
    attested_tier: "experimental",
    installed_tier: "experimental",
    signature: { signed: false },
    permissions: [],
    grants: {},
    dependencies: {},
    installed_at: "",
    path: "dates",
  };
  return JSON.stringify({ version: 1, skills: { dates: entry } });
}

it.each([["outdated"], ["update", "--all", "--yes"], ["install", "--frozen"]])(
  "[BX-14] `%s` asks the server of a lock file without a token",
  async (...words) => {
    const ground = playground({
      "skills/skill-lock.json": lock(),
      "skills/dates/SKILL.md": goodSkill("dates"),
      token: TOKEN,
    });
    const options = { folder: ground.folder, environment: { SKILLWRIGHT_MCP_TOKEN: TOKEN } };
    await run([...words, "--to", "skills"], options);
    expect(heard.filter((value) => value.includes(TOKEN))).toEqual([]);
  },
);

it("[BX-14] a server that the command itself names gets the token", async () => {
  const ground = playground({ token: TOKEN });
  const options = { folder: ground.folder, environment: { SKILLWRIGHT_MCP_TOKEN: TOKEN } };
  await run(["add", `mcp:${url}#dates`, "--to", "skills"], options);
  expect(heard).toContain(`Bearer ${TOKEN}`);
});

it("[BX-14] what is loaded beside a lock of a stranger asks no server of the machine, unless the user named it", async () => {
  const address = new URL(url).origin;
  const ground = playground({
    "skills/skill-lock.json": lock({ source: "registry", resolved: address, reference: "dates" }),
    "skills/dates/SKILL.md": goodSkill("dates"),
  });
  const words = ["permissions", "skills/dates"];
  const { output } = await run(words, { folder: ground.folder });
  expect(heard).toEqual([]);
  expect(output).toContain("not on the open network");
  await run(words, { folder: ground.folder, environment: { SKILLWRIGHT_REGISTRY: address } });
  expect(heard).not.toEqual([]);
});

it("[BX-14] what is loaded beside a lock of a stranger asks no path of his choice", async () => {
  const address = `${new URL(url).origin}/reboot?now=`;
  const ground = playground({
    "skills/skill-lock.json": lock({ source: "registry", resolved: address, reference: "dates" }),
    "skills/dates/SKILL.md": goodSkill("dates"),
  });
  const { output } = await run(["permissions", "skills/dates"], {
    folder: ground.folder,
    environment: { HOME: ground.path(".home") },
  });
  expect(heard).toEqual([]);
  expect(output).toContain("has a query");
});
