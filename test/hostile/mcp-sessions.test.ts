/** Sessions over MCP of clients that do not know each other. */
import { expect, it } from "vitest";
import { createMcpHttp, createSkillServer, type McpHttp } from "../../src/serve/mcp/public.ts";
import { openRegistry } from "../support/registry-server.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

type Post = (client: string, body: unknown, session?: string) => Promise<Response>;

function postTo(http: McpHttp): Post {
  return (client, body, session) =>
    http.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session === undefined ? {} : { "mcp-session-id": session }),
        },
        body: JSON.stringify(body),
      }),
      { client },
    );
}

const handshake = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  },
};
const ping = { jsonrpc: "2.0", id: 2, method: "ping" };

it.each([
  ["from elsewhere, before the other comes back", "192.0.2.1", false],
  ["from the same address, after the other came back", "198.51.100.1", true],
])(
  "[BX-14] a stranger who opens a thousand sessions %s ends none but their own",
  async (_, stranger, comesBack) => {
    writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
    const server = await createSkillServer({
      paths: [folder.path],
      version: "0.0.0",
      watches: false,
    });
    const http = createMcpHttp({ server });
    const post = postTo(http);
    const owner = "198.51.100.1";
    const opened = await post(owner, handshake);
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    if (comesBack) expect((await post(owner, ping, session)).status).toBe(200);
    for (let count = 0; count <= 1000; count += 1)
      await (await post(stranger, handshake)).body?.cancel();
    expect((await post(owner, ping, session)).status).toBe(200);
    await http.close();
    await server.close();
  },
  120_000,
);

it("[BX-14] strangers have so many messages a minute, however many come in one batch", async () => {
  const registry = await openRegistry({ limits: { mcp: { count: 12, seconds: 60 } } });
  const send = async (body: unknown, token?: string): Promise<Response> => {
    const answer = await registry.send("POST", "/registry/mcp", {
      json: body,
      headers: { accept: "application/json, text/event-stream" },
      ...(token === undefined ? {} : { token }),
    });
    await answer.text();
    return answer;
  };
  try {
    expect((await send(ping)).status).toBe(200);
    expect((await send(Array.from({ length: 10 }, (_, id) => ({ ...ping, id })))).status).toBe(200);
    const refused = await send([ping, { ...ping, id: 3 }]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/u);
    expect((await send(ping)).status).toBe(429);
    const token = await registry.join("ann@example.com");
    expect((await send(ping, token)).status).toBe(200);
  } finally {
    await registry.close();
  }
}, 60_000);

it("[BX-14] a session of the registry goes on for whoever began it alone", async () => {
  const registry = await openRegistry();
  const send = async (
    method: string,
    session: string,
    more: { readonly json?: unknown; readonly token?: string },
  ): Promise<number> => {
    const answer = await registry.send(method, "/registry/mcp", {
      headers: {
        accept: "application/json, text/event-stream",
        ...(session === "" ? {} : { "mcp-session-id": session }),
      },
      ...more,
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const begin = async (more: { readonly token?: string }): Promise<string> => {
    const answer = await registry.send("POST", "/registry/mcp", {
      headers: { accept: "application/json, text/event-stream" },
      json: handshake,
      ...more,
    });
    await answer.text();
    return answer.headers.get("mcp-session-id") ?? "";
  };
  try {
    const ann = { token: await registry.join("ann@example.com") };
    const eve = { token: await registry.join("eve@example.com") };
    const sessions = [
      { owner: ann, others: [eve, {}] },
      { owner: {}, others: [ann, eve] },
    ];
    for (const { owner, others } of sessions) {
      const session = await begin(owner);
      expect(session).not.toBe("");
      for (const other of others) {
        expect(await send("POST", session, { json: ping, ...other })).toBe(404);
        expect(await send("DELETE", session, other)).toBe(404);
        expect(await send("GET", session, other)).toBe(404);
      }
      expect(await send("POST", session, { json: ping, ...owner })).toBe(200);
    }
  } finally {
    await registry.close();
  }
}, 60_000);
