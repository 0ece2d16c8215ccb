/** Servers that a person asks, and that send on into the network of that person. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { fetchBytes } from "../../src/platform/network/index.ts";
import { openClawHub } from "../../src/registry/sources/clawhub/index.ts";
import { boundedFetch } from "../../src/registry/sources/mcp/bounded-fetch.ts";
import { openWellKnown } from "../../src/registry/sources/well-known/index.ts";
import { openModels, readModelSettings } from "../../src/run/models/index.ts";
import { goodSkill, playground } from "../support/program.ts";

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
let tokens: (string | undefined)[] = [];
let inner = 0;
beforeEach(async () => {
  asked = [];
  tokens = [];
  inner = await serve((request, response) => {
    asked.push(request.url ?? "");
    tokens.push(request.headers.authorization);
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

/** An index of skills with one entry, which lies at an address. */
function indexWith(url: string): string {
  const digest = `sha256:${"0".repeat(64)}`;
  return JSON.stringify({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [{ name: "foo", type: "skill-md", description: "x", url, digest }],
  });
}

describe("an address out of the answer of a server", () => {
  const options = {
    resolve: (name: string) => Promise.resolve(NAMES[name] ?? []),
    tokenFor: () => "token-of-the-user",
  };
  const readIndexed = async (url: string): Promise<unknown> => {
    const port = await serve((_request, response) => response.end(indexWith(url)));
    const place = await openWellKnown(`http://localhost:${port}`, options);
    return await place?.fetch("foo", "");
  };

  it.each(FORMS)("[BX-14] leads from an index of skills to no %s", async (form) => {
    const url = form.replace("PORT", String(inner));
    await expect(readIndexed(url)).rejects.toThrow(Error);
    expect(asked).toEqual([]);
  });

  it("[BX-14] gets no token that is for another server than the one that was named", async () => {
    await expect(readIndexed(`http://localhost:${inner}/foo`)).rejects.toThrow("does not match");
    expect(asked).toEqual(["/foo"]);
    expect(tokens).toEqual([undefined]);
  });

  it("[BX-14] sends nobody on to a server with a token of theirs", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: `http://localhost:${inner}/own` }).end();
    });
    const request = { method: "GET", timeoutMs: 5000, maxBytes: 1000, ...options };
    await fetchBytes({ ...request, url: `http://localhost:${port}/` });
    expect(tokens).toEqual([undefined]);
  });

  it.each(FORMS)("[BX-14] leads from a site of ClawHub to no %s", async (form) => {
    const apiBase = form.replace("PORT", String(inner));
    const port = await serve((request, response) => {
      if (request.url === "/.well-known/clawhub.json") response.end(JSON.stringify({ apiBase }));
      else response.writeHead(404).end();
    });
    const opened = openClawHub(`http://localhost:${port}`, options);
    await expect(opened.then((place) => place.offersOf("foo"))).rejects.toThrow(Error);
    expect(asked).toEqual([]);
  });
});

/** Logs in to a server that leads on to another one. */
async function logInAt(status: number): Promise<void> {
  const port = await serve((_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${inner}/onward` }).end();
  });
  const client = createClient({ url: `http://127.0.0.1:${port}`, token: "secret" });
  await client.login({ body: { email: "bob@example.org", password: "hunter2-secret" } });
}

describe("a server that its user logged in to", () => {
  it.each([301, 302, 303, 307, 308])(
    "[BX-14] gets no password or document sent on with %d",
    async (status) => {
      await expect(logInAt(status)).rejects.toThrow(
        `The server sends on to http://127.0.0.1:${inner}/onward, where nothing was sent.`,
      );
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ["login", "http://192.0.2.7"],
    ["kb", "list", "--server", "http://192.0.2.7"],
    ["workflow", "list", "--server", "http://192.0.2.7"],
    ["run", "foo", "--server", "http://192.0.2.7"],
    ["chat", "--server", "http://192.0.2.7"],
    ["install", "foo", "--registry", "http://192.0.2.7"],
    ["deprecate", "foo", "--registry", "http://192.0.2.7"],
    ["trust", "add", "--registry", "http://192.0.2.7"],
    ["add", "mcp:http://192.0.2.7/mcp#foo"],
  ])("[BX-14] gets no secret without encryption on another machine: %s", (...words) => {
    const environment = {
      SKILLWRIGHT_PASSWORD: "hunter2",
      SKILLWRIGHT_TOKEN: "token",
      SKILLWRIGHT_MCP_TOKEN: "token",
    };
    const here = playground({ "foo/SKILL.md": goodSkill("foo") });
    const ran = here.run(words, { environment, input: "hello\n" });
    expect(ran.stderr).toContain("is not encrypted");
    expect(ran.stderr).toContain("--plain-text");
    expect(ran.code).toBe(2);
  });
});

describe("the address of a language model", () => {
  it.each(["anthropic", "openai", "openai-compatible"] as const)(
    "[BX-14] sends the key of %s on to nobody",
    async (kind) => {
      const port = await serve((_request, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${inner}/onward` }).end();
      });
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const models = openModels({
        settings: readModelSettings({
          default: "x:y",
          embedding: "x:z",
          providers: { x: { kind, baseUrl, apiKeyEnv: "KEY" } },
        }),
        environment: { KEY: "secret" },
      });
      const answer = models.generate({ messages: [{ role: "user", content: "secret plan" }] });
      await expect(answer.next()).rejects.toThrow("failed with the status 307");
      await expect(models.embeddings?.embed(["text"])).rejects.toThrow(Error);
      expect(asked).toEqual([]);
    },
  );
});
