/** Requests that a browser sends for somebody else's page: rebound names, forms and scripts of other sites. */
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";

interface Answer {
  readonly status: number;
  readonly body: string;
}

let registry: RegistryServer;
let port = 0;

beforeAll(async () => {
  registry = await openRegistry({
    publicUrl: "https://skills.example.org",
    allowedHosts: ["skills.internal"],
    cors: ["https://tools.example.org"],
  });
  port = Number(new URL(registry.url).port);
});

afterAll(async () => {
  await registry.close();
});

/** As `fetch`, with headers that `fetch` keeps to itself. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Promise<Answer> {
  return new Promise((settle, fail) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        settle({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** The status line of a request to open a WebSocket connection. */
function upgrade(headers: Readonly<Record<string, string>>): Promise<string> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((settle, fail) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        "GET /hosts HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" +
          `Authorization: Bearer test-token-0123456789\r\n${lines.join("")}\r\n`,
      );
    });
    socket.once("data", (data) => {
      settle(data.toString().split("\r\n")[0] ?? "");
      socket.destroy();
    });
    socket.once("error", fail);
  });
}

const ADDRESSES = [
  "/",
  "/healthz",
  "/api/v1/session",
  "/registry/api/v1/skills",
  "/api/v1/search?q=x",
  "/.well-known/agent-skills/index.json",
  "/.well-known/clawhub.json",
  "/registry/mcp",
  "/device",
  "/metrics",
  "/nothing/of/that/kind",
];

describe("names of the server", () => {
  it.each(ADDRESSES)("[BX-14] give nothing of %s to a name that was rebound", async (path) => {
    const { status, body } = await send("GET", path, { host: `evil.example:${port}` });
    expect(status).toBe(421);
    expect(body).toContain("`evil.example`");
    expect(body).toContain("SKILLWRIGHT_ALLOWED_HOSTS");
  });

  it.each([
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example#localhost",
    "localhost@evil.example",
    "192.168.0.7",
    "[::ffff:192.168.0.7]",
  ])("[BX-14] refuse %j", async (host) => {
    const { status } = await send("GET", "/api/v1/session", { host });
    expect([400, 421]).toContain(status);
  });

  it("[BX-14] refuse another name in the target of the request", async () => {
    const { status } = await send("GET", "http://evil.example/api/v1/session", {
      host: "localhost",
    });
    expect(status).toBe(421);
  });

  it.each([
    "localhost",
    "LOCALHOST:1234",
    "127.0.0.1",
    "127.0.0.1:80",
    "[::1]:4817",
    "skills.example.org",
    "skills.internal:8080",
  ])("pass as %s", async (host) => {
    const { status } = await send("GET", "/api/v1/session", { host });
    expect(status).toBe(200);
  });

  it("[BX-14] are checked before a connection of a host is opened", async () => {
    expect(await upgrade({ host: "evil.example" })).toContain(" 421 ");
    expect(await upgrade({ host: "localhost", origin: "https://evil.example" })).toContain(" 403 ");
    expect(await upgrade({ host: "localhost" })).toContain(" 101 ");
  });
});

const LOGIN = JSON.stringify({ email: "root@example.org", password: "correct horse" });
const JSON_TYPE = { "content-type": "application/json" };

describe("pages of other sites", () => {
  it("do not keep curl from sending JSON as it likes to", async () => {
    const type = "application/x-www-form-urlencoded";
    const headers = { host: "localhost", "content-type": type };
    expect((await send("POST", "/api/v1/auth/login", headers, LOGIN)).status).toBe(200);
  });

  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of no origin", { origin: "null" }],
    ["on another port", { origin: "http://localhost:9999" }],
    ["without TLS before the public one", { origin: "http://skills.example.org" }],
    ["of another site, without an origin", { "sec-fetch-site": "cross-site" }],
    ["of another host of the site", { "sec-fetch-site": "same-site" }],
  ])("[BX-14] log nobody in: %s", async (_words, headers) => {
    for (const path of ["/api/v1/auth/login", "/api/v1/session", "/registry/mcp", "/api/probes"]) {
      const { status, body } = await send(
        "POST",
        path,
        { host: "localhost", ...JSON_TYPE, "x-skillwright-page": "1", ...headers },
        LOGIN,
      );
      expect(status).toBe(403);
      expect(body).toContain("another site");
    }
  });

  it.each([
    ["a program", {}],
    ["a page of the server", { origin: "http://localhost", "sec-fetch-site": "same-origin" }],
    ["a page behind the proxy", { origin: "https://skills.example.org" }],
    [
      "a page that the operator allows",
      { origin: "https://tools.example.org", "sec-fetch-site": "cross-site" },
    ],
  ])("leave %s alone", async (_words, headers) => {
    const all = { host: "localhost", ...JSON_TYPE, ...headers };
    expect((await send("POST", "/api/v1/auth/login", all, LOGIN)).status).toBe(200);
  });

  it("may link to the server", async () => {
    const headers = { host: "localhost", "sec-fetch-site": "cross-site" };
    expect((await send("GET", "/api/v1/session", headers)).status).toBe(200);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "[BX-14] cannot pass JSON off as %s",
    async (type) => {
      const headers = { host: "localhost", origin: "http://localhost", "content-type": type };
      const login = await send("POST", "/api/v1/auth/login", headers, LOGIN);
      expect(login.status).toBe(415);
      expect(login.body).toContain("application/json");
      const probes = await send(
        "POST",
        "/api/probes",
        { ...headers, authorization: "Bearer test-token-0123456789" },
        '{"bins":["git"]}',
      );
      expect(probes.status).toBe(415);
    },
  );
});
