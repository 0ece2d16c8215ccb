/** Addresses by which a workflow could reach the machine of the server, against a listener that must never be asked. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";

const CANARY = "canary-of-the-inner-network";
const many = { count: 10_000, seconds: 60 };

let registry: RegistryServer;
let token = "";
let canary: Server;
let port = 0;
let sender: Server;
let asked: string[] = [];

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((done) => server.listen(0, host, done));
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  canary = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(CANARY);
  });
  port = await listen(canary, "127.0.0.1");
  // Stands for a server that may be asked, and sends on to one that may not.
  sender = createServer((request, response) => {
    const status = Number(/\d+/u.exec(request.url ?? "")?.[0] ?? 302);
    response.writeHead(status, { location: `http://127.0.0.1:${port}/redirected` }).end();
  });
  const senderPort = await listen(sender, "127.0.0.2");
  registry = await openRegistry({
    httpNodes: true,
    httpPrivate: ["127.0.0.2"],
    limits: { workflow: many },
  });
  redirects = [301, 302, 303, 307, 308].map((status) => `http://127.0.0.2:${senderPort}/${status}`);
  token = await registry.login("ann@example.org");
});
let redirects: readonly string[] = [];

afterAll(async () => {
  await registry.close();
  for (const server of [canary, sender]) {
    server.closeAllConnections();
    server.close();
  }
});

/** What a run of a workflow with one request tells. */
async function runNode(data: object): Promise<string> {
  const made = await registry.send("POST", "/api/v1/workflows", {
    token,
    json: {
      name: "x",
      graph_data: {
        nodes: [
          { id: "start", type: "start" },
          { id: "get", type: "http", data },
          { id: "end", type: "end" },
        ],
        edges: [
          { id: "1", source: "start", target: "get" },
          { id: "2", source: "get", target: "end" },
        ],
      },
    },
  });
  const { id } = (await made.json()) as { readonly id?: string };
  if (id === undefined) return `refused ${made.status}`;
  const ran = await registry.send("POST", `/api/v1/workflows/${id}/execute`, {
    token,
    json: { input: `http://127.0.0.1:${port}/by-input` },
  });
  return await ran.text();
}

const FORMS: readonly string[] = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://017700000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7f.0.0.1:PORT/",
  "http://0:PORT/",
  "http://0.0.0.0:PORT/",
  "http://localhost:PORT/",
  "http://LOCALHOST.:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:7f00:0001]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http://127。0。0。1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://127.0.0.1:PORT@example.org/",
  "http://example.org@127.0.0.1:PORT/",
  "http://example.org#@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT\\@example.org/",
  "http:/\\127.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "//127.0.0.1:PORT/",
  " http://127.0.0.1:PORT/",
  "http://127.0.0.1:PORT\t/",
  "ht\ntp://127.0.0.1:PORT/",
  "gopher://127.0.0.1:PORT/_GET",
  "file:///etc/passwd",
  "data:text/plain,x",
  "{{input}}",
];

describe("a request of a workflow", () => {
  it.each(FORMS)("[BX-14] never reaches the machine by %j", async (form) => {
    asked = [];
    const told = await runNode({ method: "GET", url: form.replace("PORT", String(port)) });
    expect([asked, told.includes(CANARY), told.includes("root:x:0")]).toEqual([[], false, false]);
  });

  it("[BX-14] is not sent on to a closed address by one that may be asked", async () => {
    asked = [];
    const told = [];
    for (const url of redirects) told.push(await runNode({ method: "GET", url }));
    expect([asked, told.some((text) => text.includes(CANARY))]).toEqual([[], false]);
  });

  it.each([
    ["a line break in a header", { headers: { "x-a": "b\r\nhost: 127.0.0.1" } }],
    ["another host", { headers: { host: "127.0.0.1" } }],
    ["a line break in a name", { headers: { "x-a: b\r\nx-c": "d" } }],
    ["a NUL in a body", { body: "a\0b" }],
  ])("[BX-14] with %s reaches nothing that it should not", async (_what, more) => {
    asked = [];
    await runNode({ method: "POST", url: `http://127.0.0.1:${port}/`, ...more });
    expect(asked).toEqual([]);
  });
});
