/** Many large answers that nobody reads: the server holds a bounded number of their bytes. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

/** More than the system takes for a client that reads nothing. */
const SIZE = 16_000_000;
const LIMITS = { total: 40_000_000, perUser: 20_000_000 };

let registry: RegistryServer;
let tokens: readonly string[];
const open: Socket[] = [];
beforeAll(async () => {
  registry = await openRegistry({ answers: LIMITS });
  const [ann = "", bob = "", cid = ""] = await Promise.all(
    ["ann", "bob", "cid"].map((name) => registry.join(`${name}@example.org`)),
  );
  tokens = [ann, bob, cid];
  const files = {
    "SKILL.md": versionedText("big", "1.0.0"),
    "assets/big.bin": new Uint8Array(SIZE),
  };
  await publishFolder(registry, ann, writeSkill("big", files));
  const small = { "SKILL.md": versionedText("small", "1.0.0") };
  await publishFolder(registry, ann, writeSkill("small", small));
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  for (const token of tokens)
    await until("all bytes are given back", async () => (await ask(BIG[0], token)).status === 200);
});
afterAll(async () => {
  await registry.close();
});

/** Every address that gives a version or a large part of it. */
const BIG = [
  "/d/big@1.0.0.zip",
  "/registry/api/v1/skills/big/download",
  "/registry/api/v1/skills/big/1.0.0/file?path=assets/big.bin",
] as const;

/** Asks for something large, and reads no more of the answer than its status. */
async function hold(path: string, token?: string): Promise<void> {
  const { hostname, port, host } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on("error", () => {});
  const who = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${who}\r\n`);
  await once(socket, "readable");
  expect(String(socket.read(STATUS.length))).toBe(STATUS);
}

const STATUS = "HTTP/1.1 200";

async function ask(path: string, token?: string): Promise<Response> {
  const answer = await registry.send("GET", path, token === undefined ? {} : { token });
  await answer.arrayBuffer();
  return answer;
}

describe("answers that are not read", () => {
  it.each(BIG)("[BX-14] count for their user, and for nobody else: %s", async (path) => {
    const [ann = "", bob = ""] = tokens;
    await hold(path, ann);
    const refused = await ask(path, ann);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await ask(path, bob)).status).toBe(200);
    // Small ones are answered all the same.
    expect((await ask("/d/small@1.0.0.zip", ann)).status).toBe(200);
    for (const socket of open) socket.destroy();
    await until("the bytes are given back", async () => (await ask(path, ann)).status === 200);
  });

  it("[BX-14] count for the address of those who are not logged in", async () => {
    await hold(BIG[0]);
    expect((await ask(BIG[0])).status).toBe(429);
    expect((await ask(BIG[0], tokens[0])).status).toBe(200);
  });

  it("[BX-14] of all users together are refused with 503, and small ones are still given", async () => {
    const [ann = "", bob = "", cid = ""] = tokens;
    await hold(BIG[0], ann);
    await hold(BIG[0], bob);
    const refused = await ask(BIG[0], cid);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/d/small@1.0.0.zip", cid)).status).toBe(200);
  });

  it("[BX-14] are refused before their bytes are read, however many ask at once", async () => {
    const [ann = ""] = tokens;
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(BIG[0], ann)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

it("[BX-14] one answer alone is given, also where it is larger than what a user may have under way", async () => {
  const little = await openRegistry({ answers: { total: 200_000, perUser: 100_000 } });
  try {
    const token = await little.join("ann@example.org");
    const files = {
      "SKILL.md": versionedText("mid", "1.0.0"),
      "assets/mid.bin": new Uint8Array(150_000),
    };
    await publishFolder(little, token, writeSkill("mid", files));
    const answer = await little.send("GET", "/registry/api/v1/skills/mid/download", { token });
    expect([answer.status, (await answer.bytes()).length > 150_000]).toEqual([200, true]);
  } finally {
    await little.close();
  }
});
