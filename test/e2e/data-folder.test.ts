/** What other users of the machine can read of a server's data: nothing, from the first byte on. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { playground } from "../support/program.ts";
import { type Running, useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start } = useProgram();
const PASSWORD = "planted-password-4711";
const EMAIL = "admin@skillwright.local";
const SKILL = { name: "greet", content: "---\nname: greet\n---\n\nGreet.\n" };

interface Served {
  readonly server: Running;
  readonly url: string;
}

function begin(folder: string, environment: Record<string, string> = {}): Running {
  return start(["serve", "--port", "0", "--data", "data"], {
    folder,
    environment: { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD, ...environment },
  });
}

async function serve(folder: string, environment: Record<string, string> = {}): Promise<Served> {
  const server = begin(folder, environment);
  await until("the server has told everything", () => server.output().includes("Listening on"));
  return { server, url: /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "" };
}

async function stop({ server }: Served): Promise<void> {
  server.child.kill("SIGTERM");
  await server.exited;
}

async function logIn(url: string): Promise<string> {
  const { token } = await createClient({ url }).login({
    body: { email: EMAIL, password: PASSWORD },
  });
  return token;
}

/** Everything below a folder that somebody else could read or enter, with its mode. */
function readableByOthers(folder: string): readonly string[] {
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return paths.flatMap((path) => {
    const full = path === folder ? folder : join(folder, path);
    const mode = statSync(full).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${path} ${mode.toString(8)}`];
  });
}

/** All that the files of the database hold, the log and free pages too. */
function databaseBytes(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.startsWith("state.db") && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("");
}

function headerOf(token: string): string {
  return Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
}

const PRIVATE_JWK = /"d":"[\w-]{43}"/u;

describe("the data folder", () => {
  it("belongs to one server: a second one says so and ends, until the first is gone", async () => {
    const { folder } = playground();
    const first = await serve(folder);
    const second = begin(folder);
    await second.exited;
    expect(second.child.exitCode).toBe(2);
    expect(second.output()).toContain("Another server already uses this data.");
    expect(second.output()).toContain("--data DIR");
    expect(second.output()).not.toContain("Listening on");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    // A process that is killed leaves nothing behind that keeps the next one out.
    first.server.child.kill("SIGKILL");
    await first.server.exited;
    const third = await serve(folder);
    await stop(third);
    await stop(await serve(folder));
  });

  it("[BX-14] is closed to other users while the server runs, with everything in it", async () => {
    const { folder } = playground();
    const served = await serve(folder);
    const client = createClient({ url: served.url, token: await logIn(served.url) });
    await client.createSkill({ body: SKILL });
    await client.createKnowledgeBase({ body: { name: "handbook" } });
    const data = join(folder, "data");
    expect(readdirSync(data)).toEqual(
      expect.arrayContaining(["state.db", "state.db-wal", "skills"]),
    );
    expect(readableByOthers(data)).toEqual([]);
    await stop(served);
    expect(readableByOthers(data)).toEqual([]);
  });

  it("[BX-14] that was open is closed at the next start, with a notice", async () => {
    const { folder } = playground();
    await stop(await serve(folder));
    const data = join(folder, "data");
    for (const path of ["", "state.db", "skills"]) chmodSync(join(data, path), 0o755);
    const served = await serve(folder);
    expect(served.server.output()).toContain("platform/open-data-folder");
    expect(readableByOthers(data)).toEqual([]);
    await stop(served);
    const again = await serve(folder);
    expect(again.server.output()).not.toContain("platform/open-data-folder");
  });

  it("[BX-14] holds no signing key as plain text, nor does a database of an earlier version", async () => {
    const { folder } = playground();
    const first = await serve(folder);
    const before = await logIn(first.url);
    const data = join(folder, "data");
    expect(databaseBytes(data)).not.toMatch(PRIVATE_JWK);
    await stop(first);
    // As an earlier version left it: the private half as plain JSON.
    const database = new DatabaseSync(join(data, "state.db"));
    const plain = JSON.stringify({
      kty: "OKP",
      crv: "Ed25519",
      d: "d".repeat(43),
      x: "x".repeat(43),
    });
    database.prepare("update signing_keys set private_jwk = ?").run(plain);
    database.close();
    expect(databaseBytes(data)).toMatch(PRIVATE_JWK);
    const second = await serve(folder);
    expect(second.server.output()).toContain("platform/plain-secrets");
    expect(databaseBytes(data)).not.toMatch(PRIVATE_JWK);
    const client = createClient({ url: second.url, token: before });
    // What was signed before is good until it expires; the next token has another key.
    expect(await client.readMe()).toMatchObject({ email: EMAIL });
    expect(headerOf(await logIn(second.url))).not.toBe(headerOf(before));
  });

  it("[BX-14] opens with its own key alone, and takes a new one beside the old one", async () => {
    const { folder } = playground();
    const data = join(folder, "data");
    const [old, next] = [
      Buffer.alloc(32, 1).toString("base64"),
      Buffer.alloc(32, 2).toString("hex"),
    ];
    const first = await serve(folder, { SKILLWRIGHT_SECRET_KEY: old });
    const token = await logIn(first.url);
    await stop(first);
    expect(readdirSync(data)).not.toContain("secret.key");
    const refusals: readonly (readonly [Record<string, string>, string])[] = [
      [{ SKILLWRIGHT_SECRET_KEY: next }, "Give every replica the same SKILLWRIGHT_SECRET_KEY"],
      [{}, "The key for the secrets in the database is missing."],
      [{ SKILLWRIGHT_SECRET_KEY: "hunter2" }, "`SKILLWRIGHT_SECRET_KEY` does not hold a key"],
    ];
    for (const [environment, message] of refusals) {
      const refused = begin(folder, environment);
      expect(await refused.exited).toBe(2);
      expect(refused.output()).toContain(message);
      expect(refused.output()).not.toContain("hunter2");
    }
    const both = await serve(folder, {
      SKILLWRIGHT_SECRET_KEY: next,
      SKILLWRIGHT_SECRET_KEY_PREVIOUS: old,
    });
    await stop(both);
    // Everything was encrypted anew, so that the old key is not needed any more.
    const later = await serve(folder, { SKILLWRIGHT_SECRET_KEY: next });
    expect(await createClient({ url: later.url, token }).readMe()).toMatchObject({ email: EMAIL });
    expect((await logIn(later.url)).length).toBeGreaterThan(0);
  });

  it("never has its rights changed through a link", async () => {
    const { folder } = playground();
    const data = join(folder, "data");
    mkdirSync(join(data, "skills"), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere", "notes"), "x");
    chmodSync(join(folder, "elsewhere", "notes"), 0o644);
    chmodSync(data, 0o755);
    symlinkSync(join(folder, "elsewhere"), join(data, "skills", "link"));
    await stop(await serve(folder));
    expect(statSync(join(folder, "elsewhere", "notes")).mode & 0o777).toBe(0o644);
  });
});
