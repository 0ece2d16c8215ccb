import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccounts } from "../../../test/support/accounts.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { createPasswordHasher, HasherBusyError } from "../../platform/machine/index.ts";
import { type Database, openDatabase } from "../data/index.ts";
import { checkLogin, register } from "./index.ts";

const EMAIL = "grace.hopper@navy.example";
const GOOD = "tulips under the bridge";

let database: Database;
let platform: Platform;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-passwords-"));
  database = await openDatabase({ address: join(folder, "state.db") });
  platform = await createPlatform({ database });
  await platform.join("root@example.org");
});
afterAll(() => database.close());

async function storedHash(email: string): Promise<string> {
  const row = await database.query
    .selectFrom("users")
    .select("password_hash")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

describe("a new password", () => {
  it.each([
    ["short", "at least 10 characters"],
    ["ninechars", "at least 10 characters"],
    ["password123", "strangers try first"],
    ["Password1!", "strangers try first"],
    ["p@ssw0rd2026", "strangers try first"],
    ["qwertyuiop", "strangers try first"],
    ["Manchester1878", "strangers try first"],
    ["1q2w3e4r5t", "strangers try first"],
    ["aaaaaaaaaaaaaaaa", "repeats or counts on"],
    ["1234567890", "repeats or counts on"],
    ["abcdefghijkl", "repeats or counts on"],
    ["tulip7tulip7tulip7", "repeats or counts on"],
    ["          ", "repeats or counts on"],
    ["hopper-1906", "the email address"],
    ["GraceHopper1", "the email address"],
    ["skillwright1", "the email address"],
    ["x".repeat(1025), "at most 1024 characters"],
  ])("[BX-14] is refused where it is easy to guess: %s", async (password, reason) => {
    const answer = await platform.send("POST", "/api/v1/auth/register", {
      body: { email: EMAIL, password },
    });
    expect(answer).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining(reason) },
    });
  });

  it.each([GOOD, "correct horse", "Zw4nzig-Häuser", "密码密码很长的一句话呢", "kR7#mQ2v!xT9"])(
    "is taken where it is long and of no pattern: %s",
    async (password) => {
      const email = `${Buffer.from(password).toString("hex").slice(0, 12)}@example.org`;
      const answer = await platform.send("POST", "/api/v1/auth/register", {
        body: { email, password },
      });
      expect(answer).toMatchObject({ status: 200 });
    },
  );

  it("[BX-14] is held to the same rules wherever it is set", async () => {
    const token = await platform.join("ada@example.org");
    const changed = await platform.send("POST", "/api/v1/auth/password", {
      token,
      body: { current_password: "correct horse", password: "password123" },
    });
    expect(changed.status).toBe(400);
    const admin = (
      await platform.send("POST", "/api/v1/auth/login", {
        body: { email: "root@example.org", password: "correct horse" },
      })
    ).json as { readonly token: string; readonly user: { readonly id: string } };
    for (const [method, path, body] of [
      ["PATCH", `/api/v1/users/${admin.user.id}`, { password: "password123" }],
      ["POST", "/api/v1/users", { email: "new@example.org", password: "password123" }],
    ] as const)
      expect((await platform.send(method, path, { token: admin.token, body })).status).toBe(400);
  });
});

describe("a stored password", () => {
  it("[BX-14] has the cost that OWASP asks for, and its parameters", async () => {
    const accounts = { ...createAccounts(database), passwords: createPasswordHasher() };
    const email = "cost@example.org";
    await register(accounts, { email, password: GOOD });
    expect(await storedHash(email)).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/u);
    await checkLogin(accounts, { email, password: GOOD });
  });

  it("[BX-14] is stored anew at a login where its cost is older, and only then", async () => {
    const email = "older@example.org";
    const older = createPasswordHasher({ cost: { N: 2, r: 1, p: 1 } });
    const newer = createPasswordHasher({ cost: { N: 4, r: 1, p: 1 } });
    await register({ ...createAccounts(database), passwords: older }, { email, password: GOOD });
    const before = await storedHash(email);
    const accounts = { ...createAccounts(database), passwords: newer };
    await expect(checkLogin(accounts, { email, password: "wrong password" })).rejects.toThrow(
      "Invalid email or password",
    );
    expect(await storedHash(email)).toBe(before);
    await checkLogin(accounts, { email, password: GOOD });
    const after = await storedHash(email);
    expect(after).toMatch(/^scrypt\$4\$1\$1\$/u);
    await checkLogin(accounts, { email, password: GOOD });
    expect(await storedHash(email)).toBe(after);
  });
});

describe("createPasswordHasher", () => {
  it("[BX-14] computes a few at once, lets some wait, and refuses the rest", async () => {
    const hasher = createPasswordHasher({ cost: { N: 1024, r: 8, p: 1 }, mostWaiting: 3 });
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash(GOOD)));
    expect(all.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "fulfilled"),
      ...Array.from({ length: 3 }, () => "rejected"),
    ]);
    for (const one of all)
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(HasherBusyError);
    // The places are free again.
    expect(await hasher.verify(GOOD, await hasher.hash(GOOD))).toEqual({
      isRight: true,
      isOutdated: false,
    });
  });
});
