import { importJWK, type JWK, SignJWT } from "jose";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import type { Database } from "../data/index.ts";
import { createFakeClock } from "../../platform/machine/clock.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { identifyCaller, openSession, refreshSession, register, rotateKeys } from "./index.ts";

const ada = { email: "ada@example.org", password: "correct horse" };
const REFUSED = { status: 401, json: { detail: "Invalid or expired token" } };

interface Session {
  readonly token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

function claimsIn(token: string): { readonly sid: string } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    readonly sid: string;
  };
}

describeOnDatabases("an access token", ({ open }) => {
  /** Two servers on one database, and somebody with a session who uses the second one. */
  async function begin(): Promise<{
    readonly database: Database;
    readonly here: Platform;
    readonly session: Session;
    readonly use: (token: string) => ReturnType<Platform["send"]>;
  }> {
    const database = await open();
    const here = await createPlatform({ database });
    const replica = await createPlatform({ database });
    const { json } = await here.send("POST", "/api/v1/auth/register", { body: ada });
    const use = (token: string): ReturnType<Platform["send"]> =>
      replica.send("GET", "/api/v1/auth/me", { token });
    return { database, here, session: json as Session, use };
  }

  it("is good for as long as the settings say, also when its key was retired since", async () => {
    const clock = createFakeClock();
    const ports = { ...createAccounts(await open(), clock), accessMinutes: 7 * 24 * 60 };
    const { accessToken, expiresIn } = await openSession(ports, await register(ports, ada));
    expect(expiresIn).toBe(604_800);
    clock.advance(3 * 86_400_000);
    await rotateKeys(ports);
    clock.advance(3 * 86_400_000);
    await rotateKeys(ports);
    expect((await identifyCaller(ports, accessToken)).user.email).toBe(ada.email);
    clock.advance(86_400_001);
    await expect(identifyCaller(ports, accessToken)).rejects.toThrow("Invalid or expired token");
  });

  it("[BX-14] ends with the logout of its session, on every replica", async () => {
    const { here, session, use } = await begin();
    expect(await use(session.token)).toMatchObject({ status: 200 });
    await here.send("POST", "/api/v1/auth/logout", { token: session.token });
    expect(await use(session.token)).toMatchObject(REFUSED);
  });

  it("[BX-14] ends with a change of the password, in every session of the account", async () => {
    const { here, session, use } = await begin();
    const other = await here.send("POST", "/api/v1/auth/login", { body: ada });
    const changed = await here.send("POST", "/api/v1/auth/password", {
      token: session.token,
      body: { current_password: ada.password, password: "another long horse" },
    });
    expect(changed).toMatchObject({ status: 200 });
    for (const { token } of [session, other.json as Session])
      expect(await use(token)).toMatchObject(REFUSED);
    expect(await use((changed.json as Session).token)).toMatchObject({ status: 200 });
  });

  it("[BX-14] ends when the record of its session is deleted", async () => {
    const { database, session, use } = await begin();
    await database.query
      .deleteFrom("sessions")
      .where("id", "=", claimsIn(session.token).sid)
      .execute();
    expect(await use(session.token)).toMatchObject(REFUSED);
  });

  it("[BX-14] is refused for a session that was never opened, whoever signed it", async () => {
    const { here, session, use } = await begin();
    const { database, cipher } = here.ports.accounts;
    const row = await database.query
      .selectFrom("signing_keys")
      .selectAll()
      .executeTakeFirstOrThrow();
    const jwk = cipher.decrypt(row.private_jwk, `signing_keys/${row.id}`);
    const key = await importJWK(JSON.parse(jwk) as JWK, "EdDSA");
    const sign = (sid: string, sub: string): Promise<string> =>
      new SignJWT({ role: "admin", sid })
        .setProtectedHeader({ alg: "EdDSA", kid: row.id, typ: "at+jwt" })
        .setIssuer("skillwright")
        .setAudience("skillwright")
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime("15m")
        .sign(key);
    const { sid } = claimsIn(session.token);
    expect(await use(await sign(sid, session.user.id))).toMatchObject({ status: 200 });
    expect(await use(await sign("made-up", session.user.id))).toMatchObject(REFUSED);
    const bob = await here.send("POST", "/api/v1/auth/register", {
      body: { ...ada, email: "bob@example.org" },
    });
    // A session counts for the account that opened it alone.
    expect(await use(await sign(sid, (bob.json as Session).user.id))).toMatchObject(REFUSED);
  });

  it("[BX-14] is not given again by a refresh that meets the end of the session", async () => {
    const { here, session } = await begin();
    const { accounts } = here.ports;
    const pair = await openSession(accounts, { ...session.user, ...ACTIVE });
    const [renewed] = await Promise.allSettled([
      refreshSession(accounts, pair.refreshToken),
      here.send("POST", "/api/v1/auth/logout", { token: pair.accessToken }),
    ]);
    if (renewed.status === "fulfilled")
      await expect(refreshSession(accounts, renewed.value.refreshToken)).rejects.toThrow("Invalid");
    await expect(refreshSession(accounts, pair.refreshToken)).rejects.toThrow("Invalid");
  });
});

const ACTIVE = {
  email: ada.email,
  role: "admin",
  isActive: true,
  createdAt: "2026-11-15T10:00:00.000Z",
} as const;
