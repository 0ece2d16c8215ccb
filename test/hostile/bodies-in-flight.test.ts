/** Many large bodies at one time: the server holds a bounded number of their bytes. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { beginRequest, type RawRequest } from "../support/raw-request.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

const apiRoutes = await loadApiRoutes();
const LIMITS = { total: 1_000_000, perUser: 400_000 };
const PUBLISH = "/registry/api/v1/skills";

let registry: RegistryServer;
let open: RawRequest[];
beforeEach(async () => {
  registry = await openRegistry({ requestBodies: LIMITS });
  open = [];
});
afterEach(async () => {
  for (const request of open) request.end();
  await registry.close();
});

function begin(
  path: string,
  headers: Readonly<Record<string, string>>,
  token?: string,
  method = "POST",
): RawRequest {
  const request = beginRequest(registry.url, method, path, {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  });
  open.push(request);
  return request;
}

/** Begins a publication and sends one byte of it; it is under way when another one is refused for it. */
async function hold(bytes: number, token: string): Promise<RawRequest> {
  const headers = { "content-length": String(bytes), "content-type": "application/zip" };
  const request = begin(PUBLISH, headers, token);
  request.write("P");
  await until("it is counted", async () => {
    const probe = begin(PUBLISH, { ...headers, "content-length": "150000" }, token);
    probe.write(Buffer.alloc(150_000));
    return (await probe.answer).status === 429;
  });
  return request;
}

async function joinAll(...names: readonly string[]): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (const name of names) tokens.push(await registry.join(`${name}@example.org`));
  return tokens;
}

