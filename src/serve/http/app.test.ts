import { describe, expect, it } from "vitest";
import { executionBaseline, HostInventory } from "../../library/hosts/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { createApp, type Route, routes } from "./app.ts";
import { statusOf } from "./problem.ts";

const inventory = new HostInventory();
const ports = { version: "1.2.3", inventory };

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

  it.each([
    [
      "GET",
      "/nowhere",
      404,
      "http/not-found",
      "Unexpected address, expected one that the server knows.",
    ],
    [
      "POST",
      "/healthz",
      405,
      "http/method-not-allowed",
      "Unexpected method, expected one of `GET`.",
    ],
    [
      "GET",
      "/hosts",
      426,
      "http/upgrade-required",
      "Unexpected plain request, expected a WebSocket connection.",
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
      body: { error: { code: "http/internal", message: "Unexpected fault in the server itself." } },
    });
  });

  it("has these routes", () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /healthz",
      "GET /hosts",
    ]);
  });

  it("takes a code that it does not know for a fault of the request", () => {
    expect(statusOf("anything/else")).toBe(400);
  });
});
