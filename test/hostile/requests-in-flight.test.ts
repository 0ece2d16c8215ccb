/** Many requests of one client at one time: some are answered, some wait, the rest are refused, and nobody else waits. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";

const AT_WORK = 3;
const WAITING = 5;

let registry: RegistryServer;
let token: string;
const open: Socket[] = [];
beforeAll(async () => {
  registry = await openRegistry({
    trustedProxies: ["127.0.0.1"],
    requests: { perUser: AT_WORK, waiting: WAITING, seconds: 600 },
  });
  token = await registry.login("ann@example.org");
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await registry.close();
});

interface Sent {
  readonly socket: Socket;
  /** What was answered so far. */
  readonly answer: () => string;
}

const BODY = JSON.stringify({ email: "ann@example.org", password: "wrong horse" });

/** Sends a request whose body does not come before it is asked for. */
async function send(address: string, path: string, more = ""): Promise<Sent> {
  const { hostname, port, host } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n${more}` +
      `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`,
  );
  return { socket, answer: () => text };
}

async function sendAll(count: number, address: string, path: string, more = ""): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let number = 0; number < count; number += 1) sent.push(await send(address, path, more));
  return sent;
}

function statuses(sent: readonly Sent[]): number[] {
  return sent.flatMap(({ answer }) => (answer() === "" ? [] : [Number(answer().slice(9, 12))]));
}

const LOGIN = "/api/v1/auth/login";
const FOLDERS = "/api/v1/skills";

describe("requests of one client at one time", () => {
  it.each([
    ["without a token", LOGIN, () => ""],
    ["of a user", FOLDERS, () => `authorization: Bearer ${token}\r\n`],
  ])(
    "[BX-14] %s are refused beyond a number that waits, and others go on",
    async (_, path, more) => {
      const sent = await sendAll(AT_WORK + WAITING, "203.0.113.5", path, more());
      const late = await sendAll(4, "203.0.113.5", path, more());
      await expect.poll(() => statuses(late)).toEqual([429, 429, 429, 429]);
      for (const { answer } of late) expect(answer()).toMatch(/\r\nretry-after: \d+\r\n/iu);
      expect(statuses(sent)).toEqual([]);
      // Others at another address are answered, and so are users at the address of strangers.
      const other = await registry.send("GET", "/api/v1/skills?limit=1", {
        token: await registry.login(`${path.length}@example.org`),
        headers: { "x-forwarded-for": "203.0.113.5" },
      });
      expect(other.status).toBe(200);
      // Those that wait are answered when the others are.
      for (const { socket } of sent) socket.write(BODY);
      await expect.poll(() => statuses(sent).length, { timeout: 20_000 }).toBe(AT_WORK + WAITING);
      expect(statuses(sent).every((status) => status >= 400 && status < 500)).toBe(true);
    },
  );

  it("[BX-14] that are gone leave their places to others", async () => {
    const sent = await sendAll(AT_WORK + WAITING, "203.0.113.6", LOGIN);
    const late = await send("203.0.113.6", LOGIN);
    await expect.poll(() => statuses([late])).toEqual([429]);
    for (const { socket } of sent) socket.destroy();
    await expect
      .poll(async () => {
        const answer = await registry.send("GET", "/api/v1/skills", {
          headers: { "x-forwarded-for": "203.0.113.6" },
        });
        return answer.status;
      })
      .toBe(401);
  });
});
