import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { requestGuarded } from "./guarded-request.ts";
import { type Listener, listenHttp, type ListenOptions } from "./listen.ts";
import { resolveConfigured } from "./name-resolver.ts";
import { isOwnPort } from "./own-ports.ts";

async function listen(options: Partial<ListenOptions> = {}): Promise<Listener> {
  const listener = await listenHttp({
    host: "127.0.0.1",
    port: 0,
    fetch: () => new Response("ok"),
    upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
    protocol: "none",
    maxMessageBytes: 1,
    ...options,
  });
  onTestFinished(() => listener.close(0));
  return listener;
}

/** Whether a connection gets an answer; whoever is not taken loses it instead. */
async function isTaken(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  return await new Promise((settle) => {
    socket.once("data", () => settle(true));
    socket.once("close", () => settle(false));
  });
}

const isProxy = (address: string): boolean => address === "127.0.0.3";

/** Sends the beginning of a request and nothing more; gives the answer until the connection ends. */
async function sendPart(port: number, part: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(part);
  return await text(socket);
}

const timeouts = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };

it("[BX-14] ends a request whose body does not arrive, and what waits for it", async () => {
  let failure: unknown;
  const { port } = await listen({
    timeouts,
    fetch: async (request) => {
      try {
        await request.arrayBuffer();
      } catch (error) {
        failure = error;
      }
      return new Response("read");
    },
  });
  const head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf";
  expect(await sendPart(port, head)).toContain("408 Request Timeout");
  expect(failure).toBeInstanceOf(Error);
});

it("[BX-14] ends a connection whose head does not arrive", async () => {
  const { port } = await listen({ timeouts });
  expect(await sendPart(port, "GET / HTTP/1.1\r\nhost: a\r\n")).toContain("408 Request Timeout");
});

it("[BX-14] goes on with a connection after a body that nobody read", async () => {
  const { port } = await listen({
    fetch: ({ url, body }) => {
      if (body === null) return new Response("the next answer");
      // As the server does it, which wraps a body before it knows who asks.
      void new Request(url, { method: "POST", body, duplex: "half" });
      return new Response("refused", { status: 401 });
    },
  });
  const length = 1024 * 1024;
  const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;
  // A proxy sends requests of others on the same connection.
  const next = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
  const answers = await sendPart(port, `${head}${"x".repeat(length)}${next}`);
  expect(answers).toContain("refused");
  expect(answers).toContain("the next answer");
});

it("[BX-14] ends a connection on which too many requests wait, and asks for few of them", async () => {
  let asked = 0;
  const { port } = await listen({
    fetch: () => {
      asked += 1;
      return new Promise<Response>(() => {});
    },
  });
  await sendPart(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(20_000)).catch(() => "");
  expect(asked).toBe(8);
});

it("[BX-14] gives an address no connection for a while after it has lost some", async () => {
  const { port } = await listen();
  const flood = async (): Promise<void> => {
    await sendPart(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(5000)).catch(() => "");
  };
  for (let at = 0; at < 3; at += 1) await flood();
  expect(await isTaken(port, "127.0.0.1")).toBe(true);
  await flood();
  expect(await isTaken(port, "127.0.0.1")).toBe(false);
  expect(await isTaken(port, "127.0.0.2")).toBe(true);
});

it("[BX-14] ends a connection whose body comes in crumbs, and takes few of them", async () => {
  let pieces = 0;
  const { port } = await listen({
    fetch: async (request) => {
      for await (const piece of request.body ?? []) if (piece.length > 0) pieces += 1;
      return new Response("read");
    },
  });
  const head = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";
  const crumbs = `${"1\r\na\r\n".repeat(50_000)}0\r\n\r\n`;
  expect(await sendPart(port, head + crumbs).catch(() => "")).not.toContain("read");
  expect(pieces).toBeLessThan(2000);
  const whole = `${"80\r\n".concat("a".repeat(128), "\r\n").repeat(5000)}0\r\n\r\n`;
  const closing = head.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
  expect(await sendPart(port, closing + whole)).toContain("read");
});

it("[BX-14] takes so many connections of an address, and more of a proxy and of others", async () => {
  const bounds = { total: 8, perAddress: 3 };
  const { port } = await listen({ connections: { ...bounds, isShared: isProxy } });
  const take = async (address: string, count: number): Promise<number> => {
    let taken = 0;
    for (let at = 0; at < count; at += 1) if (await isTaken(port, address)) taken += 1;
    return taken;
  };
  expect(await take("127.0.0.2", 5)).toBe(3);
  expect(await take("127.0.0.3", 4)).toBe(4);
  expect(await take("127.0.0.4", 2)).toBe(1);
});

it("[BX-14] knows the ports of this process, in every spelling of this machine", async () => {
  const listener = await listen();
  const { port } = listener;
  const own = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
  ];
  for (const address of own) expect(isOwnPort(address, port), address).toBe(true);
  expect(isOwnPort("93.184.216.34", port)).toBe(false);
  expect(isOwnPort("127.0.0.1", port === 9 ? 10 : 9)).toBe(false);
  await listener.close(0);
  expect(isOwnPort("127.0.0.1", port)).toBe(false);
});

it("[BX-14] asks no port of this process for anybody, though its address may be asked", async () => {
  const { port } = await listen();
  const url = `http://127.0.0.1:${port}/`;
  const request = { method: "GET", url, headers: {}, timeoutMs: 5000, maxBytes: 100 };
  const signal = new AbortController().signal;
  expect(
    await requestGuarded(
      { ...request, signal },
      { allowPrivate: ["127.0.0.1"], resolve: resolveConfigured },
    ),
  ).toEqual({
    kind: "failed",
    why: expect.stringContaining("not allowed"),
  });
});

it("[BX-14] ends a connection whose client takes nothing of its answer", async () => {
  const ended = Promise.withResolvers<void>();
  const { port } = await listen({
    timeouts: { stallTimeout: 50 },
    fetch: (_, { onEnd }) => {
      onEnd(ended.resolve);
      return new Response(new Uint8Array(32_000_000));
    },
  });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  await ended.promise;
});

it("[BX-14] lets an answer wait that has nothing to be taken", async () => {
  const { port } = await listen({
    timeouts: { stallTimeout: 20 },
    fetch: async (request) => {
      // A connection that asks for nothing is ended by the same clock, and it began later.
      const idle = connect(Number(new URL(request.url).port), "127.0.0.1");
      idle.resume();
      await once(idle, "close");
      return new Response("late");
    },
  });
  expect(
    await sendPart(port, `GET / HTTP/1.1\r\nhost: a:${port}\r\nconnection: close\r\n\r\n`),
  ).toContain("late");
});

it("[BX-14] ends a WebSocket whose message makes its listener throw, and nothing else", async () => {
  const { port } = await listen({
    maxMessageBytes: 100,
    upgrade: () => ({
      kind: "accepted",
      open: () => ({
        onText: (message) => {
          throw new Error(message);
        },
        onBinary: () => {},
        onLife: () => {},
        onEnd: () => {
          throw new Error("at the end");
        },
      }),
    }),
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}/`);
  client.addEventListener("open", () => {
    client.send("at the message");
  });
  await new Promise((settle) => {
    client.addEventListener("close", settle);
  });
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("ok");
});
