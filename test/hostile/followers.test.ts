// @starts a server
/** Those who follow streams of events: each takes room for as long as it lasts. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../src/platform/machine/index.ts";
import type { StreamEvent } from "../../src/hub/streams/index.ts";
import { StreamResponse, streamAnswer } from "../../src/serve/api/sse.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

let registry: RegistryServer;
let open: Response[];
beforeEach(async () => {
  registry = await openRegistry({ streams: { total: 8, perUser: 4, confirmSeconds: 0.05 } });
  open = [];
});
afterEach(async () => {
  for (const response of open) await response.body?.cancel();
  await registry.close();
});

async function follow(token: string): Promise<Response> {
  const response = await registry.send("GET", "/api/v1/library/events", { token });
  if (response.status === 200) open.push(response);
  else await response.text();
  return response;
}

async function listen(token: string): Promise<number> {
  const { status, body } = await registry.send("GET", "/registry/mcp", {
    token,
    headers: { accept: "text/event-stream", "mcp-session-id": "none" },
  });
  await body?.cancel();
  return status;
}

describe("followers of streams", () => {
  it("[BX-14] are counted, and one more is told when to come back", async () => {
    const token = await registry.moderator();
    for (let count = 0; count < 4; count += 1) expect((await follow(token)).status).toBe(200);
    const refused = await follow(token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await listen(token)).toBe(429);
    // Others follow all the same, and whoever ends one may begin another.
    const ann = await registry.join("ann@example.org");
    expect(await listen(ann)).not.toBe(429);
    await open.pop()?.body?.cancel();
    await until("its place is free", async () => (await follow(token)).status === 200);
  });
});

it("[BX-14] whoever is shut out, loses the role or logs out hears nothing more of a stream", async () => {
  const admin = await registry.moderator();
  const change = async (token: string, json: Readonly<Record<string, unknown>>): Promise<void> => {
    const me = await registry.send("GET", "/api/v1/auth/me", { token });
    // The route gives it.
    const { id } = (await me.json()) as { readonly id: string };
    const changed = await registry.send("PATCH", `/api/v1/users/${id}`, { token: admin, json });
    expect(changed.status).toBe(200);
  };
  const names = ["shut", "demoted", "gone"];
  const tokens = [];
  for (const name of names) {
    const token = await registry.login(`${name}@example.org`);
    await change(token, { role: "admin" });
    tokens.push(token);
  }
  const [shut = "", demoted = "", gone = ""] = tokens;
  const streams = [await follow(shut), await follow(demoted), await follow(gone)];
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  await change(shut, { is_active: false });
  await change(demoted, { role: "user" });
  await registry.send("POST", "/api/v1/auth/logout", { token: gone });
  // They end; otherwise their texts would never be whole.
  await Promise.all(streams.map((stream) => stream.text()));
  open.length = 0;
  expect((await follow(admin)).status).toBe(200);
});

it("[BX-14] whoever reads nothing of a stream is let go, and what it follows ends", async () => {
  const clock = createFakeClock();
  let isEnded = false;
  let isGone = false;
  async function* events(): AsyncGenerator<StreamEvent, void> {
    try {
      for (;;) yield { event: "token", data: "x".repeat(100_000) };
    } finally {
      isEnded = true;
    }
  }
  const response = streamAnswer(events(), { clock, onGone: () => (isGone = true) });
  if (!(response instanceof StreamResponse)) throw new Error("It is a stream.");
  await until("something waits to be read", () => clock.waiting() > 0);
  clock.advance(30 * 15_000);
  await response.ended;
  await until("the events are over", () => isEnded);
  expect(isGone).toBe(true);
});
