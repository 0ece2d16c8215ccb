/** A registry behind this one that sends its mirror into the network of the mirror. */
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { type Listener, listenHttp } from "../../src/platform/network/index.ts";
import { createRegistry, skillFiles } from "../support/market.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const listener: Listener = await listenHttp({
    host: "127.0.0.1",
    port: 0,
    fetch,
    upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
    protocol: "none",
    maxMessageBytes: 1,
  });
  closers.push(() => listener.close(0));
  return `http://127.0.0.1:${listener.port}`;
}

async function database(): ReturnType<typeof openDatabase> {
  const opened = await openDatabase({ address: ":memory:" });
  closers.push(() => opened.close());
  return opened;
}

it.each([
  ["another port of its own machine", (inner: string) => inner],
  ["a name of this machine", (inner: string) => inner.replace("127.0.0.1", "localhost")],
  ["IPv4 within IPv6", (inner: string) => inner.replace("127.0.0.1", "[::ffff:127.0.0.1]")],
  ["a short form", (inner: string) => inner.replace("127.0.0.1", "127.1")],
  ["one number", (inner: string) => inner.replace("127.0.0.1", "2130706433")],
  ["octal digits", (inner: string) => inner.replace("127.0.0.1", "0177.0.0.1")],
  ["hexadecimal digits", (inner: string) => inner.replace("127.0.0.1", "0x7f000001")],
  ["any address of this machine", (inner: string) => inner.replace("127.0.0.1", "0.0.0.0")],
  ["NAT64", (inner: string) => inner.replace("127.0.0.1", "[64:ff9b::7f00:1]")],
  ["the metadata of a cloud", () => "http://169.254.169.254"],
  ["the metadata of a cloud over IPv6", () => "http://[fd00:ec2::254]"],
  ["a link-local address", () => "http://[fe80::1]"],
  ["a private network", () => "http://10.0.0.1"],
  ["a name and a password", (inner: string) => inner.replace("//", "//a:b@")],
  ["a file", () => "file:///etc"],
  ["another protocol", (inner: string) => inner.replace("http:", "gopher:")],
])("[BX-14] a mirror is not sent on to %s", async (_words, toAddress) => {
  const behind = await createRegistry({ database: await database() });
  await behind.publish(behind.ada, skillFiles());
  const asked: string[] = [];
  // Something on the inner network that would even answer as a registry does.
  const inner = await listen((request) => {
    asked.push(request.url);
    return behind.fetch(request);
  });
  const upstream = await listen((request) => {
    const { pathname, search } = new URL(request.url);
    return new Response(null, {
      status: 302,
      headers: { location: `${toAddress(inner)}${pathname}${search}` },
    });
  });
  const mirror = await createRegistry({
    database: await database(),
    market: { upstream: { url: upstream, allow: ["web-*"], refreshSeconds: 60 } },
  });
  const answer = await mirror.ask("GET", "/skills/web-search");
  expect(asked).toEqual([]);
  expect(answer.status).toBe(502);
  expect(JSON.stringify(answer.json)).toMatch(
    /not on the open network|no address of the web|with a name or a password/u,
  );
});

it("takes copies from a private address that the operator named, with hops on it", async () => {
  const behind = await createRegistry({ database: await database() });
  await behind.publish(behind.ada, skillFiles());
  const upstream = await listen((request) => {
    const url = new URL(request.url);
    if (url.searchParams.has("again")) return behind.fetch(request);
    url.searchParams.set("again", "1");
    return new Response(null, { status: 307, headers: { location: url.href } });
  });
  const mirror = await createRegistry({
    database: await database(),
    market: { upstream: { url: upstream, allow: ["web-*"], refreshSeconds: 60 } },
  });
  expect((await mirror.ask("GET", "/skills/web-search")).status).toBe(200);
});
