/** A search costs the server more than most requests, and a mirror asks another registry for it: both are counted. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARKET_MCP_PATH } from "../../src/serve/registry/mcp.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";

const MOST = 3;

let registry: RegistryServer;
let address = 0;
/** What the registry behind the mirror was asked for. */
const asked: string[] = [];
const upstream = createServer(({ url = "" }, response) => {
  asked.push(url);
  response.writeHead(404).end();
});

beforeAll(async () => {
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  // It listens on a port, not on a pipe.
  const { port } = upstream.address() as AddressInfo;
  registry = await openRegistry({
    trustedProxies: ["127.0.0.1"],
    limits: {
      "registry-search": { count: MOST, seconds: 3600 },
      mirror: { count: MOST, seconds: 3600 },
      "registry-change": { count: MOST, seconds: 3600 },
    },
    registry: { upstream: { url: `http://127.0.0.1:${port}`, allow: ["far-*"] } },
  });
});
afterAll(async () => {
  await registry.close();
  upstream.closeAllConnections();
  upstream.close();
});

type Door = (word: string, from: string, token?: string) => Promise<Response>;

const ask =
  (path: string): Door =>
  (word, from, token) =>
    registry.send("GET", `${path}${word}`, {
      headers: { "x-forwarded-for": from },
      ...(token === undefined ? {} : { token }),
    });

const doors: readonly (readonly [string, Door])[] = [
  ["the own API", ask("/registry/api/v1/search?q=")],
  ["the counts of a list", ask("/registry/api/v1/skills?counts=true&prefix=")],
  ["ClawHub", ask("/clawhub/api/v1/search?q=")],
  ["npm", ask("/npm/-/v1/search?text=")],
];

async function searchOverMcp(query: string, from: string): Promise<string> {
  const answer = await registry.send("POST", MARKET_MCP_PATH, {
    headers: { "x-forwarded-for": from, accept: "application/json, text/event-stream" },
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search_skills", arguments: { query } },
    },
  });
  return await answer.text();
}

describe("[BX-14] searches of a client", () => {
  it.each(doors)(
    "are refused beyond their number on %s, for strangers by address",
    async (_, door) => {
      address += 1;
      const from = `203.0.113.${address}`;
      for (let count = 0; count < MOST; count += 1)
        expect((await door(`word-${count}`, from)).status).toBe(200);
      const refused = await door("more", from);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      // Everybody else is counted apart, also a user at the same address.
      expect((await door("more", `203.0.113.${address + 100}`)).status).toBe(200);
      const token = await registry.join(`user-${address}@example.org`);
      expect((await door("more", from, token)).status).toBe(200);
    },
  );

  it("are counted together on every protocol, MCP too", async () => {
    const from = "203.0.113.90";
    for (const [, door] of doors.slice(0, 2)) expect((await door("word", from)).status).toBe(200);
    expect(await searchOverMcp("word", from)).not.toContain("Too many searches");
    expect(await searchOverMcp("word", from)).toContain("Too many searches");
    for (const [name, door] of doors)
      expect([name, (await door("word", from)).status]).toEqual([name, 429]);
  });
});

describe("[BX-14] changes of a user to the registry", () => {
  it("are refused beyond their number on every protocol", async () => {
    const token = await registry.join("ann@example.org");
    const files = [{ path: "SKILL.md", text: skillText("letters") }];
    const json = { name: "letters", version: "1.0.0", files };
    const made = await registry.send("POST", "/registry/api/v1/skills", { token, json });
    expect(made.status, await made.text()).toBe(201);
    const change = (path: string, method = "POST"): Promise<Response> =>
      registry.send(method, path, { token, json: {} });
    const own = "/registry/api/v1/skills/letters";
    for (const path of [`${own}/1.0.0/yank`, `${own}/1.0.0/unyank`, `${own}/1.0.0/yank`])
      expect((await change(path)).status).toBe(200);
    const refused = await change(`${own}/1.0.0/unyank`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await change(`${own}/star`, "PUT")).status).toBe(429);
    expect((await change("/clawhub/api/v1/stars/letters")).status).toBe(429);
  });
});

describe("[BX-14] codes of devices", () => {
  it.each([
    ["read", "GET", "/registry/api/v1/device/request?user_code=BCDF-GHJK", undefined],
    [
      "answered",
      "POST",
      "/registry/api/v1/device/answer",
      { user_code: "BCDF-GHJK", is_approved: true },
    ],
  ])("are %s by one user a bounded number of times", async (name, method, path, json) => {
    const token = await registry.login(`${name}@example.org`);
    const guess = async (): Promise<number> =>
      (await registry.send(method, path, { token, ...(json === undefined ? {} : { json }) }))
        .status;
    for (let count = 0; count < MOST; count += 1) expect(await guess()).toBe(404);
    expect(await guess()).toBe(429);
  });
});

describe("[BX-14] a mirror", () => {
  it("asks the other registry a bounded number of times for one client", async () => {
    const from = "203.0.113.91";
    asked.length = 0;
    for (let count = 0; count < MOST; count += 1)
      expect((await ask("/registry/api/v1/skills/far-")(String(count), from)).status).toBe(404);
    const before = asked.length;
    expect(before).toBeGreaterThanOrEqual(MOST);
    const refused = await ask("/registry/api/v1/skills/far-")("more", from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // A search is answered with what is here; a name that was asked for a moment ago is known.
    expect((await ask("/registry/api/v1/search?q=")("new", from)).status).toBe(200);
    expect((await ask("/registry/api/v1/skills/far-")("0", from)).status).toBe(404);
    expect(asked.length).toBe(before);
  });
});
