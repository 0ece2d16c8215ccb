/** Many requests of one client at one time: some are answered, some wait, the rest are refused, and nobody else waits. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";

const AT_WORK = 3;
const WAITING = 5;

let registry: RegistryServer;
let token: string;
const open: Socket[] = [];
let skills = 0;
/** Requests of the mirror that the registry behind it has not answered: as long, those who asked keep their places. */
const held: ServerResponse[] = [];
/** Begins the names that are held; a new one for each test. */
let prefix = "held-0-";
const upstream = createServer(({ url = "" }, response) => {
  if (url.includes(prefix)) held.push(response);
  else response.writeHead(404).end();
});

function releaseHeld(): void {
  skills += 1;
  prefix = `held-${skills}-`;
  for (const response of held.splice(0)) response.writeHead(404).end();
}

beforeAll(async () => {
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  // It listens on a port, not on a pipe.
  const { port } = upstream.address() as AddressInfo;
  registry = await openRegistry({
    trustedProxies: ["127.0.0.1"],
    requests: { perUser: AT_WORK, waiting: WAITING, seconds: 600 },
    registry: { upstream: { url: `http://127.0.0.1:${port}`, allow: ["held-*"] } },
  });
  token = await registry.login("ann@example.org");
});
afterEach(() => {
  releaseHeld();
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await registry.close();
  upstream.closeAllConnections();
  upstream.close();
});

interface Sent {
  readonly socket: Socket;
  /** What was answered so far. */
  readonly answer: () => string;
}

const BODY = JSON.stringify({ email: "ann@example.org", password: "wrong horse" });

async function begin(address: string, line: string, more: string): Promise<Sent> {
  const { hostname, port, host } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  await once(socket, "connect");
  socket.write(`${line} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n${more}\r\n`);
  return { socket, answer: () => text };
}

/** Sends a request whose body does not come before the test sends it. */
async function sendSlowBody(address: string, path: string, more = ""): Promise<Sent> {
  const body = `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n`;
  return await begin(address, `POST ${path}`, more + body);
}

/** Sends a request without a body that is answered once the registry behind this one answers. */
async function sendHeld(address: string, more = ""): Promise<Sent> {
  skills += 1;
  return await begin(address, `GET /registry/api/v1/skills/${prefix}${skills}`, more);
}

async function times(count: number, send: () => Promise<Sent>): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let number = 0; number < count; number += 1) sent.push(await send());
  return sent;
}

function answered(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ answer }) => answer() !== "");
}

function statuses(sent: readonly Sent[]): number[] {
  return answered(sent).map(({ answer }) => Number(answer().slice(9, 12)));
}

function bearer(value: string): string {
  return `authorization: Bearer ${value}\r\n`;
}

const LOGIN = "/api/v1/auth/login";
const OWN_SKILLS = "/api/v1/skills";

describe("requests of one client at one time", () => {
  it.each([
    ["without a token", "203.0.113.5", () => ""],
    ["of a user", "203.0.113.7", () => bearer(token)],
  ])(
    "[BX-14] %s are refused beyond a number that waits, and others go on",
    async (_, address, more) => {
      // Each comes over a connection of its own, so the server decides in which order they arrived.
      const sent = await times(AT_WORK + WAITING + 4, () => sendHeld(address, more()));
      await expect.poll(() => held.length).toBe(AT_WORK);
      await expect.poll(() => statuses(sent)).toEqual([429, 429, 429, 429]);
      for (const { answer } of answered(sent)) {
        expect(answer()).toMatch(/\r\nretry-after: \d+\r\n/iu);
      }
      // Another user at the same address is answered, on routes for users and on those for everyone.
      const neighbour = await registry.login(`${address}@example.org`);
      for (const path of [`${OWN_SKILLS}?limit=1`, "/registry/api/v1/skills?limit=1"]) {
        const headers = { "x-forwarded-for": address };
        const answer = await registry.send("GET", path, { token: neighbour, headers });
        expect([path, answer.status]).toEqual([path, 200]);
      }
      // Those that wait are answered when the others are.
      releaseHeld();
      await expect.poll(() => statuses(sent).length).toBe(AT_WORK + WAITING + 4);
      expect(statuses(sent).filter((status) => status === 429)).toHaveLength(4);
    },
  );

  it.each([
    ["without a token", "203.0.113.8", LOGIN, () => ""],
    ["of a user", "203.0.113.9", OWN_SKILLS, () => bearer(token)],
  ])("[BX-14] %s keep no place while their bodies are awaited", async (_, address, path, more) => {
    const sent = await times(2 * (AT_WORK + WAITING), () => sendSlowBody(address, path, more()));
    const json = { email: "ann@example.org", password: "correct horse" };
    const headers = { "x-forwarded-for": address };
    const login = await registry.send("POST", LOGIN, { json, headers });
    expect(login.status).toBe(200);
    const own = await registry.send("GET", OWN_SKILLS, { token, headers });
    expect(own.status).toBe(200);
    expect(statuses(sent)).toEqual([]);
    for (const { socket } of sent.slice(0, AT_WORK)) socket.write(BODY);
    await expect.poll(() => statuses(sent).length).toBe(AT_WORK);
    expect(statuses(sent).every((status) => status < 429)).toBe(true);
  });

  it("[BX-14] that are gone leave their places to others", async () => {
    const address = "203.0.113.6";
    const sent = await times(AT_WORK + WAITING + 1, () => sendHeld(address));
    await expect.poll(() => statuses(sent)).toEqual([429]);
    for (const { socket } of sent) socket.destroy();
    releaseHeld();
    await expect
      .poll(async () => {
        const headers = { "x-forwarded-for": address };
        return (await registry.send("GET", OWN_SKILLS, { headers })).status;
      })
      .toBe(401);
  });
});

describe("a request that waited for its turn", () => {
  it.each([
    ["GET", "/api/v1/auth/me"],
    ["DELETE", "/api/v1/auth/tokens/none"],
    ["GET", "/registry/api/v1/skills"],
    ["GET", "/registry/api/v1/whoami"],
    ["GET", "/clawhub/api/v1/whoami"],
    ["GET", "/npm/-/whoami"],
    ["POST", "/registry/mcp"],
  ])(
    "[BX-14] does nothing for a caller who was shut out meanwhile: %s %s",
    async (method, path) => {
      const admin = await registry.moderator();
      const session = await registry.login(`${method}${path.replaceAll("/", ".")}@example.org`);
      const me = await registry.send("GET", "/api/v1/auth/me", { token: session });
      // The route gives it.
      const { id } = (await me.json()) as { readonly id: string };
      const address = "203.0.113.11";
      const more = bearer(session);
      await times(AT_WORK, () => sendHeld(address, more));
      await expect.poll(() => held.length).toBe(AT_WORK);
      const sent = await times(WAITING + 1, () => begin(address, `${method} ${path}`, more));
      // One too many: so all the others wait.
      await expect.poll(() => statuses(sent)).toEqual([429]);
      const shut = await registry.send("PATCH", `/api/v1/users/${id}`, {
        token: admin,
        json: { is_active: false },
      });
      expect(shut.status).toBe(200);
      releaseHeld();
      await expect.poll(() => statuses(sent)).toHaveLength(WAITING + 1);
      const waited = statuses(sent).filter((status) => status !== 429);
      expect(waited).toHaveLength(WAITING);
      for (const status of waited) expect([401, 403]).toContain(status);
    },
  );
});
