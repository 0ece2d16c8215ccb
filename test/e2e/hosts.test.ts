/** A gateway and its hosts, each host a process of its own. */
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { HostEvent } from "../../src/library/hosts/index.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/serve/http/index.ts";
import { createBin, type Program, type Relay, startProgram, startRelay } from "../support/hosts.ts";

const TOKEN = "test-token-0123456789";
const PLANTED = "planted-value-4711";
const wait = { timeout: 45_000, interval: 20 };
const UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
const isPosix = process.platform !== "win32";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ token: TOKEN, version: "1.0.0", ...options });
  cleanups.push(() => server.close());
  return server;
}

async function relayTo(server: RunningServer): Promise<Relay> {
  const relay = await startRelay(`ws://127.0.0.1:${server.port}/hosts`);
  cleanups.push(() => relay.close());
  return relay;
}

/** Starts a host with these programs and nothing else. */
function startHost(gateway: string, name: string, bins: readonly string[], more = {}): Program {
  const bin = createBin(bins);
  const program = startProgram(
    "node",
    { gateway, name, retry: { firstMs: 50, mostMs: 200 }, ...more },
    { SKILLWRIGHT_HOST_TOKEN: TOKEN, PLANTED_SECRET: PLANTED, SHELL: bin.shell, PATH: "/nowhere" },
  );
  cleanups.push(async () => {
    program.kill("SIGKILL");
    await program.exited;
    bin.remove();
  });
  return program;
}

function eventsOf(server: RunningServer): readonly string[] {
  const events: string[] = [];
  server.inventory.subscribe(({ kind, hostId }: HostEvent) => events.push(`${kind} ${hostId}`));
  return events;
}

function probeIds(relay: Relay): readonly string[] {
  return relay.fromGateway
    .map((text): { type: string; probeId: string } => JSON.parse(text))
    .filter((message) => message.type === "probe")
    .map((message) => message.probeId);
}

async function hostCount(server: RunningServer): Promise<unknown> {
  const response = await fetch(`${server.url}/healthz`);
  return response.json();
}

