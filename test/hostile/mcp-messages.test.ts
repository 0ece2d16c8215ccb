/** Messages over MCP that ask for more than one message should: refused early, or answered bit by bit. */
import { describe, expect, it } from "vitest";
import { createMcpHttp, createSkillServer, type McpHttp } from "../../src/serve/mcp/public.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

interface Opened {
  readonly http: McpHttp;
  readonly post: (body: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
}

async function withServer<Result>(use: (opened: Opened) => Promise<Result>): Promise<Result> {
  for (let index = 0; index < 20; index += 1)
    writeTree(folder.path, {
      [`letters-${index}/SKILL.md`]: skill(
        `letters-${index}`,
        `Sorts ${"a".repeat(900)}`,
        "a".repeat(3000),
      ),
    });
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
  });
  const http = createMcpHttp({ server });
  const post: Opened["post"] = (body, headers = {}) =>
    http.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body,
      }),
    );
  try {
    return await use({ http, post });
  } finally {
    await http.close();
    await server.close();
  }
}

const query = Array.from({ length: 29 }, (_, index) => "a".repeat(index + 1)).join(" ");
const search = (id: number): unknown => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "search_skills", arguments: { query } },
});
const handshake = (params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",${params}}}`;
const named = `"clientInfo":{"name":"x","version":"1"}`;

describe("a batch over MCP", () => {
  it("[BX-14] of more than twenty messages is refused before any is answered", async () => {
    const body = JSON.stringify(Array.from({ length: 21 }, (_, id) => search(id)));
    const { status, text } = await withServer(async ({ post }) => {
      const answer = await post(body);
      return { status: answer.status, text: await answer.text() };
    });
    expect(status).toBe(400);
    expect(text).toContain("20 messages");
  });

  it("[BX-14] lets others have a turn between its messages", async () => {
    const turns = await withServer(async ({ post }) => {
      let count = 0;
      let isOver = false;
      const others = (): void => {
        count += 1;
        if (!isOver) setImmediate(others);
      };
      setImmediate(others);
      const answer = await post(JSON.stringify(Array.from({ length: 20 }, (_, id) => search(id))));
      const text = await answer.text();
      isOver = true;
      expect(text.match(/"structuredContent"/gu)).toHaveLength(20);
      return count;
    });
    expect(turns).toBeGreaterThanOrEqual(19);
  });
});

const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const maps = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(",");

describe("a message over MCP", () => {
  it.each([
    ["a ping with lists", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${lists(2000)}}}`],
    [
      "a list of tools with maps",
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a":${maps(2000)}}}}`,
    ],
    [
      "a handshake with maps",
      handshake(
        `"capabilities":{"experimental":{"skillwright/client":{"x":${maps(2000)}}}},${named}`,
      ),
    ],
    ["a result with maps", `{"jsonrpc":"2.0","id":1,"result":{"a":${maps(2000)}}}`],
    [
      "arguments with maps",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":${maps(2000)}}}}`,
    ],
  ])("[BX-14] that nests deep is refused: %s", async (_, body) => {
    const { status, text } = await withServer(async ({ post }) => {
      const answer = await post(body);
      return { status: answer.status, text: await answer.text() };
    });
    expect(status).toBe(400);
    expect(text).toContain("64 levels");
  });

  it.each([
    [
      "capabilities",
      handshake(`"capabilities":{"experimental":{${many(49_000, (i) => `"a${i}":1`)}}},${named}`),
    ],
    [
      "icons",
      handshake(
        `"capabilities":{},"clientInfo":{"name":"x","version":"1","icons":[${many(24_000, () => '{"src":1}')}]}`,
      ),
    ],
    [
      "a few thousand capabilities",
      handshake(`"capabilities":{"experimental":{${many(2000, (i) => `"a${i}":1`)}}},${named}`),
    ],
    [
      "tags",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":"a","tags":[${many(49_000, () => "1")}]}}}`,
    ],
    [
      "numbers that are none",
      handshake(
        `"capabilities":{"experimental":{"skillwright/client":{"x":[${many(1000, () => "1e999")}]}}},${named}`,
      ),
    ],
  ])("[BX-14] of very many wrong values is refused in a few words: %s", async (_, body) => {
    const { status, length } = await withServer(async ({ post }) => {
      const answer = await post(body);
      return { status: answer.status, length: (await answer.text()).length };
    });
    expect([400, 413]).toContain(status);
    expect(length).toBeLessThan(1000);
  });
});

const long = "x".repeat(100_000);
const request = (method: string, params: object): unknown => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});

it.each([
  ["method", request(long, {})],
  ["id", { jsonrpc: "2.0", id: long, method: "ping" }],
  ["tool", request("tools/call", { name: long })],
  ["address", request("resources/read", { uri: `skill://${long}` })],
  ["prompt", request("prompts/get", { name: long })],
  ["cursor", request("tools/list", { cursor: long })],
])("[BX-14] an answer over MCP does not repeat a long %s", async (_, message) => {
  const text = await withServer(async ({ post }) => (await post(JSON.stringify(message))).text());
  expect(text).toContain("error");
  expect(text.length).toBeLessThan(1000);
});
