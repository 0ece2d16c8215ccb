import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { executionBaseline, HostInventory } from "../../library/hosts/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { createApp } from "./app.ts";
import { statusOf } from "./problem.ts";
import type { AppPorts, Route } from "./route.ts";
import { routes } from "./routes.ts";

const TOKEN = "test-token-0123456789";
const inventory = new HostInventory();
const ports: AppPorts = { version: "1.2.3", token: TOKEN, inventory, skills: () => [] };
const authorized = { authorization: `Bearer ${TOKEN}` };
const sending = { ...authorized, "content-type": "application/json" };

async function ask(path: string, init?: RequestInit, table?: readonly Route[]) {
  const response = await createApp(ports, table).request(path, init);
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

function failing(path: string, error: Error): Route {
  return {
    method: "GET",
    path,
    doc: "",
    access: "everyone",
    handle: () => {
      throw error;
    },
  };
}

describe("the application", () => {
  it("[GSV-20] says that it runs and how many hosts there are", async () => {
    expect(await ask("/healthz")).toMatchObject({
      status: 200,
      body: { status: "ok", version: "1.2.3", hosts: 0 },
    });
    const host = inventory.connect({
      id: "a",
      role: "execution",
      capabilities: executionBaseline,
      env: [],
      bins: {},
      isConnected: true,
    });
    expect((await ask("/healthz")).body).toEqual({ status: "ok", version: "1.2.3", hosts: 1 });
    host.disconnect();
  });

  it("[AF-15] refuses unknown addresses of the platform in its shape, and names every answer", async () => {
    const app = createApp(ports, routes, new Hono());
    const unknown = await app.request("/api/v1/nope");
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { detail: "No such address on this server." },
    ]);
    const given = { headers: { "x-request-id": "from-the-proxy-1" } };
    const answers = [unknown, await app.request("/nowhere"), await app.request("/healthz")];
    for (const { headers } of answers) expect(headers.get("x-request-id")).toMatch(/^[\w-]{36}$/u);
    const named = await app.request("/healthz", given);
    expect(named.headers.get("x-request-id")).toBe("from-the-proxy-1");
  });

  it.each([
    ["GET", "/nowhere", 404, "http/not-found", "No such address on this server."],
    [
      "POST",
      "/healthz",
      405,
      "http/method-not-allowed",
      "This method is not allowed; use one of `GET`.",
    ],
    [
      "GET",
      "/hosts",
      426,
      "http/upgrade-required",
      "This address takes WebSocket connections only.",
    ],
  ])(
    "answers %s %s with %s and the one shape of errors",
    async (method, path, status, code, message) => {
      expect(await ask(path, { method })).toMatchObject({
        status,
        body: { error: { code, message } },
      });
    },
  );

  it("names the methods that it has", async () => {
    expect((await ask("/healthz", { method: "DELETE" })).headers.get("allow")).toBe("GET");
  });

  it("tells a problem by its code and a fault of its own by none of its words", async () => {
    const problem = { code: "host/too-many-hosts", severity: "error", message: "Full." } as const;
    const table = [
      failing("/problem", new SkillError(problem)),
      failing("/fault", new Error("secret path")),
    ];
    expect(await ask("/problem", {}, table)).toMatchObject({
      status: 503,
      body: { error: { code: "host/too-many-hosts", message: "Full." } },
    });
    expect(await ask("/fault", {}, table)).toMatchObject({
      status: 500,
      body: { error: { code: "http/internal", message: "The server failed on a bug of its own." } },
    });
  });

  it("[GSV-20] tells of hosts and skills only to those who know the token", async () => {
    for (const { method, path, access } of routes.filter((route) => route.access === "token")) {
      expect([path, access]).toEqual([path, "token"]);
      for (const headers of [
        {},
        { authorization: "Bearer other" },
        { authorization: TOKEN },
        { authorization: `Basic ${TOKEN}` },
      ])
        expect(await ask(path, { method, headers })).toMatchObject({
          status: 401,
          body: { error: { code: "host/unauthorized" } },
        });
    }
    expect((await ask("/api/hosts", { headers: authorized })).body).toEqual({
      hosts: inventory.known(),
    });
  });

  it("[GSV-20] gives facts of hosts, and leaves out what is none", async () => {
    const secret = { values: { A: "planted-4711" } };
    const odd = {
      id: "b",
      role: "execution",
      capabilities: executionBaseline,
      env: ["A"],
    } as const;
    const host = inventory.connect({
      ...odd,
      bins: { gh: true },
      os: `lin\u001b[31mux${" ".repeat(300)}`,
      isConnected: true,
      // A fact that no schema names, as a later version may have it.
      ...secret,
    });
    const { body } = await ask("/api/hosts", { headers: authorized });
    host.disconnect();
    expect(JSON.stringify(body)).not.toContain("planted-4711");
    expect(body).toMatchObject({
      hosts: [
        { id: "a" },
        {
          id: "b",
          env: ["A"],
          bins: { gh: true },
          os: expect.stringMatching(/^linux {250}$/) as string,
        },
      ],
    });
  });

  it("[GSV-20] asks hosts for programs and waits for them", async () => {
    const host = inventory.connect(
      {
        id: "c",
        role: "execution",
        capabilities: executionBaseline,
        env: [],
        bins: {},
        isConnected: true,
      },
      {
        send: ({ id }) => {
          setImmediate(() => host.answer({ probeId: id, bins: { gh: true } }));
          return true;
        },
      },
    );
    const body = JSON.stringify({ bins: ["gh", "jq", "a b"] });
    const answer = await ask("/api/probes", { method: "POST", headers: sending, body });
    host.disconnect();
    expect(answer).toMatchObject({
      status: 200,
      body: { probed: ["c"], skipped: [], silent: [] },
    });
    expect(inventory.known().find(({ id }) => id === "c")?.bins).toEqual({ gh: true, jq: false });
  });

  it.each([
    ["no JSON", "{", "Invalid `body`"],
    ["no list", '{"bins":"gh"}', "Invalid `bins`"],
    ["a number among the names", '{"bins":["gh",1]}', "Invalid `bins.1`"],
    ["a key that it does not know", '{"bins":[],"bin":1}', "Invalid `body`"],
    ["too many names", JSON.stringify({ bins: Array(1001).fill("a") }), "Invalid `bins`"],
  ])("refuses a body with %s", async (_what, body, message) => {
    const answer = await ask("/api/probes", { method: "POST", headers: sending, body });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "http/invalid-request",
          // What the schema says of it follows.
          message: expect.stringMatching(new RegExp(`^${message}: .*\\.$`)) as string,
        },
      },
    });
  });

  it("refuses a body that is too large", async () => {
    const body = JSON.stringify({ bins: ["x".repeat(600_000)] });
    const answer = await ask("/api/probes", { method: "POST", headers: sending, body });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: "http/too-large" } } });
  });

  it("has these routes", () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /healthz",
      "GET /hosts",
      "GET /api/hosts",
      "POST /api/probes",
      "GET /api/skills",
    ]);
  });

  it("takes a code that it does not know for a fault of the request", () => {
    expect(statusOf("anything/else")).toBe(400);
  });
});
