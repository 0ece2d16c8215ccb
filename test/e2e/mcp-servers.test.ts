/** Skills that ask for MCP servers of their user: what the model of a run is given, and what not. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { program } from "../support/clients.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Playground, playground } from "../support/program.ts";
import { type Ended, useProgram } from "../support/running.ts";

const { run } = useProgram();

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

function skill(permission: string): string {
  return [
    "---",
    "name: mcp-shelf",
    "version: 1.0.0",
    "description: Looks up skills. Use when asked which skills there are.",
    "author: me",
    "license: MIT",
    `permissions: ["${permission}"]`,
    "security_tier: community",
    "---",
    "",
    "Look it up.",
    "",
  ].join("\n");
}

const LETTERS = "---\nname: letters\ndescription: Sorts letters by their dates.\n---\n\nSort.\n";

/** A real server of the user: this program, which offers tools of its own over MCP. */
function ground(permission: string, settings: object = {}): Playground {
  const files = { "agent/SKILL.md": skill(permission), "shelf/letters/SKILL.md": LETTERS };
  const at = playground(files);
  const server = {
    command: process.execPath,
    args: [program, "mcp", at.path("shelf")],
    ...settings,
  };
  at.write(".home/.skillwright/mcp.json", JSON.stringify({ mcpServers: { shelf: server } }));
  return at;
}

function runAgent(at: Playground, ...words: readonly string[]): Promise<Ended> {
  return run(["run", "agent", ...words], {
    folder: at.folder,
    environment: {
      OLLAMA_HOST: new URL(models.url).host,
      SKILLWRIGHT_MODEL: "ollama:small",
      HOME: at.path(".home"),
    },
  });
}

function offered(): readonly string[] {
  return (models.requests.at(-1)?.body.tools ?? []).map((tool) => tool.function.name);
}

it("[GA-03] calls the tool of a server that was granted, and is offered no other", async () => {
  const permission = "mcp:connect:shelf/search_skills";
  const at = ground(permission);
  const call = { name: "shelf__search_skills", arguments: '{"query":"dates"}' };
  models.answer({ calls: [call] }, { words: ["Letters."] });
  const ended = await runAgent(at, "--allow-experimental", "--allow", permission);
  expect([ended.code, ended.output]).toEqual([0, expect.stringContaining("Letters.")]);
  expect(offered()).toEqual([call.name]);
  expect(JSON.stringify(models.requests.at(-1)?.body.messages)).toContain(
    "Sorts letters by their dates.",
  );
});

it("[GA-03] is offered all tools of a server, within what the user has bounded", async () => {
  const words = ["--allow-experimental", "--allow", "mcp:connect:shelf"];
  models.answer({ words: ["Fine."] });
  expect((await runAgent(ground("mcp:connect:shelf"), ...words)).code).toBe(0);
  expect(offered()).toEqual(
    expect.arrayContaining(["shelf__search_skills", "shelf__load_skill"]) as unknown,
  );
  const bounded = ground("mcp:connect:shelf", { tools: ["load_skill"] });
  expect((await runAgent(bounded, ...words)).code).toBe(0);
  expect(offered()).toEqual(["shelf__load_skill"]);
});

it("[GA-03] [BX-14] is given no server by the yes to an experimental skill alone", async () => {
  const before = models.requests.length;
  const ended = await runAgent(ground("mcp:connect:shelf"), "--allow-experimental");
  expect([ended.code, ended.output]).toEqual([
    1,
    expect.stringContaining("asks for `mcp:connect:shelf`, which you have not allowed."),
  ]);
  expect(models.requests).toHaveLength(before);
});

it("[GA-03] runs without a server that is not set up, and says so", async () => {
  models.answer({ words: ["Fine."] });
  const ended = await runAgent(ground("mcp:connect:linear"), "--allow-experimental");
  expect([ended.code, ended.output]).toEqual([
    0,
    expect.stringContaining("No MCP server `linear` is set up for skills here."),
  ]);
  expect(offered()).toEqual([]);
});

it("[GA-03] says which setting of a server cannot be read", async () => {
  const ended = await runAgent(ground("mcp:connect:shelf", { arguments: [] }));
  expect([ended.code, ended.output]).toEqual([
    expect.any(Number),
    expect.stringContaining("`shelf` has the unknown field `arguments`"),
  ]);
  expect(ended.code).not.toBe(0);
});
