/** Requests that no client of the project would send, against the server on its socket. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FuzzServer, openFuzzServer } from "./fuzz/fuzz-server.ts";

let server: FuzzServer;
beforeAll(async () => {
  server = await openFuzzServer();
});
afterAll(() => server.close());

async function post(path: string, body: string): Promise<number> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${server.token}` },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

describe("bodies that nest without end", () => {
  const deep = `${'{"a":['.repeat(4000)}1${"]}".repeat(4000)}`;

  it.each([
    [
      "/api/v1/workflows",
      `{"name":"x","graph_data":{"nodes":[{"id":"a","type":"start","data":${deep}}]}}`,
    ],
    [
      "/api/v1/workflows/import",
      `{"name":"x","graph_data":{"nodes":[{"id":"a","type":"start","data":${deep}}]}}`,
    ],
    ["/api/v1/skills/greet/run", `{"inputs":{"name":${deep}}}`],
    ["/api/v1/chat/completions", `{"messages":${deep}}`],
    ["/api/v1/skills/scan", `{"skills":${deep}}`],
    ["/clawhub/api/v1/skills", deep],
    ["/clawhub/api/v1/skills/-/security-verdicts", `{"items":${deep}}`],
    [
      "/registry/mcp",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${deep}}}`,
    ],
  ])("[BX-14] are refused at %s", async (path, body) => {
    const status = await post(path, body);
    expect([status >= 400 && status < 500, server.faults()]).toEqual([true, []]);
  });
});

/** Sends bytes as they are, and gives the status lines of what comes back until the server hangs up. */
function sendRaw(text: string): Promise<readonly string[]> {
  const { hostname, port } = new URL(server.url);
  return new Promise((settle) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    // A server that has heard enough breaks off, which is a refusal too.
    socket.on("error", () => {});
    socket.on("close", () => settle(answer.match(/HTTP\/1\.1 \d{3}/gu) ?? []));
  });
}

describe("requests with tricks in their lines and headers", () => {
  const end = "Connection: close\r\n\r\n";
  const cases: readonly (readonly [string, string])[] = [
    [
      "two lengths",
      "POST /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nContent-Length: 9\r\n" +
        end,
    ],
    [
      "a length and chunks",
      `POST /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: HOST\r\n\r\n`,
    ],
    [
      "chunks of another kind",
      `POST /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: xchunked\r\n${end}`,
    ],
    ["no host", `GET /api/v1/skills HTTP/1.1\r\n${end}`],
    ["two hosts", `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n${end}`],
    ["another host", `GET /api/v1/skills HTTP/1.1\r\nHost: evil.example\r\n${end}`],
    [
      "a whole address of another host",
      `GET http://evil.example/api/v1/skills HTTP/1.1\r\nHost: HOST\r\n${end}`,
    ],
    [
      "a header of 100 kB",
      `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nX-A: ${"a".repeat(100_000)}\r\n${end}`,
    ],
    [
      "a thousand headers",
      `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\n${"X-A: b\r\n".repeat(3000)}${end}`,
    ],
    ["a folded header", `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nX-A: b\r\n c\r\n${end}`],
    [
      "a blank before the colon",
      `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nAuthorization : Bearer x\r\n${end}`,
    ],
    ["a NUL in a header", `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nX-A: b\0c\r\n${end}`],
    [
      "another method in a header",
      `GET /api/v1/auth/keys/rotate HTTP/1.1\r\nHost: HOST\r\nX-HTTP-Method-Override: POST\r\n${end}`,
    ],
    [
      "another address in a header",
      `GET /api/v1/nothing HTTP/1.1\r\nHost: HOST\r\nX-Original-URL: /metrics\r\nX-Rewrite-URL: /metrics\r\n${end}`,
    ],
    ["a way up", `GET /api/v1/skills/../../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n${end}`],
    [
      "a way up in percents",
      `GET /assets/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1\r\nHost: HOST\r\n${end}`,
    ],
    ["half a percent", `GET /api/v1/skills/%E0%A4%A HTTP/1.1\r\nHost: HOST\r\n${end}`],
    ["a method that nobody knows", `BREW /api/v1/skills HTTP/1.1\r\nHost: HOST\r\n${end}`],
    ["TRACE", `TRACE /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer x\r\n${end}`],
    ["CONNECT", `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: HOST\r\n${end}`],
    [
      "an upgrade to nothing",
      `GET /api/v1/skills HTTP/1.1\r\nHost: HOST\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
    ],
    ["no HTTP at all", "\u0016\u0003\u0001\0\u00a5\u0001\r\n\r\n"],
  ];

  it.each(cases)("[BX-14] get one refusal at most for %s", async (_what, text) => {
    const { host } = new URL(server.url);
    const lines = await sendRaw(text.replaceAll("HOST", host));
    expect(lines.length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => !/ 4\d\d$/u.test(line))).toEqual([]);
    expect(server.faults()).toEqual([]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
