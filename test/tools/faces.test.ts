/** Tools of skills as others see them: over MCP, by slash commands, in the program. */
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { readCommand, slashCommands } from "../../src/library/session/index.ts";
import { dispatchCommand, loadSkill, ToolRegistry } from "../../src/run/tools/index.ts";
import { findDialect } from "../../src/skill/index.ts";
import { createSkillServer, listenMcp, loadedTools } from "../../src/serve/mcp/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import {
  loadOptions,
  SEARCH_DECLARED,
  SEARCH_MODULE,
  skillText,
  writeTree,
} from "../support/tool-skills.ts";

const RAW = `---
name: say
description: Says what was typed.
command-dispatch: tool
command-tool: say_it
command-arg-mode: raw
metadata:
  gaia:
    tools:
      - name: say_it
        parameters:
          command: { type: string, required: true }
          commandName: { type: string, required: true }
          skillName: { type: string, required: true }
---
# Say
`;

const RAW_MODULE = `from gaia.agents.base.tools import tool

@tool
def say_it(command: str, commandName: str, skillName: str) -> dict:
    """Says it."""
    return {"command": command, "commandName": commandName, "skillName": skillName}
`;

const bwrap = needs.command("bwrap");

bwrap.it("[OC-09] hands a slash command to the tool of its skill, as it was typed", async () => {
  const folder = writeTree({ "skills/say/SKILL.md": RAW, "skills/say/tools.py": RAW_MODULE });
  const registry = new ToolRegistry();
  const skill = await loadSkill("say", { ...loadOptions(folder), registry });
  const dialect = findDialect("openclaw");
  if (dialect === undefined) throw new Error("The dialect is missing.");
  const commands = slashCommands(
    [
      {
        name: "say",
        description: "",
        isOfferedToUser: true,
        dispatch: "tool",
        dispatchTool: "say_it",
      },
    ],
    dialect,
  );
  const call = readCommand('/say  --loud "a b" $x', commands);
  if (call?.kind !== "tool") throw new Error("It is no call of a tool.");
  const result = await dispatchCommand(call, [skill], registry);
  expect(result).toMatchObject({
    ok: true,
    result: { command: '--loud "a b" $x', commandName: "say", skillName: "say" },
  });
  await skill.close();
});

bwrap.it("[OC-09] does so from the command line", () => {
  const ground = playground({ "skills/say/SKILL.md": RAW, "skills/say/tools.py": RAW_MODULE });
  const ran = ground.run(["tools", "command", "/say hello there", "--allow-experimental"]);
  expect(ran.stderr).toBe("");
  expect(JSON.parse(ran.stdout)).toEqual({
    command: "hello there",
    commandName: "say",
    skillName: "say",
  });
});

bwrap.it("calls a tool from the command line, and says which option is missing", () => {
  const ground = playground({
    "skills/web-search/SKILL.md": skillText({ more: SEARCH_DECLARED }),
    "skills/web-search/tools.py": SEARCH_MODULE,
  });
  const refused = ground.run(["tools", "call", "web-search/search_web", "--arg", "query=x"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("--allow-experimental");
  const ran = ground.run([
    "tools",
    "call",
    "web-search/search_web",
    "--arg",
    "query=x",
    "--arg",
    "max_results=7",
    "--allow-experimental",
    "--json",
  ]);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    ok: true,
    result: { query: "x", max_results: 7 },
  });
});

bwrap.it("[PM-10] offers tools over MCP with all that the protocol can say of them", async () => {
  const folder = writeTree({
    "skills/web-search/SKILL.md": skillText({ more: SEARCH_DECLARED }),
    "skills/web-search/tools.py": SEARCH_MODULE.replace(
      "@tool",
      '@tool(display_label="Search the web", timeout=30)',
    ),
  });
  const registry = new ToolRegistry();
  const skill = await loadSkill("web-search", { ...loadOptions(folder), registry });
  const server = await createSkillServer({
    paths: [join(folder, "skills")],
    version: "0.0.0",
    whenBroken: "skip",
    providers: [
      loadedTools(
        [{ skill, folder: join(folder, "skills/web-search"), tools: skill.tools }],
        registry,
      ),
    ],
  });
  const running = await listenMcp({ server, host: "127.0.0.1", port: 0 });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(running.url)));
  try {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "search_web");
    expect(tool).toMatchObject({
      title: "Search the web",
      description: "Searches.",
      inputSchema: {
        type: "object",
        properties: { query: { type: "string" }, max_results: { type: "integer", default: 5 } },
        required: ["query"],
      },
      outputSchema: { type: "object" },
      annotations: {
        title: "Search the web",
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
    expect(tool?.icons).toHaveLength(1);
    const meta = JSON.stringify(tool?.["_meta"]);
    expect(meta).toContain("1.0.0");
    expect(meta).toContain("30000");
    const result = await client.callTool({ name: "search_web", arguments: { query: "x" } });
    expect(result.structuredContent).toEqual({ query: "x", max_results: 5 });
    const refused = await client.callTool({ name: "search_web", arguments: { query: 1 } });
    expect(refused.isError).toBe(true);
  } finally {
    await client.close();
    await running.close();
    await server.close();
    await skill.close();
  }
});