describe("a host in a process of its own", () => {
  it("[GSV-20] [GSV-14] connects, is asked for programs, and answers", async () => {
    const server = await serve();
    const events = eventsOf(server);
    server.inventory.need(["gh", "jq"]);
    const host = startHost(server.url, "mac-mini", ["gh"]);
    await expect
      .poll(() => server.inventory.find("mac-mini")?.bins, wait)
      .toEqual({ gh: true, jq: false });
    const facts = server.inventory.find("mac-mini");
    expect(facts).toMatchObject({
      role: "execution",
      platform: process.platform,
      allowsCommands: true,
      isConnected: true,
    });
    expect(facts?.env).toContain("PLANTED_SECRET");
    expect(await hostCount(server)).toEqual({ status: "ok", version: "1.0.0", hosts: 1 });
    expect(events).toEqual(["host-connected mac-mini", "host-changed mac-mini"]);
    await expect
      .poll(host.lines, wait)
      .toEqual([
        `skillwright: Connecting to ws://127.0.0.1:${server.port}/hosts as \`mac-mini\`.`,
        "skillwright: Connected as `mac-mini`.",
        "skillwright: Looked for 2 programs and found 1.",
      ]);
  });

  it("[GSV-20] is killed, and the next one under its name is asked the same question again", async () => {
    const server = await serve();
    const relay = await relayTo(server);
    const events = eventsOf(server);
    relay.isHolding = true;
    server.inventory.need(["gh"]);
    const first = startHost(relay.url, "a", ["gh"]);
    await expect
      .poll(() => relay.fromHost.some((text) => text.includes("probe-result")), wait)
      .toBe(true);
    first.kill("SIGKILL");
    expect((await first.exited).signal).toBe("SIGKILL");
    await expect.poll(() => server.inventory.hosts(), wait).toEqual([]);
    relay.isHolding = false;
    startHost(relay.url, "a", ["gh"]);
    await expect.poll(() => server.inventory.find("a")?.bins, wait).toEqual({ gh: true });
    const [one, two, ...others] = probeIds(relay);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect([two, others]).toEqual([one, []]);
    expect(events).toEqual([
      "host-connected a",
      "host-disconnected a",
      "host-connected a",
      "host-changed a",
    ]);
  });

  it("[GSV-20] comes back by itself when the network breaks, and answers what waited for it", async () => {
    const server = await serve();
    const relay = await relayTo(server);
    relay.isHolding = true;
    server.inventory.need(["gh"]);
    const host = startHost(relay.url, "a", ["gh"]);
    await expect
      .poll(() => relay.fromHost.some((text) => text.includes("probe-result")), wait)
      .toBe(true);
    relay.isHolding = false;
    relay.cut();
    await expect.poll(() => server.inventory.find("a")?.bins, wait).toEqual({ gh: true });
    expect(new Set(probeIds(relay)).size).toBe(1);
    expect(probeIds(relay)).toHaveLength(2);
    expect(host.lines().filter((line) => line.includes("Connected as"))).toHaveLength(2);
  });

  it.runIf(isPosix).each(["SIGTERM", "SIGINT"] as const)(
    "[GSV-20] leaves cleanly on %s",
    async (signal) => {
      const server = await serve();
      const relay = await relayTo(server);
      const events = eventsOf(server);
      const host = startHost(relay.url, "a", []);
      await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
      host.kill(signal);
      expect(await host.exited).toEqual({ code: 0, signal: null });
      expect(relay.fromHost.at(-1)).toBe('{"type":"bye"}');
      expect(host.lines().at(-1)).toBe("skillwright: Left.");
      expect(events).toEqual(["host-connected a", "host-disconnected a"]);
    },
  );

  it("[GSV-20] with the wrong token is refused and does not try again", async () => {
    const server = await serve({ token: `${TOKEN}-other` });
    const host = startHost(server.url, "a", []);
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(host.lines().at(-1)).toBe("failed: host/unauthorized");
    expect(host.lines().join()).not.toContain(TOKEN);
    expect(server.inventory.hosts()).toEqual([]);
  });

  it("[GSV-20] stands beside another with programs of its own", async () => {
    const server = await serve();
    server.inventory.need(["gh", "jq"]);
    startHost(server.url, "a", ["gh"]);
    const b = startHost(server.url, "b", ["jq"], {
      role: "specialized",
      capabilities: "shell.exec",
      allowsCommands: false,
    });
    const bins = () => server.inventory.hosts().map((host) => [host.id, host.role, host.bins]);
    await expect.poll(bins, wait).toEqual([
      ["a", "execution", { gh: true, jq: false }],
      ["b", "specialized", { gh: false, jq: true }],
    ]);
    b.kill("SIGKILL");
    await expect.poll(() => server.inventory.hosts().map((host) => host.id), wait).toEqual(["a"]);
    expect(server.inventory.known().map((host) => [host.id, host.isConnected])).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });

  it("[GSV-20] whose name is taken over by another process gives up", async () => {
    const server = await serve();
    const first = startHost(server.url, "a", []);
    await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
    startHost(server.url, "a", []);
    expect((await first.exited).code).toBe(1);
    expect(first.lines().at(-1)).toBe("failed: host/replaced");
    expect(server.inventory.hosts()).toHaveLength(1);
  });

  it("[GSV-20] never puts the value of a variable on the wire", async () => {
    const server = await serve();
    const relay = await relayTo(server);
    server.inventory.need(["gh"]);
    const host = startHost(relay.url, "a", ["gh"]);
    await expect.poll(() => server.inventory.find("a")?.bins, wait).toEqual({ gh: true });
    server.inventory.refresh({ force: true });
    await expect.poll(() => probeIds(relay).length, wait).toBe(2);
    relay.cut();
    await expect
      .poll(() => relay.fromHost.filter((text) => text.includes("hello")).length, wait)
      .toBe(2);
    host.kill("SIGTERM");
    await host.exited;
    const wire = [...relay.fromHost, ...relay.fromGateway].join("\n");
    expect(wire).toContain("PLANTED_SECRET");
    expect(wire + relay.headers.join("\n") + host.lines().join("\n")).not.toContain(PLANTED);
    expect(wire).not.toContain(TOKEN);
    expect(JSON.stringify(server.inventory.known())).not.toContain(PLANTED);
  });

  it.runIf(isPosix)(
    "[GSV-20] that hangs is given up, and comes back once it runs again",
    async () => {
      const server = await serve({ limits: { pingMs: 50, idleMs: 200 } });
      const host = startHost(server.url, "a", []);
      await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
      host.kill("SIGSTOP");
      await expect.poll(() => server.inventory.hosts().length, wait).toBe(0);
      host.kill("SIGCONT");
      await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
    },
  );

  it("[GSV-20] waits for a gateway that closes and comes again", async () => {
    const server = await serve();
    const host = startHost(server.url, "a", []);
    await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
    await server.close();
    await expect.poll(host.lines, wait).toContain("skillwright: The gateway is closing down.");
    const next = await serve({ port: server.port });
    await expect.poll(() => next.inventory.hosts().length, wait).toBe(1);
  });
});

function dial(server: RunningServer): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/hosts`, "skillwright.hosts.v1", {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  socket.on("error", () => undefined);
  cleanups.push(() => {
    socket.terminate();
  });
  return socket;
}

async function closeCode(server: RunningServer, data: string | Buffer): Promise<number> {
  const socket = dial(server);
  return new Promise((settle) => {
    socket.on("open", () => {
      socket.send(data);
    });
    socket.on("close", settle);
  });
}

/** What comes back for bytes that are sent and then reset. */
function rawAnswer(port: number, bytes: string): Promise<string> {
  return new Promise((settle) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString();
      socket.resetAndDestroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      settle(answer);
    });
  });
}

/** Asks for a connection and breaks off before the answer can be written. */
function hitAndRun(port: number): Promise<void> {
  return new Promise((settle) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET /hosts HTTP/1.1\r\nHost: x\r\n${UPGRADE}\r\n`);
      setImmediate(() => socket.resetAndDestroy());
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      settle();
    });
  });
}

