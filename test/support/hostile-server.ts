/** A real server with two users, of whom one is hostile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { type Running, type Starter } from "./running.ts";
import { PASSWORD } from "./users.ts";
import { until } from "./wait.ts";

export interface HostileServer {
  readonly server: Running;
  readonly url: string;
  /** Sends a request with the token of a user. */
  readonly send: (
    user: "alice" | "mallory",
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Response>;
}

export interface HostileServerOptions {
  readonly data?: string;
}

/** Starts `skillwright serve` on its data, with accounts for both users. */
export async function startHostileServer(
  { start }: Starter,
  { data = ":memory:" }: HostileServerOptions = {},
): Promise<HostileServer> {
  const server = start(["serve", "--port", "0"], { environment: { SKILLWRIGHT_DATA: data } });
  await until("the server listens", () => server.output().includes("Listening on"), 60_000);
  const url = /Listening on (http:\S+?)\.?\n/u.exec(server.output())?.[1] ?? "";
  const tokens = { alice: await tokenOf(url, "alice"), mallory: await tokenOf(url, "mallory") };
  return {
    server,
    url,
    send: (user, method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens[user]}`,
          ...(body === undefined || body instanceof FormData
            ? {}
            : { "content-type": "application/json" }),
        },
        ...(body === undefined
          ? {}
          : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      }),
  };
}

async function tokenOf(url: string, name: string): Promise<string> {
  const account = { email: `${name}@example.org`, password: PASSWORD };
  const post = (path: string): Promise<Response> =>
    fetch(`${url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
  let response = await post("register");
  if (!response.ok) response = await post("login");
  expect(response.ok, await response.clone().text()).toBe(true);
  return ((await response.json()) as { readonly token: string }).token;
}

/** Generous, since machines that run tests are busy; a server that is frozen takes minutes. */
const ANSWER_MS = 10_000;

/** Others get answers for as long as a hostile request is under way. */
export async function othersAreAnswered<Result>(
  { url, send }: HostileServer,
  hostile: Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const ended = hostile.finally(() => {
    over.abort();
  });
  do {
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    expect(health.status).toBe(200);
    expect((await send("alice", "GET", "/api/v1/skills")).status).toBe(200);
    // The server is there for the hostile request as well.
    await setTimeout(20);
  } while (!over.signal.aborted);
  return await ended;
}

/** The most memory that a process has had, in megabytes. */
export function peakMemory({ server }: HostileServer): number {
  const status = readFileSync(join("/proc", String(server.child.pid), "status"), "utf8");
  return Number(/VmHWM:\s+(\d+) kB/u.exec(status)?.[1]) / 1024;
}

/** Waits until a document is done, one way or the other. */
export async function settledDocument(
  { send }: HostileServer,
  id: string,
): Promise<{ readonly status: string; readonly error: string | null }> {
  let document = { status: "", error: null };
  await until(
    "the document is done",
    async () => {
      const response = await send("mallory", "GET", `/api/v1/knowledge/tasks/${id}`);
      document = (await response.json()) as typeof document;
      return document.status === "completed" || document.status === "failed";
    },
    90_000,
    100,
  );
  return document;
}

/** Uploads a document of the hostile user; gives its id. */
export async function uploadDocument(
  { send }: HostileServer,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  await send("mallory", "POST", "/api/v1/knowledge", { name: "poison" });
  const form = new FormData();
  form.set("file", new File([content], name));
  const response = await send("mallory", "POST", "/api/v1/knowledge/poison/upload", form);
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as { readonly id: string }).id;
}
