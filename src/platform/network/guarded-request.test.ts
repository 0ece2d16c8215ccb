import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  type GuardOptions,
  type HttpAnswer,
  type HttpRequest,
  requestGuarded,
} from "./guarded-request.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { sharedNameResolver } from "./name-resolver.ts";
import { isPublicAddress } from "./public-address.ts";

describe("an address", () => {
  it.each([
    // This machine, private networks, clouds.
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "192.0.2.1",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:10.0.0.1",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    // No address at all.
    "",
    "localhost",
    "1.2.3",
    "2130706433",
  ])("%j is closed", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:82a::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
  ])("%j is open", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function ask(
  url: string,
  options: Partial<GuardOptions> = {},
  more: Partial<HttpRequest> = {},
): Promise<HttpAnswer> {
  return requestGuarded(
    {
      method: "GET",
      url,
      headers: {},
      timeoutMs: 5000,
      maxBytes: 1024,
      signal: new AbortController().signal,
      ...more,
    },
    { allowPrivate: [], resolve: sharedNameResolver().forOwner("test"), ...options },
  );
}

const CLOSED = {
  kind: "failed",
  why: "the address is not on the open network, which is not allowed",
};

describe("a guarded request", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://localhost./",
    "https://10.0.0.1:8443/",
    "http://①②⑦.0.0.1/",
  ])("is refused for %s", async (url) => {
    expect(await ask(url)).toEqual(CLOSED);
  });

  it.each([
    ["ftp://example.org/", "the address is not one of http or https"],
    ["file:///etc/passwd", "the address is not one of http or https"],
    ["nonsense", "the address is not one of http or https"],
    [
      "http://ada:secret@example.org/",
      "the address holds a name or a password, which belong into a header",
    ],
  ])("is refused for %s", async (url, why) => {
    expect(await ask(url)).toEqual({ kind: "failed", why });
  });

  it("is refused where any address of a name is closed", async () => {
    const found = ["8.8.8.8", "127.0.0.1"];
    const options = { resolve: () => Promise.resolve(found) };
    expect(await ask("http://example.org/", options)).toEqual(CLOSED);
  });

  it("looks a name up once, and connects to what it then found", async () => {
    const hosts: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      hosts.push(request.headers.host);
      response.end("Hello");
    });
    const asked: string[] = [];
    // Nobody listens at the first one; the second answer would lead elsewhere.
    const answers = [["::1", "127.0.0.1"], ["192.0.2.1"]];
    const resolve = (name: string): Promise<readonly string[]> => {
      asked.push(name);
      return Promise.resolve(answers.shift() ?? []);
    };
    const url = `http://rebinding.example:${port}/`;
    const options = { resolveAllowed: resolve, allowPrivate: ["rebinding.example"] };
    expect(await ask(url, options)).toEqual({
      kind: "answered",
      status: 200,
      text: "Hello",
    });
    expect(asked).toEqual(["rebinding.example"]);
    expect(hosts).toEqual([`rebinding.example:${port}`]);
  });

  it("follows nobody, takes no long answer, and does not wait for ever", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/on") response.writeHead(302, { location: "http://127.0.0.1/" }).end();
      else if (request.url === "/long") response.end("x".repeat(1025));
      else if (request.url === "/full") response.writeHead(500).end("x".repeat(1024));
    });
    const allowPrivate = ["127.0.0.1"];
    const at = (path: string, more: Partial<HttpRequest> = {}): Promise<HttpAnswer> =>
      ask(`http://127.0.0.1:${port}${path}`, { allowPrivate }, more);
    expect(await at("/on")).toMatchObject({
      why: "the server sends on to another address (302), which is not followed",
    });
    expect(await at("/long")).toMatchObject({ why: "the answer is longer than 1024 bytes" });
    expect(await at("/full")).toMatchObject({ kind: "answered", status: 500 });
    expect(await at("/never", { timeoutMs: 20 })).toMatchObject({
      why: "it took too long to answer",
    });
    expect(await at("/full", { headers: { Host: "x" } })).toMatchObject({
      why: "the header `Host` cannot be set",
    });
    const stop = new AbortController();
    const stopped = at("/never", { signal: stop.signal });
    stop.abort(new Error("Enough."));
    await expect(stopped).rejects.toMatchObject({ cause: { message: "Enough." } });
  });

  it("sends the method, the headers and the body", async () => {
    const port = await serve((request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (part: string) => {
        body += part;
      });
      request.on("end", () => {
        response.end(JSON.stringify([request.method, request.headers["x-key"], body]));
      });
    });
    const answer = await ask(
      `http://127.0.0.1:${port}/`,
      { allowPrivate: ["127.0.0.1"] },
      { method: "PUT", headers: { "x-key": "k" }, body: "ü" },
    );
    expect(answer).toMatchObject({ kind: "answered", text: '["PUT","k","ü"]' });
  });
});

it("[BX-14] a look-up of a name ends together with the request that waits for it", async () => {
  const over = new AbortController();
  const waiting = Promise.withResolvers<void>();
  const guarded = createGuardedFetch({
    allowPrivate: [],
    resolve: (_, signal) =>
      new Promise((_settle, fail) => {
        signal?.addEventListener("abort", () => fail(signal.reason as Error));
        waiting.resolve();
      }),
  });
  const asked = guarded("https://slow.example/x", { signal: over.signal });
  await waiting.promise;
  over.abort(new Error("over"));
  await expect(asked).rejects.toThrow("over");
});
