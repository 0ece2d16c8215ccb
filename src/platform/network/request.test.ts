import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { requestText, type TextRequest } from "./request.ts";

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
}

/** An address at which something listened a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
}

function ask(url: string, more: Partial<TextRequest> = {}) {
  return requestText({
    method: "GET",
    url,
    headers: { authorization: "Bearer planted" },
    timeoutMs: 10_000,
    maxBytes: 100,
    ...more,
  });
}

describe("requestText", () => {
  it("sends what it is given and takes the answer as text", async () => {
    const url = await listen((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () =>
        response.writeHead(201).end(`${request.method} ${request.headers.authorization} ${body} ✓`),
      );
    });
    expect(await ask(url, { method: "POST", body: "{}" })).toEqual({
      kind: "answered",
      status: 201,
      text: "POST Bearer planted {} ✓",
    });
  });

  it("lets nobody send it on, so that no other server gets the headers", async () => {
    const seen: unknown[] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const url = await listen((_request, response) => {
      response.writeHead(302, { location: other }).end();
    });
    expect(await ask(url)).toMatchObject({ kind: "answered", status: 302 });
    expect(seen).toEqual([]);
  });

  it("gives up on an answer that is too long, or takes too long", async () => {
    const long = await listen((_request, response) => response.end("x".repeat(101)));
    expect(await ask(long)).toEqual({ kind: "failed", why: "the answer is too long" });
    const slow = await listen(() => undefined);
    expect(await ask(slow, { timeoutMs: 20 })).toMatchObject({
      kind: "failed",
      why: "it took too long to answer",
    });
  });

  it("says why there is no answer", async () => {
    const broken = await listen((request) => request.socket.destroy());
    expect(await ask(broken)).toMatchObject({ kind: "failed", why: "the connection broke" });
    const half = await listen((_request, response) => {
      response.writeHead(200, { "content-length": "50" });
      response.write("half", () => response.socket?.destroy());
    });
    expect(await ask(half)).toMatchObject({ kind: "failed", why: "the connection broke" });
    expect(await ask("http://127.0.0.1:9")).toMatchObject({
      kind: "failed",
      why: "the port belongs to another protocol, so that clients refuse it",
    });
    expect(await ask(await closedAddress())).toMatchObject({
      kind: "failed",
      why: "nothing listens there",
    });
  });
});