describe("the gateway", () => {
  it("[GSV-20] lives through everything that is sent to it", async () => {
    const server = await serve();
    expect(await closeCode(server, "{")).toBe(1008);
    expect(await closeCode(server, '{"type":"hello","name":"../../etc"}')).toBe(1008);
    expect(await closeCode(server, Buffer.from([0, 1, 2]))).toBe(1003);
    expect(await closeCode(server, `"${"x".repeat(300_000)}"`)).toBe(1009);
    expect(await closeCode(server, "[".repeat(100_000))).toBe(1008);
    for (const bytes of [
      `GET /hosts HTTP/1.1\r\nHost: x\r\n${UPGRADE}\r\n`,
      `GET /hosts HTTP/1.1\r\nHost: x\r\n${UPGRADE}Authorization: Bearer ${TOKEN}\r\nSec-WebSocket-Version: 99\r\n\r\n`,
      "GET /hosts HTTP/1.1\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n",
      "\u0000\u0001 nonsense\r\n\r\n",
    ])
      expect(await rawAnswer(server.port, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await Promise.all(Array.from({ length: 50 }, () => hitAndRun(server.port)));
    startHost(server.url, "a", []);
    await expect.poll(() => server.inventory.hosts().length, wait).toBe(1);
  });

  it("[GSV-20] takes a token among the protocols, and never sends it back", async () => {
    const server = await serve();
    const token = `skillwright.token.${Buffer.from(TOKEN).toString("base64url")}`;
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/hosts`, [
      "skillwright.hosts.v1",
      token,
    ]);
    const headers = await new Promise<string>((settle, reject) => {
      socket.on("upgrade", (response) => {
        settle(JSON.stringify(response.headers));
      });
      socket.on("error", reject);
    });
    expect(headers).not.toContain(token);
    socket.terminate();
  });

  it("answers a connection without a token in the one shape of errors", async () => {
    const server = await serve();
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/hosts`);
    const answer = await new Promise<string>((settle) => {
      socket.on("unexpected-response", (_request, response) => {
        response.setEncoding("utf8").on("data", (text: string) => {
          settle(`${response.statusCode} ${text}`);
        });
      });
    });
    socket.on("error", () => undefined);
    socket.terminate();
    expect(answer).toBe(
      '401 {"error":{"code":"host/unauthorized","message":"The token is not the gateway\'s."}}',
    );
  });

  it("listens on this machine alone", async () => {
    const server = await serve();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  });

  it("refuses a weak token, a port that is none, and one that is taken", async () => {
    const server = await serve();
    const code = (options: Partial<ServerOptions>): Promise<string> =>
      serve(options).then(
        () => "started",
        (error: { diagnostic: { code: string } }) => error.diagnostic.code,
      );
    expect(await code({ token: "short" })).toBe("serve/weak-token");
    expect(await code({ token: "with blanks in it, and long" })).toBe("serve/weak-token");
    expect(await code({ port: 70_000 })).toBe("serve/invalid-port");
    expect(await code({ port: server.port })).toBe("serve/address-taken");
    expect(await code({ host: "192.0.2.1" })).toBe("serve/address-refused");
  });
});

describe("the gateway as a program", () => {
  it.runIf(isPosix)(
    "[GSV-20] makes a token where none is given, and closes on SIGTERM",
    async () => {
      const gateway = startProgram("serve", { port: 0 }, { PATH: process.env["PATH"] ?? "" });
      cleanups.push(async () => {
        gateway.kill("SIGKILL");
        await gateway.exited;
      });
      await expect.poll(() => gateway.lines().length, wait).toBe(2);
      const said = gateway.lines().join("\n");
      const url = /http:\S+\d/.exec(said)?.[0] ?? "";
      const token = /made for this run: (\S+)$/m.exec(said)?.[1] ?? "";
      expect(token).toMatch(/^[\w-]{43}$/);
      const host = startProgram(
        "node",
        { gateway: url, name: "a" },
        { SKILLWRIGHT_HOST_TOKEN: token },
      );
      cleanups.push(async () => {
        host.kill("SIGKILL");
        await host.exited;
      });
      await expect
        .poll(gateway.lines, wait)
        .toContain(`skillwright: Host \`a\` connected (execution, ${process.platform}).`);
      gateway.kill("SIGTERM");
      expect(await gateway.exited).toEqual({ code: 0, signal: null });
      expect(gateway.lines().slice(-3)).toEqual([
        "skillwright: Closing.",
        "skillwright: Host `a` left.",
        "skillwright: Closed.",
      ]);
    },
  );
});
