/** Servers that a person asks, and that send on into the network of that person. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchBytes } from "../../src/platform/network/index.ts";
import { boundedFetch } from "../../src/registry/sources/mcp/bounded-fetch.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port;
}

let asked: string[] = [];
let inner = 0;
beforeEach(async () => {
  asked = [];
  inner = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.end("inner");
  });
});

const FORMS: readonly string[] = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://2130706433:PORT/",
  "http://017700000001:PORT/",
  "http://0x7f.0.0.1:PORT/",
  "http://0.0.0.0:PORT/",
  "http://inner.example:PORT/",
  "http://both.example:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://a:b@127.0.0.1:PORT/",
  "http://10.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:PORT/",
];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  // Asked at this machine, and taken for a server on the open network.
  localhost: ["93.184.216.34"],
  "inner.example": ["127.0.0.1"],
  "both.example": ["93.184.216.34", "127.0.0.1"],
};

describe("a server on the open network that is asked at a terminal", () => {
  const usual = {
    method: "GET",
    timeoutMs: 5000,
    maxBytes: 1000,
    resolve: (name: string) => Promise.resolve(NAMES[name] ?? []),
  };

  it.each(FORMS)("[BX-14] sends nobody on to %s", async (form) => {
    const location = form.replace("PORT", String(inner));
    const port = await serve((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const answer = await fetchBytes({ ...usual, url: `http://localhost:${port}/` });
    expect(answer.kind).toBe("failed");
    expect(asked).toEqual([]);
  });

  it("sends on to another port of its own name", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: `http://localhost:${inner}/own` }).end();
    });
    const url = `http://localhost:${port}/`;
    expect(await fetchBytes({ ...usual, url })).toMatchObject({ status: 200 });
    expect(asked).toEqual(["/own"]);
  });
});

it("a server on a closed network, named by its user, sends on to others there", async () => {
  const port = await serve((_request, response) => {
    response.writeHead(302, { location: `http://localhost:${inner}/` }).end();
  });
  const request = { method: "GET", timeoutMs: 5000, maxBytes: 1000 };
  const answer = await fetchBytes({ ...request, url: `http://127.0.0.1:${port}/` });
  expect(answer).toMatchObject({ status: 200 });
});

describe("an MCP server", () => {
  const fetch = boundedFetch(() => {});

  it.each([301, 302, 303, 307, 308])(
    "[BX-14] sends messages on to no other server with %d",
    async (status) => {
      const port = await serve((_request, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${inner}/` }).end();
      });
      const sent = fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body: "{}" });
      await expect(sent).rejects.toThrow("sends on to another address");
      expect(asked).toEqual([]);
    },
  );

  it("sends on to another path of its own", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/mcp") response.writeHead(307, { location: "/mcp/" }).end();
      else response.end(request.method);
    });
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body: "{}" });
    expect(await answer.text()).toBe("POST");
  });
});
