/** What programs get from `skillwright/mcp`, by name. */
import { expect, it } from "vitest";
import * as mcp from "../../src/serve/mcp/public.ts";

it("skillwright/mcp exports these and nothing else", () => {
  expect(Object.keys(mcp).sort()).toEqual([
    "CLIENT_EXTENSION",
    "MCP_PATH",
    "OWN_TOOLS",
    "createMcpHttp",
    "createSkillServer",
    "listenMcp",
    "loadedTools",
    "mcpCodes",
    "serveOverStdio",
  ]);
});
