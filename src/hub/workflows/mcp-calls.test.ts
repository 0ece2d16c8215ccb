/** Nodes that call tools of MCP servers. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createNameResolver } from "../../platform/network/index.ts";
import {
  createPlatform,
  eventsOf,
  type Platform,
  unlimited,
} from "../../../test/support/platform.ts";
import { openDatabase } from "../data/index.ts";

const heard: { readonly method: string; readonly token: string | undefined }[] = [];
const TOOLS = ["search", "fail", "large", "hidden"].map((name) => ({
  name,
  inputSchema: { type: "object" },
}));

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown };
}

function answer({ method, params }: Message): object {
  if (method === "initialize")
    return {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "tickets", version: "1" },
    };
  if (method === "tools/list") return { tools: TOOLS };
  if (params?.name === "fail")
    return { content: [{ type: "text", text: "no such ticket" }], isError: true };
  if (params?.name === "large") return { content: [{ type: "text", text: "x".repeat(2_000_000) }] };
  return {
    content: [{ type: "text", text: "as text" }],
    structuredContent: { asked: params?.arguments },
  };
}

/** A server of the revision of 2025-11-25. */
const server = createServer((request, response) => {
  void (async () => {
    const message = JSON.parse((await text(request)) || "{}") as Message;
    const { id, method } = message;
    heard.push({ method: method ?? "", token: request.headers.authorization });
    if (id === undefined || method === undefined) {
      response.writeHead(request.method === "POST" ? 202 : 405).end();
      return;
    }
    const body =
      method === "server/discover"
        ? { jsonrpc: "2.0", id, error: { code: -32_601, message: "unknown" } }
        : { jsonrpc: "2.0", id, result: answer(message) };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  })();
});

let platform: Platform;
let token = "";
beforeAll(async () => {
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/mcp`;
  const database = await openDatabase({ address: ":memory:" });
  const names = createNameResolver({ servers: [] });
  const tickets = { url, token: "let-me-in", tools: ["search", "fail", "large", "missing"] };
  const servers = { tickets, inside: { url: url.replace("127.0.0.1", "127.0.0.2") } };
  platform = await createPlatform({
    database,
    workflows: { mcp: { servers, allowPrivate: ["127.0.0.1"], names, version: "1" } },
    more: { limiter: unlimited(database) },
  });
  await platform.join("root@example.org");
  token = await platform.join("ada@example.org");
});
afterAll(async () => {
  await platform.ports.workflows.engine.close(0);
  server.closeAllConnections();
  server.close();
});

async function run(data: object): Promise<unknown> {
  const graph_data = {
    nodes: [
      { id: "start", type: "start" },
      { id: "call", type: "mcp", data },
    ],
    edges: [{ source: "start", target: "call" }],
  };
  const made = await platform.send("POST", "/api/v1/workflows", {
    token,
    body: { name: "w", graph_data },
  });
  const { id } = made.json as { readonly id: string };
  const ran = await platform.send("POST", `/api/v1/workflows/${id}/execute`, {
    token,
    body: { input: "broken" },
  });
  const events = eventsOf(ran.text);
  const whole = events.find(({ event }) => event === "workflow_complete");
  const failed = events.find(({ event }) => event === "workflow_error");
  const told = (whole ?? failed)?.data as { readonly final_output?: unknown; error?: string };
  return told.final_output ?? told.error;
}

it("calls a tool with its arguments and the token of the operator, and gives its data", async () => {
  expect(
    await run({ server: "tickets", tool: "search", arguments: { q: "{{input}}", most: 3 } }),
  ).toEqual({ asked: { q: "broken", most: 3 } });
  expect(heard.find(({ method }) => method === "tools/call")?.token).toBe("Bearer let-me-in");
});

it.each([
  ["a failure of the tool", { tool: "fail" }, "Tool 'fail' failed: no such ticket"],
  ["a tool that it lacks", { tool: "missing" }, "has no tool `missing` that can be called"],
  ["a tool that is not allowed", { tool: "hidden" }, "may not be called; the operator allows"],
  ["an answer without an end", { tool: "large" }, "more than 1048576 bytes"],
  ["a server that is not listed", { server: "other", tool: "search" }, "no MCP server 'other'"],
  ["a name that every object has", { server: "constructor", tool: "x" }, "no MCP server"],
  [
    "a server of the own network that is not listed for it",
    { server: "inside", tool: "search" },
    "is not on the open network",
  ],
])("tells %s", async (_, data, message) => {
  expect(await run({ server: "tickets", ...data })).toContain(message);
});
