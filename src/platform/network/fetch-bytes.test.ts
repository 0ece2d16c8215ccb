import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { fetchBytes, requestGuarded } from "./index.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server in a thread of its own, which ends its connections when it is told to, and says when they are. */
const CLOSING = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const server = createServer((request, response) => request.resume().on("end", () => response.end("yes")));
const sockets = new Set();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => {
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });
});
parentPort.on("message", () => { for (const socket of sockets) socket.destroy(); });
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const findNothing = (): Promise<readonly string[]> => Promise.resolve([]);
const usual = { method: "GET", timeoutMs: 5000, maxBytes: 1000 };

describe("asking for bytes", () => {
  it("gives what was sent, with its status, its headers and where it came from", async () => {
    const url = await serve((request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (text: string) => (body += text));
      request.on("end", () => {
        const { method, headers } = request;
        response
          .writeHead(201, { "x-seen": `${method} ${String(headers["x-given"])} ${body}` })
          .end("yes");
      });
    });
    const answer = await fetchBytes({
      ...usual,
      method: "POST",
      url: `${url}/place`,
      headers: { "x-given": "given" },
      body: "words",
    });
    if (answer.kind !== "answered") throw new Error(answer.why);
    expect(answer).toMatchObject({ status: 201, url: `${url}/place` });
    expect(Buffer.from(answer.bytes).toString()).toBe("yes");
    expect(answer.header("X-Seen")).toBe("POST given words");
    expect(answer.header("x-else")).toBeUndefined();
  });

  it("[OC-19] sends nothing over a connection that was closed while the program was busy", async () => {
    const closed = new Int32Array(new SharedArrayBuffer(4));
    const server = new Worker(CLOSING, { eval: true, workerData: closed });
    try {
      const [port] = (await once(server, "message")) as [number];
      const url = `http://127.0.0.1:${port}`;
      expect(await fetchBytes({ ...usual, url })).toMatchObject({ status: 200 });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      server.postMessage("close");
      // As a scan that takes long: the connection ends, and nothing here has read that yet.
      Atomics.wait(closed, 0, 0, 10_000);
      const sent = await fetchBytes({ ...usual, method: "POST", url, body: "x" });
      expect(sent).toMatchObject({ kind: "answered", status: 200 });
    } finally {
      await server.terminate();
    }
  });

  it("unpacks what was packed for the way, no further than it may be long", async () => {
    const url = await serve((request, response) => {
      const text = "a".repeat(request.url === "/long" ? 1001 : 1000);
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text));
    });
    expect(await fetchBytes({ ...usual, url })).toMatchObject({
      bytes: Buffer.from("a".repeat(1000)),
    });
    expect(await fetchBytes({ ...usual, url: `${url}/long` })).toEqual({
      kind: "failed",
      why: "the answer is longer than 1000 bytes",
      isTooLong: true,
    });
  });

  it("follows to other addresses, each with its own token", async () => {
    const seen: string[] = [];
    const listener: RequestListener = ({ headers }, response) => {
      seen.push(headers.authorization ?? "none");
      response.end("there");
    };
    const other = await serve(listener);
    const url = await serve(({ headers, url: path }, response) => {
      seen.push(headers.authorization ?? "none");
      const location = path === "/with" ? other.replace("//", "//a:b@") : other;
      response.writeHead(302, { location }).end();
    });
    const tokenFor = (address: URL): string | undefined =>
      address.origin === url ? "secret" : undefined;
    expect(await fetchBytes({ ...usual, url, tokenFor })).toMatchObject({ url: `${other}/` });
    expect(seen).toEqual(["Bearer secret", "none"]);
    expect(await fetchBytes({ ...usual, url: `${url}/with` })).toMatchObject({ kind: "failed" });
    expect(await fetchBytes({ ...usual, method: "POST", url })).toMatchObject({ kind: "failed" });
  });

  it("[BX-14] takes no answer that comes in crumbs", async () => {
    const url = await serve((_request, response) => {
      for (let count = 0; count < 3000; count += 1) response.write("a");
      response.end();
    });
    const wanted = { ...usual, url, maxBytes: 100_000 };
    expect(await fetchBytes(wanted)).toMatchObject({ why: "the answer comes in crumbs" });
    const text = { ...wanted, headers: {}, signal: AbortSignal.timeout(5000) };
    const allowPrivate = [new URL(url).hostname];
    expect(await requestGuarded(text, { allowPrivate, resolve: findNothing })).toMatchObject({
      why: "the answer comes in crumbs",
    });
  });

  it("asks a busy server again", async () => {
    let count = 0;
    const url = await serve((_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 200, { "retry-after": "0" }).end();
    });
    expect(await fetchBytes({ ...usual, url })).toMatchObject({ status: 200 });
    expect(count).toBe(2);
  });

  it("says why there is no answer", async () => {
    const url = await serve(({ url: path, socket }, response) => {
      if (path === "/broken") response.write("half", () => socket.destroy());
      else if (path === "/slow") response.write("half");
    });
    const why = async (path: string, timeoutMs = 5000): Promise<string> => {
      const answer = await fetchBytes({ ...usual, url: `${url}${path}`, timeoutMs });
      return answer.kind === "failed" ? answer.why : "answered";
    };
    expect(await why("/broken")).toBe("the connection broke");
    expect(await why("/slow", 200)).toBe("it took too long to answer");
    expect(await why("/silent", 200)).toBe("it took too long to answer");
    const closed = await serve(() => {});
    await new Promise((done) => servers.pop()?.close(done));
    expect(await fetchBytes({ ...usual, url: closed })).toMatchObject({
      why: "nothing listens there",
    });
  });
});
