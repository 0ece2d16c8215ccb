import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { until } from "../../../test/support/wait.ts";
import { createFakeClock, type FakeClock } from "../../platform/machine/clock.ts";
import {
  type AccountPorts,
  identifyCaller,
  changePassword,
  changeUser,
  checkLogin,
  closeSession,
  closeAllSessions,
  findUser,
  listApiTokens,
  mintApiToken,
  openSession,
  publicKeys,
  refreshSession,
  register,
  resetAdmin,
  revokeApiToken,
  rotateKeys,
  type User,
} from "./index.ts";
import type { NewApiToken } from "./api-tokens.ts";

const MINUTE = 60_000;
const ada = { email: "Ada@Example.org", password: "correct horse" };

/** A token that the user makes in a session. */
async function mintFor(
  ports: AccountPorts,
  user: User,
  wanted: NewApiToken,
): ReturnType<typeof mintApiToken> {
  const { accessToken } = await openSession(ports, user);
  return await mintApiToken(ports, await identifyCaller(ports, accessToken), wanted);
}

function kid(token: string): unknown {
  const [header = ""] = token.split(".");
  return (JSON.parse(Buffer.from(header, "base64url").toString()) as { readonly kid: string }).kid;
}

describeOnDatabases("accounts", ({ open, kind }) => {
  async function begin(): Promise<AccountPorts & { readonly clock: FakeClock }> {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    return { ...createAccounts(await open(), clock), clock };
  }

  it("makes the first account an administrator's, and takes an address once", async () => {
    const ports = await begin();
    const first = await register(ports, ada);
    expect(first).toMatchObject({ email: "ada@example.org", role: "admin", isActive: true });
    const second = await register(ports, { email: "bob@example.org", password: PASSWORD });
    expect(second.role).toBe("user");
    await expect(register(ports, { ...ada, email: "ADA@example.org" })).rejects.toThrow(
      "Email already registered",
    );
    await expect(register(ports, { email: "nobody", password: PASSWORD })).rejects.toThrow(
      "Valid email address required",
    );
    await expect(register(ports, { email: "c@d.org", password: "12345" })).rejects.toThrow(
      "Password must be at least 10 characters",
    );
  });

  it("lets one of two in that register the same address at once", async () => {
    const ports = await begin();
    await register(ports, { email: "root@example.org", password: PASSWORD });
    const both = await Promise.allSettled([register(ports, ada), register(ports, ada)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("[AF-10] gives a token for a right password, good for fifteen minutes", async () => {
    const ports = await begin();
    const user = await register(ports, ada);
    await expect(checkLogin(ports, { ...ada, password: "wrong one" })).rejects.toThrow(
      "Invalid email or password",
    );
    await expect(
      checkLogin(ports, { email: "x@example.org", password: "wrong one" }),
    ).rejects.toThrow("Invalid email or password");
    expect(await checkLogin(ports, ada)).toMatchObject(user);
    const { accessToken, expiresIn } = await openSession(ports, user);
    expect(expiresIn).toBe(900);
    expect((await identifyCaller(ports, accessToken)).user).toEqual(user);
    ports.clock.advance(16 * MINUTE);
    await expect(identifyCaller(ports, accessToken)).rejects.toThrow("Invalid or expired token");
  });

  it("[AF-10] refuses tokens that are forged, of another issuer, or no tokens", async () => {
    const ports = await begin();
    const { accessToken } = await openSession(ports, await register(ports, ada));
    const [header = "", payload = "", signature = ""] = accessToken.split(".");
    const forged = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object),
        sub: "somebody else",
      }),
    ).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${unsigned}.${payload}.`,
      "x",
      "swt_x",
      "",
    ])
      await expect(identifyCaller(ports, token)).rejects.toThrow("Invalid or expired token");
    await expect(identifyCaller({ ...ports, issuer: "other" }, accessToken)).rejects.toThrow(
      "Invalid",
    );
  });

  it("renews a session once for each refresh token, and ends it when one is used twice", async () => {
    const ports = await begin();
    const first = await openSession(ports, await register(ports, ada));
    const second = await refreshSession(ports, first.refreshToken);
    expect(second.user.email).toBe("ada@example.org");
    ports.clock.advance(6000);
    await expect(refreshSession(ports, first.refreshToken)).rejects.toThrow("Invalid or expired");
    await expect(refreshSession(ports, second.refreshToken)).rejects.toThrow("Invalid or expired");
    await expect(identifyCaller(ports, second.accessToken)).rejects.toThrow("Invalid or expired");
  });

  it("gives both a new pair that renew at once, since that is one person with two programs", async () => {
    const ports = await begin();
    const { refreshToken } = await openSession(ports, await register(ports, ada));
    const both = await Promise.all([
      refreshSession(ports, refreshToken),
      refreshSession(ports, refreshToken),
    ]);
    for (const { accessToken } of both)
      expect((await identifyCaller(ports, accessToken)).user.email).toBe("ada@example.org");
    for (const pair of both) await refreshSession(ports, pair.refreshToken);
  });

  // SQLite has one writer at a time.
  it.each(kind === "postgres" ? [{ role: "user" as const }, { isActive: false }] : [])(
    "[BX-14] keeps an administrator where two shut each other out at once with %j",
    async (change) => {
      const ports = await begin();
      const { query } = ports.database;
      const first = await register(ports, ada);
      const second = await register(ports, { email: "bob@example.org", password: PASSWORD });
      await changeUser(ports, second.id, { role: "admin" });
      const held = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      // The change of the second has asked whether there is another, and waits to be written.
      const holding = query.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("users")
          .set({ role: "admin" })
          .where("id", "=", second.id)
          .execute();
        locked.resolve();
        await held.promise;
      });
      const waiting = async (): Promise<number> => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(query);
        return rows.length;
      };
      await locked.promise;
      const changes = [changeUser(ports, second.id, change)];
      await until("the first change waits", async () => (await waiting()) === 1);
      let isOver = false;
      const other = changeUser(ports, first.id, change);
      changes.push(other);
      void other.catch(() => {}).finally(() => (isOver = true));
      await until("the second waits, or is over", async () => isOver || (await waiting()) === 2);
      held.resolve();
      await holding;
      const ends = await Promise.allSettled(changes);
      // Whose turn it is first is up to the database.
      expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const left = await Promise.all([first, second].map(({ id }) => findUser(ports, id)));
      expect(left.filter((user) => user?.role === "admin" && user.isActive)).toHaveLength(1);
    },
  );

  it("[AF-12] keeps an administrator, and takes back what an old password could have made", async () => {
    const ports = await begin();
    const first = await register(ports, ada);
    for (const change of [{ role: "user" as const }, { isActive: false }])
      await expect(changeUser(ports, first.id, change)).rejects.toThrow("The last administrator");
    const second = await register(ports, { email: "bob@example.org", password: PASSWORD });
    await changeUser(ports, second.id, { role: "admin" });
    expect(await changeUser(ports, first.id, { role: "user" })).toMatchObject({ role: "user" });
    const wrong = { current: "wrong", password: "new password" };
    await expect(changePassword(ports, second, wrong)).rejects.toThrow("Invalid email or password");
    await changePassword(ports, second, { current: PASSWORD, password: "new password" });
    await checkLogin(ports, { email: "bob@example.org", password: "new password" });
    const reset = await resetAdmin(ports, { email: first.email, password: "set anew today" });
    expect(reset).toMatchObject({ id: first.id, role: "admin", isActive: true });
    const made = await resetAdmin(ports, { email: "new@example.org", password: "set anew today" });
    expect(made).toMatchObject({ email: "new@example.org", role: "admin" });
  });

  it("takes tokens back when somebody logs out or is shut out", async () => {
    const ports = await begin();
    const user = await register(ports, ada);
    const one = await openSession(ports, user);
    const two = await openSession(ports, user);
    await register(ports, { email: "root@example.org", password: PASSWORD }, { role: "admin" });
    await closeSession(ports, one.accessToken);
    await expect(identifyCaller(ports, one.accessToken)).rejects.toThrow(
      "Invalid or expired token",
    );
    expect((await identifyCaller(ports, two.accessToken)).user).toEqual(user);
    await changeUser(ports, user.id, { isActive: false });
    await expect(identifyCaller(ports, two.accessToken)).rejects.toThrow(
      "User account is disabled",
    );
    await expect(checkLogin(ports, ada)).rejects.toThrow("User account is disabled");
    await closeAllSessions(ports, user.id);
    await changeUser(ports, user.id, { isActive: true });
    await expect(refreshSession(ports, two.refreshToken)).rejects.toThrow("Invalid or expired");
  });

  it("verifies with the keys before a rotation, and signs with the new one", async () => {
    const ports = await begin();
    const user = await register(ports, ada);
    const { accessToken } = await openSession(ports, user);
    ports.clock.advance(1000);
    await rotateKeys(ports);
    expect((await identifyCaller(ports, accessToken)).user).toEqual(user);
    const later = await openSession(ports, user);
    const { keys } = await publicKeys(ports);
    expect(keys.map((key) => key.kid)).toEqual([kid(later.accessToken), kid(accessToken)]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it("knows personal tokens by their text alone, with their scopes, until they end", async () => {
    const ports = await begin();
    const user = await register(ports, ada);
    const made = await mintFor(ports, user, { name: "ci", scopes: ["skills:read"], days: 1 });
    expect(made.token).toMatch(/^swt_/u);
    // Without the scope of administrators a token acts as a person.
    const person = { ...user, role: "user" };
    expect(await identifyCaller(ports, made.token)).toMatchObject({
      user: person,
      scopes: ["skills:read"],
    });
    expect(JSON.stringify(await listApiTokens(ports, user))).not.toContain(made.token);
    ports.clock.advance(25 * 60 * MINUTE);
    await expect(identifyCaller(ports, made.token)).rejects.toThrow("Invalid or expired token");
    const other = await mintFor(ports, user, { name: "x", scopes: [] });
    await revokeApiToken(ports, user, other.id);
    await expect(identifyCaller(ports, other.token)).rejects.toThrow("Invalid or expired token");
    await expect(revokeApiToken(ports, user, other.id)).rejects.toThrow("You have no token");
  });

  it("keeps no password and no token as it was given", async () => {
    const ports = await begin();
    const user = await register(ports, ada);
    const { refreshToken, accessToken } = await openSession(ports, user);
    const { token } = await mintFor(ports, user, { name: "ci", scopes: [] });
    const { query } = ports.database;
    const everything = JSON.stringify([
      await query.selectFrom("users").selectAll().execute(),
      await query.selectFrom("sessions").selectAll().execute(),
      await query.selectFrom("api_tokens").selectAll().execute(),
    ]);
    for (const secret of [ada.password, refreshToken, accessToken, token])
      expect(everything).not.toContain(secret);
  });
});
