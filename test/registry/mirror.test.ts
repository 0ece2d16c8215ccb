/** A whole copy of a registry: proved by the log, brought up to date, and refused wherever the registry lies. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/platform/machine/index.ts";
import { newKeyPair } from "../../src/platform/signing/index.ts";
import { mirrorRegistry } from "../../src/registry/mirror/index.ts";
import { program, runFile } from "../support/clients.ts";
import { openVerifier, verifyLog } from "../support/log-verifier.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  type Asker,
  askAs,
  bytesAt,
  openRegistry,
  type RegistryServer,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let ann: Asker;
let moderator: Asker;
let liar: Server;
/** What the registry in the middle makes of an answer. */
let lie: (path: string, bytes: Buffer) => Buffer = (_path, bytes) => bytes;

beforeAll(async () => {
  registry = await openRegistry();
  const [token, root] = [await registry.join("ann@example.com"), await registry.moderator()];
  ann = askAs(() => [registry, token]);
  moderator = askAs(() => [registry, root]);
  for (const name of ["letters", "notes"]) await ann.publish(name);
  liar = createServer((request, response) => {
    const path = request.url ?? "";
    void fetch(`${registry.url}${path}`)
      .then(async (answer) => [answer.status, Buffer.from(await answer.arrayBuffer())] as const)
      .then(([status, bytes]) => response.writeHead(status).end(lie(path, bytes)));
  });
  await once(liar.listen(0, "127.0.0.1"), "listening");
});

afterAll(async () => {
  liar.close();
  await registry.close();
});

const options = { trust: new Map(), now: () => systemClock.now() };

/** Judged by code that shares nothing with what wrote it. */
async function verifyCopy(folder: string): Promise<number> {
  const get = (path: string) => Promise.resolve(readFileSync(join(folder, "registry/log", path)));
  return (await verifyLog(get, (await get("key")).toString("utf8"))).size;
}

it("[BX-11] is whole, is brought up to date, and loses what was taken down", async () => {
  const folder = temporaryFolder();
  const environment = { HOME: temporaryFolder() };
  const run = async () =>
    await runFile(process.execPath, [program, "registry", "mirror", registry.url, folder], {
      folder,
      environment,
    });
  const first = await run();
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringContaining("2 entries (2 new), 2 archives (2 fetched)"),
  ]);
  expect(await verifyCopy(folder)).toBe(2);
  const path = "d/@ann/letters@1.0.0.zip";
  const copied = readFileSync(join(folder, path));
  expect(copied).toEqual(Buffer.from(await bytesAt(`${registry.url}/${path}`)));
  // What was changed on the way is fetched again.
  writeFileSync(join(folder, path), copied.subarray(1));
  await ann.publish("letters", "1.0.1");
  const decision = { decision: "quarantine", reason: "It steals tokens." };
  await moderator.post("/registry/api/v1/skills/notes/1.0.0/moderate", decision);
  const next = await run();
  expect(next.stdout).toContain("4 entries (2 new), 2 archives (2 fetched)");
  expect(next.stdout).toContain("Taken down by the registry, and removed: d/@ann/notes@1.0.0.zip");
  expect(readFileSync(join(folder, path))).toEqual(copied);
  expect(existsSync(join(folder, "d/@ann/notes@1.0.0.zip"))).toBe(false);
  expect(await verifyCopy(folder)).toBe(4);
});

it("[BX-14] loses what was taken down also where the registry withholds something else", async () => {
  const folder = temporaryFolder();
  for (const name of ["bad-letters", "blocker"]) await ann.publish(name);
  await mirrorRegistry(registry.url, folder, options);
  const bad = "d/@ann/bad-letters@1.0.0.zip";
  expect(existsSync(join(folder, bad))).toBe(true);
  await ann.publish("blocker", "1.0.1");
  const skill = "/registry/api/v1/skills/blocker";
  await ann.post(`${skill}/visibility`, { visibility: "private" }, 200, "PUT");
  const decision = { decision: "quarantine", reason: "It steals tokens." };
  await moderator.post("/registry/api/v1/skills/bad-letters/1.0.0/moderate", decision);
  const report = await mirrorRegistry(registry.url, folder, options);
  expect(report).toMatchObject({ removed: [bad], withheld: ["d/@ann/blocker@1.0.1.zip"] });
  expect(existsSync(join(folder, bad))).toBe(false);
  await verifyCopy(folder);
});

