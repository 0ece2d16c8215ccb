import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAuthority } from "./certificate.ts";
import { createProxy, type ProxyOptions } from "./proxy.ts";
import { createMeter } from "./throttle.ts";

/** A host that answers every request with these bytes. */
async function startHost(answer: string): Promise<number> {
  const host = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((settle) => host.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void host.close());
  return (host.address() as AddressInfo).port;
}

async function startProxy(port: number, options: Partial<ProxyOptions> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-proxy-"));
  const proxy = createProxy({
    rules: [{ host: "127.0.0.1", port, access: "read" }],
    meter: createMeter(1_000_000, 1_000_000, () => {}),
    authority: createAuthority(Date.now()),
    onRefusal: () => {},
    resolve: () => Promise.reject(new Error("No name is looked up here.")),
    ...options,
  });
  const path = join(folder, "proxy");
  await proxy.listen(path);
  onTestFinished(() => {
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return path;
}

function askIntranet(port: number): string {
  return `GET http://intranet:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
}

/** All that comes back for the bytes, until the connection ends. */
function say(path: string, ...parts: readonly string[]): Promise<string> {
  return new Promise((settle) => {
    const client = connect(path);
    let heard = "";
    const rest = [...parts];
    const next = (): void => void client.write(rest.shift() ?? "");
    client.setEncoding("latin1");
    client.on("data", (text: string) => {
      heard += text;
      next();
    });
    client.on("error", () => client.destroy());
    client.on("close", () => settle(heard));
    next();
  });
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";

describe("[BX-14] the way out of the sandbox outlives", () => {
  it.each(["*", "foo:bar", "http://[", "x y"])("a request within a tunnel for %s", async (url) => {
    const port = await startHost(OK);
    const path = await startProxy(port);
    const tunnel = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: x\r\n\r\n`;
    const inner = `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
    expect(await say(path, tunnel, inner)).not.toContain("hello");
    const whole = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
    expect(await say(path, whole)).toContain("hello");
  });

  it.each([
    ["a status that is none", "HTTP/1.1 099 x\r\n\r\n"],
    ["a status below those of answers", "HTTP/1.1 007 x\r\ncontent-length: 0\r\n\r\n"],
    ["no HTTP", "\u0000\u0001\u0002\r\n\r\n"],
    ["nothing", ""],
  ])("a host that answers with %s", async (_name, answer) => {
    const port = await startHost(answer);
    const path = await startProxy(port);
    const whole = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
    expect(await say(path, whole)).toMatch(/^HTTP\/1\.1 502 /u);
    expect(await say(path, whole)).toMatch(/^HTTP\/1\.1 502 /u);
  });
});

async function askDenied(
  access: "read" | "write",
  closed: Omit<NonNullable<ProxyOptions["closed"]>[number], "port">,
  address = "127.0.0.1",
): Promise<string> {
  const port = await startHost(OK);
  const rules = [{ host: "intranet", port, access }];
  const resolve = (): Promise<readonly string[]> => Promise.resolve([address]);
  return (
    await say(
      await startProxy(port, { rules, resolve, closed: [{ ...closed, port }] }),
      askIntranet(port),
    )
  ).slice(9, 12);
}

describe("[BX-14] an address that an organisation denies", () => {
  it.each([
    ["localhost", "127.0.0.1"],
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1", "127.0.1.1"],
    ["[::1]", "127.0.0.1"],
    ["2130706433", "::ffff:127.0.0.1"],
  ])("is not reached by another name: %s, found at %s", async (host, address) => {
    expect(await askDenied("read", { host, access: "read" }, address)).toBe("403");
  });

  it("is told from others, and a rule about writing from reading", async () => {
    expect(await askDenied("read", { host: "10.0.0.7", access: "read" })).toBe("200");
    expect(await askDenied("read", { host: "localhost", access: "write" })).toBe("200");
    expect(await askDenied("write", { host: "localhost", access: "write" })).toBe("403");
  });
});

describe("[BX-14] requests that the sandbox refuses", () => {
  it.each([
    ["for a host", "GET http://other.example/ HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["for a tunnel", "CONNECT other.example:443 HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["without a host", "GET / HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["for no tunnel", "CONNECT nonsense HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["that are no HTTP", "nonsense\r\n\r\n"],
  ])("%s use up what a run may send", async (_name, request) => {
    let isOver = false;
    // Room for two, at a rate that does not slow them down.
    const meter = createMeter(150_000, 1e12, () => {
      isOver = true;
    });
    const path = await startProxy(9, { meter });
    for (let count = 0; count < 2; count += 1) await say(path, request);
    expect(isOver).toBe(false);
    expect(await say(path, request)).toBe("");
    expect(isOver).toBe(true);
  });

  it("[BX-14] stop looking up a name when their client is gone", async () => {
    const { promise: gone, resolve: leave } = Promise.withResolvers<string>();
    const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
    const rules = [{ host: "*", access: "read" }] as const;
    const resolve: ProxyOptions["resolve"] = (name, signal) => {
      begin();
      return new Promise((_settle, reject) => {
        signal?.addEventListener("abort", () => {
          leave(name);
          reject(new Error("Gone."));
        });
      });
    };
    const path = await startProxy(9, { rules, resolve });
    for (const request of [
      "GET http://slow.example/ HTTP/1.1\r\nhost: x\r\n\r\n",
      "CONNECT slow.example:443 HTTP/1.1\r\nhost: x\r\n\r\n",
    ]) {
      const client = connect(path);
      client.write(request);
      await asked;
      client.destroy();
      expect(await gone).toBe("slow.example");
    }
  });
});

it("[BX-14] opens few connections for requests that a tool sends behind each other", async () => {
  let opened = 0;
  const host = createServer((socket) => {
    opened += 1;
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((settle) => host.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void host.close());
  const { port } = host.address() as AddressInfo;
  const path = await startProxy(port);
  const request = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\n\r\n`;
  await say(path, request.repeat(5000));
  expect(opened).toBeLessThan(10);
});
