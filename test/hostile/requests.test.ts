/** Requests that no client of the project would send, against the server on its socket. */
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
    ["/api/v1/scan", `{"files":${deep}}`],
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
