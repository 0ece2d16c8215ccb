/** Sessions over MCP of clients that do not know each other. */
import { expect, it } from "vitest";
import { type Clock, createFakeClock } from "../../src/platform/machine/index.ts";
import { SharedRoom } from "../../src/serve/mcp/shared-room.ts";
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

async function withHttp(
  clock: Clock,
  use: (post: Post, http: McpHttp) => Promise<void>,
): Promise<void> {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
  });
  const http = createMcpHttp({ server, clock });
  try {
    await use(postTo(http), http);
  } finally {
    await http.close();
    await server.close();
  }
}

async function sessionOf(post: Post): Promise<string> {
  const opened = await post("a", handshake);
  await opened.text();
  return opened.headers.get("mcp-session-id") ?? "";
}

const long = "e".repeat(100_000);

it.each([
  ["a capability", { capabilities: { experimental: { x: { a: long } } } }],
  ["facts", { capabilities: { experimental: { "skillwright/client": { a: long } } } }],
  ["a name", { clientInfo: { name: long, version: "1" } }],
  ["a title", { clientInfo: { name: "x", version: "1", title: long } }],
])("[BX-14] a handshake with %s of many characters gets no session", async (_, more) => {
  await withHttp(createFakeClock(), async (post) => {
    const params = { ...handshake.params, ...more };
    const refused = await post("a", { ...handshake, params });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("mcp-session-id")).toBeNull();
    expect(await refused.text()).toContain("8192 characters");
  });
});

it("[BX-14] a request to hear of changes is kept while it listens, and is bounded", async () => {
  await withHttp(createFakeClock(), async (post) => {
    const filter = { resourceSubscriptions: Array.from({ length: 20 }, () => "x".repeat(8000)) };
    const params = { notifications: filter };
    const refused = await post("a", {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params,
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("65536 characters");
  });
});

it("[BX-14] a session subscribes to addresses of so many bytes, and to others after some were given up", async () => {
  await withHttp(createFakeClock(), async (post) => {
    const session = await sessionOf(post);
    const ask = async (method: string, index: number): Promise<string> => {
      const params = { uri: `x:${index}/${"y".repeat(8000)}` };
      return (await post("a", { jsonrpc: "2.0", id: 1, method, params }, session)).text();
    };
    const answers: string[] = [];
    for (let index = 0; index < 9; index += 1)
      answers.push(await ask("resources/subscribe", index));
    expect(answers.map((text) => text.includes("too many addresses"))).toEqual([
      ...Array.from({ length: 8 }, () => false),
      true,
    ]);
    await ask("resources/unsubscribe", 0);
    expect(await ask("resources/subscribe", 9)).not.toContain("error");
  });
});

it("[BX-14] a session that nobody used for an hour is over, unless somebody listens", async () => {
  const clock = createFakeClock();
  await withHttp(clock, async (post, http) => {
    const [quiet, used, heard] = [
      await sessionOf(post),
      await sessionOf(post),
      await sessionOf(post),
    ];
    const stream = await http.fetch(
      new Request("http://localhost/mcp", {
        headers: { host: "localhost", accept: "text/event-stream", "mcp-session-id": heard },
      }),
      { client: "a" },
    );
    clock.advance(40 * 60 * 1000);
    expect((await post("a", ping, used)).status).toBe(200);
    clock.advance(40 * 60 * 1000);
    expect((await post("a", ping, quiet)).status).toBe(404);
    expect((await post("a", ping, used)).status).toBe(200);
    expect((await post("a", ping, heard)).status).toBe(200);
    await stream.body?.cancel();
    clock.advance(2 * 60 * 60 * 1000);
    expect((await post("a", ping, heard)).status).toBe(404);
  });
});

it("[BX-14] whoever takes the most of a shared room gives up their own, few large ones before many small", () => {
  const room = new SharedRoom<string>(100);
  for (let index = 0; index < 20; index += 1) room.add(`small ${index}`, "small", "many");
  for (let index = 0; index < 3; index += 1)
    room.add(`${index}`, `${index}`, "few", { weight: 25 });
  expect(room.add("last", "last", "few", { weight: 50 })).toEqual(["0", "1"]);
  expect(room.values().filter((value) => value === "small")).toHaveLength(20);
});

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
});

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
});