describe("bodies that are declared", () => {
  const large = { "content-length": "300000", "content-type": "application/zip" };

  it("[BX-14] are refused unread while others of the same user fill its share", async () => {
    const ann = await registry.join("ann@example.org");
    const bob = await registry.join("bob@example.org");
    const first = await hold(300_000, ann);
    const second = begin(PUBLISH, large, ann);
    expect(await second.answer).toMatchObject({
      status: 429,
      headers: { "retry-after": "5", connection: "close" },
    });
    await second.closed;
    // Others at the same address are not kept out by it.
    const other = begin(PUBLISH, large, bob);
    other.write(Buffer.alloc(300_000));
    expect((await other.answer).status).toBe(400);
    // What is over makes room.
    first.write(Buffer.alloc(299_999));
    expect((await first.answer).status).toBe(400);
    const third = begin(PUBLISH, large, ann);
    third.write(Buffer.alloc(300_000));
    expect((await third.answer).status).toBe(400);
  });

  it("[BX-14] make room again when their client goes away", async () => {
    const ann = await registry.join("ann@example.org");
    const first = await hold(300_000, ann);
    first.end();
    await until("the bytes are given back", async () => {
      const next = begin(PUBLISH, large, ann);
      next.write(Buffer.alloc(300_000));
      return (await next.answer).status === 400;
    });
  });

  it("[BX-14] of all users together are refused with 503, and small ones still get in", async () => {
    const [ann = "", bob = "", cid = ""] = await joinAll("ann", "bob", "cid");
    await hold(400_000, ann);
    await hold(400_000, bob);
    const refused = begin(PUBLISH, { ...large, "content-length": "400000" }, cid);
    expect(await refused.answer).toMatchObject({
      status: 503,
      headers: { "retry-after": "5", connection: "close" },
    });
    await refused.closed;
    expect(await registry.login("dan@example.org")).not.toBe("");
  });

  it("[BX-14] of four who are slow make room for an ordinary one of another", async () => {
    const [ann = "", bob = "", cid = "", dan = "", eve = ""] = await joinAll(
      "ann",
      "bob",
      "cid",
      "dan",
      "eve",
    );
    // As much as each of them can get.
    const slow = [
      await hold(400_000, ann),
      await hold(400_000, bob),
      begin(PUBLISH, { ...large, "content-length": "110000" }, cid),
      begin(PUBLISH, { ...large, "content-length": "90000" }, dan),
    ];
    for (const request of slow.slice(2)) request.write("P");
    await until("the room is full", async () => {
      const probe = begin(PUBLISH, { ...large, "content-length": "400000" }, eve);
      probe.write(Buffer.alloc(400_000));
      return (await probe.answer).status === 503;
    });
    const upload = begin(PUBLISH, large, eve);
    upload.write(Buffer.alloc(300_000));
    expect((await upload.answer).status).toBe(400);
    // Whoever holds much and sends little gave up a place, and is told so.
    const first = await Promise.race(slow.map(({ answer }) => answer));
    expect(first).toMatchObject({
      status: 503,
      headers: { "retry-after": "5", connection: "close" },
    });
    expect(first.text).toContain("slower");
  });

  it("[BX-14] in chunks make room as well", async () => {
    const [ann = "", bob = "", cid = ""] = await joinAll("ann", "bob", "cid");
    const chunked = { "transfer-encoding": "chunked", "content-type": "application/zip" };
    const slow = [ann, bob].map((token) => begin(PUBLISH, chunked, token));
    for (const request of slow) request.write(chunk("P".repeat(390_000)));
    await until("the room is full", async () => {
      const probe = begin(PUBLISH, { ...large, "content-length": "395000" }, cid);
      probe.write(Buffer.alloc(395_000));
      return (await probe.answer).status === 503;
    });
    const upload = begin(PUBLISH, large, cid);
    upload.write(Buffer.alloc(300_000));
    expect((await upload.answer).status).toBe(400);
    expect((await Promise.race(slow.map(({ answer }) => answer))).status).toBe(503);
  });

  it("[BX-14] of those who hold some leave room for those who hold none", async () => {
    const tokens = [];
    for (const name of ["ann", "bob", "cid"])
      tokens.push(await registry.join(`${name}@example.org`));
    const [ann = "", bob = "", cid = ""] = tokens;
    await hold(300_000, ann);
    await hold(300_000, bob);
    for (const token of [ann, bob]) {
      const more = begin(PUBLISH, { ...large, "content-length": "99999" }, token);
      more.write("P");
      if (token === bob) expect((await more.answer).status).toBe(503);
    }
    const newcomer = begin(PUBLISH, large, cid);
    newcomer.write(Buffer.alloc(300_000));
    expect((await newcomer.answer).status).toBe(400);
  });

  it("[BX-14] lose their place when they do not arrive", async () => {
    await registry.close();
    registry = await openRegistry({ requestBodies: { ...LIMITS, graceSeconds: 0.3 } });
    const ann = await registry.join("ann@example.org");
    const ways: Readonly<Record<string, string>>[] = [
      large,
      { "transfer-encoding": "chunked", "content-type": "application/zip" },
    ];
    for (const headers of ways) {
      const request = begin(PUBLISH, headers, ann);
      request.write(headers === large ? "P" : chunk("P"));
      expect(await request.answer).toMatchObject({ status: 408, headers: { connection: "close" } });
      await request.closed;
    }
    const next = begin(PUBLISH, { ...large, "content-length": "400000" }, ann);
    next.write(Buffer.alloc(400_000));
    expect((await next.answer).status).toBe(400);
  });

  const adapters = createAdapters(FACE_OPTIONS);
  const addresses = [
    ...apiRoutes.map(({ method, path }) => [method, path] as const),
    ...adapters.flatMap(({ rows }) => rows.map(({ method, path }) => [method, path] as const)),
    ["POST", "/registry/mcp"] as const,
    ["POST", "/hosts/explain"] as const,
  ].filter(([method]) => method !== "GET");

  it("[BX-14] are refused unread where one is too large, on every route", async () => {
    const wrong: string[] = [];
    for (const [method, path] of addresses) {
      const address = path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, "none");
      const request = begin(address, { "content-length": "400001" }, undefined, method);
      const { status } = await request.answer;
      if (status === 413) await request.closed;
      else wrong.push(`${method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

describe("bodies that come in chunks", () => {
  it.each([
    ["/registry/mcp", "application/json"],
    [PUBLISH, "application/zip"],
    ["/clawhub/api/v1/skills", "multipart/form-data; boundary=x"],
    ["/gaia/publish/skill", "multipart/form-data; boundary=x"],
  ])("[BX-14] are cut off as soon as they are too long: %s", async (path, type) => {
    const ann = await registry.join("ann@example.org");
    const request = begin(path, { "transfer-encoding": "chunked", "content-type": type }, ann);
    // What a form begins with; forms are looked at while they arrive.
    const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n';
    request.write(chunk(head));
    for (let sent = 0; sent < 500_000; sent += 50_000) request.write(chunk("x".repeat(50_000)));
    expect(await request.answer).toMatchObject({ status: 413, headers: { connection: "close" } });
    await request.closed;
  });
});
