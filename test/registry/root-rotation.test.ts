/** A registry that signs with a new root: clients follow it where the one that they trust vouches for it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { program, runFile } from "../support/clients.ts";
import { openVerifier } from "../support/log-verifier.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";

let registry: RegistryServer;
let ann = "";

beforeAll(async () => {
  registry = await openRegistry();
  ann = await registry.join("ann@example.com");
  await publish("letters");
});

afterAll(() => registry.close());

async function publish(name: string): Promise<void> {
  const files = [{ path: "SKILL.md", text: skillText(name) }];
  const json = { version: "1.0.0", files };
  const made = await registry.send("POST", "/registry/api/v1/skills", { token: ann, json });
  expect(made.status).toBe(201);
}

async function get(path: string): Promise<string> {
  return await (await registry.send("GET", path)).text();
}

it("[GA-15] is followed by those who trust the root before, and by nobody else", async () => {
  const folder = temporaryFolder();
  const environment = {
    HOME: folder,
    SKILLWRIGHT_REGISTRY: registry.url,
    SKILLWRIGHT_PASSWORD: "correct horse",
  };
  const run = async (...words: readonly string[]) =>
    await runFile(process.execPath, [program, ...words], { folder, environment });
  // The first login pins the root, and shows it.
  const login = await run("login", registry.url, "--email=ann@example.com");
  expect(login.stderr).toMatch(/fingerprint (?:[0-9a-f]{4} ){9}[0-9a-f]{4}/u);
  const file = join(folder, ".skillwright/trusted-keys.json");
  const first = readFileSync(file, "utf8");
  const before = await get("/registry/log/key");
  expect(first).toContain(before.trim());
  expect((await run("install", "letters", "--yes", "--allow-experimental")).code).toBe(0);
  const token = await registry.moderator();
  const rotated = await registry.send("POST", "/registry/api/v1/root/rotate", { token });
  expect(rotated.status).toBe(200);
  const after = await get("/registry/log/key");
  expect(after).not.toBe(before);
  await publish("notes");
  // An independent reader of notes takes the checkpoint by the new key alone.
  const checkpoint = await get("/registry/log/checkpoint");
  expect(() => openVerifier(after.trim()).check(checkpoint)).not.toThrow();
  expect(() => openVerifier(before.trim()).check(checkpoint)).toThrow("not signed");
  const next = await run("install", "notes", "--yes", "--allow-experimental");
  expect([next.code, next.stderr]).toEqual([0, expect.stringContaining("signs with a new root")]);
  expect(readFileSync(file, "utf8")).toContain(after.trim());
  // What the root before has signed still counts, in the lock and in the log.
  expect((await run("installed")).code).toBe(0);
  expect((await run("lock", "--check")).code).toBe(0);
  // Whoever trusts another root is not led on, and a key counts as a whole: not by its name, its id, or how it begins.
  const [name = "", id = "", ...key] = before.trim().split("+");
  const bytes = Buffer.from(key.join("+"), "base64");
  const others = [
    Buffer.concat([bytes.subarray(0, 1), Buffer.alloc(bytes.length - 1, 1)]),
    Buffer.concat([bytes, Buffer.alloc(3)]),
    bytes.subarray(0, -3),
  ];
  for (const other of others) {
    const text = `${name}+${id}+${other.toString("base64")}`;
    writeFileSync(
      file,
      first.replace(before.trim(), () => text),
    );
    const refused = await run("install", "notes", "--force", "--yes", "--allow-experimental");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("another key than the one that you trust"),
    ]);
    expect(readFileSync(file, "utf8")).toContain(text);
  }
});
