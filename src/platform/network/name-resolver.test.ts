import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type NameRecord, startNameServer } from "../../../test/support/name-server.ts";
import { until } from "../../../test/support/wait.ts";
import { createNameResolver, isNameServer } from "./name-resolver.ts";
import { readSystemNames } from "./system-names.ts";

const RECORDS: Readonly<Record<string, NameRecord>> = {
  "open.example": ["93.184.215.14"],
  "intranet.corp.example": ["10.1.2.3"],
  "api.web.svc.example": ["10.1.2.4"],
};

function find(name: string): NameRecord {
  return name.endsWith(".slow.example") ? "silent" : (RECORDS[name] ?? "unknown");
}

/** What a machine with these two files knows. */
function systemWith(hosts: string, resolver: string): () => ReturnType<typeof readSystemNames> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-names-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const files = { hosts: join(folder, "hosts"), resolver: join(folder, "resolv.conf") };
  writeFileSync(files.hosts, hosts);
  writeFileSync(files.resolver, resolver);
  return () => readSystemNames(files);
}

describe("a name that a stranger chose", () => {
  it("is looked up as the machine would: its own names, a server, then search domains", async () => {
    const server = await startNameServer(find);
    const readSystem = systemWith(
      "127.0.0.1 localhost\n10.9.9.9 Model.Lab model # the model\n::1 localhost\nnonsense broken\n",
      "nameserver 192.0.2.53\nsearch corp.example svc.example\noptions edns0 ndots:2\n",
    );
    const resolve = createNameResolver({ servers: [server.address], readSystem }).forOwner("ada");
    expect(await resolve("localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(await resolve("app.localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(await resolve("model.lab")).toEqual(["10.9.9.9"]);
    expect(server.asked).toEqual([]);
    expect(await resolve("open.example")).toEqual(["93.184.215.14"]);
    expect(await resolve("intranet")).toEqual(["10.1.2.3"]);
    expect(await resolve("api.web")).toEqual(["10.1.2.4"]);
    await expect(resolve("broken")).rejects.toMatchObject({
      code: "ENOTFOUND",
      message: "the name `broken` is unknown",
    });
  });

  it("[BX-14] is no longer asked for when its asker is gone, and makes room for the next", async () => {
    const server = await startNameServer(find);
    const names = createNameResolver({
      servers: [server.address],
      mostPerOwner: 1,
      mostWaiting: 2,
    });
    const resolve = names.forOwner("mallory");
    const leave = new AbortController();
    const slow = [1, 2, 3].map((number) => resolve(`n${number}.slow.example`, leave.signal));
    await until("the first is asked for", () => server.asked.includes("n1.slow.example A"));
    await expect(resolve("open.example")).rejects.toMatchObject({
      message: "too many names are being looked up at once",
    });
    // Others have places of their own.
    expect(await names.forOwner("ada")("open.example")).toEqual(["93.184.215.14"]);
    leave.abort(new Error("Gone."));
    const ends = await Promise.allSettled(slow);
    expect(ends).toEqual(ends.map(() => ({ status: "rejected", reason: new Error("Gone.") })));
    expect(await resolve("open.example")).toEqual(["93.184.215.14"]);
    expect(server.asked.join()).not.toMatch(/n[23]\.slow/u);
  });

  it("[BX-14] holds a place for a while only, where no server answers", async () => {
    const server = await startNameServer(find);
    const names = createNameResolver({ servers: [server.address], patienceMs: 50, mostAtOnce: 1 });
    await expect(names.forOwner("mallory")("n1.slow.example")).rejects.toMatchObject({
      code: "EAI_AGAIN",
      message: "no name server answers for `n1.slow.example`",
    });
    expect(await names.forOwner("ada")("open.example")).toEqual(["93.184.215.14"]);
  });
});

describe("the address of a name server", () => {
  it.each([
    ["10.0.0.53", true],
    ["127.0.0.1:5353", true],
    ["::1", true],
    ["[::1]:53", true],
    ["[10.0.0.53]:53", false],
    ["127.0.0.1:0", false],
    ["127.0.0.1:70000", false],
    ["dns.example", false],
    ["", false],
  ])("%j: %s", (text, expected) => {
    expect(isNameServer(text)).toBe(expected);
  });
});