it("[BX-14] holds a skill that took back a name which it had", async () => {
  const folder = temporaryFolder();
  await ann.publish("quarry");
  const rename = (from: string, to: string) =>
    ann.post(`/registry/api/v1/skills/${from}/rename`, { name: to });
  await rename("quarry", "meadow");
  // A copy that was made in between loses what has another name again.
  await mirrorRegistry(registry.url, folder, options);
  expect(existsSync(join(folder, "d/@ann/meadow@1.0.0.zip"))).toBe(true);
  await rename("meadow", "quarry");
  await mirrorRegistry(registry.url, folder, options);
  expect(existsSync(join(folder, "d/@ann/quarry@1.0.0.zip"))).toBe(true);
  expect(existsSync(join(folder, "d/@ann/meadow@1.0.0.zip"))).toBe(false);
});

it("[BX-14] writes nothing through links of a folder that came from elsewhere", async () => {
  for (const path of ["d", "registry/log"]) {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(folder, "registry"));
    symlinkSync(outside, join(folder, path));
    await expect(mirrorRegistry(registry.url, folder, options)).rejects.toMatchObject({
      diagnostic: { code: "cli/unwritable" },
    });
    expect(readdirSync(outside)).toEqual([]);
  }
});

function flip(bytes: Buffer): Buffer {
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  return bytes;
}

it("[BX-11] is refused where the registry gives other bytes, other entries or another past", async () => {
  const folder = temporaryFolder();
  const { port } = liar.address() as AddressInfo;
  const copy = () => mirrorRegistry(`http://127.0.0.1:${port}`, folder, options);
  for (const part of ["/d/", "/tile/entries/", "/checkpoint"]) {
    lie = (path, bytes) => (path.includes(part) ? flip(bytes) : bytes);
    await expect(copy(), part).rejects.toMatchObject({
      diagnostic: { code: "registry/wrong-log" },
    });
    expect(existsSync(join(folder, "registry/log/checkpoint"))).toBe(false);
  }
  const early = await (await registry.send("GET", "/registry/log/checkpoint")).text();
  lie = (_path, bytes) => bytes;
  await ann.publish("late-letters");
  const { entries } = await copy();
  expect(await verifyCopy(folder)).toBe(entries);
  // An older state of the same log is signed too.
  lie = (path, bytes) => (path.endsWith("/checkpoint") ? Buffer.from(early) : bytes);
  await expect(copy()).rejects.toThrow("it is shorter than before");
  lie = (_path, bytes) => bytes;
  expect(await verifyCopy(folder)).toBe(entries);
});

it("[BX-11] carries the signature of a second party, as verifiers of C2SP take it", async () => {
  const folder = temporaryFolder();
  const [pair, name] = [newKeyPair(), "witness.example.org"];
  await mirrorRegistry(registry.url, folder, { ...options, witness: { name, pair } });
  const note = readFileSync(join(folder, "registry/log/checkpoint"), "utf8");
  const key = readFileSync(join(folder, "registry/log/key"), "utf8");
  const body = openVerifier(key).check(note);
  const line = note.trimEnd().split("\n").at(-1) ?? "";
  const [, signer, value = ""] = line.split(" ");
  expect(signer).toBe(name);
  const bytes = Buffer.from(value, "base64");
  const publicBytes = Buffer.from(pair.publicBytes);
  const id = createHash("sha256")
    .update(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(4), publicBytes]))
    .digest();
  expect(bytes.subarray(0, 4)).toEqual(id.subarray(0, 4));
  const time = bytes.readBigUInt64BE(4);
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicBytes]);
  const publicKey = createPublicKey({ key: spki, format: "der", type: "spki" });
  const signed = (text: string) => verify(null, Buffer.from(text), publicKey, bytes.subarray(12));
  expect(signed(`cosignature/v1\ntime ${time}\n${body}`)).toBe(true);
  expect(signed(`cosignature/v1\ntime ${time + 1n}\n${body}`)).toBe(false);
});
