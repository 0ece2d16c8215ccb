import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { failure, sha256Of } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { publicKeys, signingKey } from "./keys.ts";
import { type AccountPorts, type Caller, momentOf, type User } from "./ports.ts";
import { disabled, findUser } from "./users.ts";

const MINUTE = 60_000;
const ACCESS_MINUTES = 15;
export const REFRESH_DAYS = 30;
const GRACE_MS = 5000;

/** What somebody gets who has logged in. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds for which the access token is good. */
  readonly expiresIn: number;
}

export async function openSession(ports: AccountPorts, user: User): Promise<TokenPair> {
  return await newPair(ports, user, newId());
}

/** Whether the user has ever logged in. */
export async function hasSession({ database }: AccountPorts, userId: string): Promise<boolean> {
  const row = await database.query
    .selectFrom("refresh_tokens")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function newPair(ports: AccountPorts, user: User, family: string): Promise<TokenPair> {
  const { database, clock } = ports;
  const refreshToken = `swr_${newSecret()}`;
  await database.query
    .insertInto("refresh_tokens")
    .values({
      id: newId(),
      user_id: user.id,
      family_id: family,
      token_hash: sha256Of(refreshToken),
      created_at: momentOf(clock),
      expires_at: momentOf(clock, REFRESH_DAYS * 24 * 60 * MINUTE),
      used_at: null,
      revoked_at: null,
    })
    .execute();
  const accessToken = await signAccess(ports, user, family);
  return { accessToken, refreshToken, expiresIn: ACCESS_MINUTES * 60 };
}

async function signAccess(ports: AccountPorts, user: User, family: string): Promise<string> {
  const { id, algorithm, key } = await signingKey(ports);
  const seconds = Math.floor(ports.clock.now() / 1000);
  return await new SignJWT({ role: user.role, sid: family })
    .setProtectedHeader({ alg: algorithm, kid: id, typ: "at+jwt" })
    .setIssuer(ports.issuer)
    .setAudience(ports.issuer)
    .setSubject(user.id)
    .setJti(newId())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_MINUTES * 60)
    .sign(key);
}

/** A new pair for a refresh token. One that was used before was stolen, or stole: its whole family ends. */
export async function refreshSession(
  ports: AccountPorts,
  refreshToken: string,
): Promise<TokenPair & { readonly user: User }> {
  const { database, clock } = ports;
  const now = momentOf(clock);
  const row = await database.query
    .selectFrom("refresh_tokens")
    .selectAll()
    .where("token_hash", "=", sha256Of(refreshToken))
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null || row.expires_at <= now) throw badToken();
  const { numUpdatedRows } = await database.query
    .updateTable("refresh_tokens")
    .set({ used_at: now })
    .where("id", "=", row.id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0 && !(await isSameMoment(ports, row.id))) {
    await endFamily(ports, row.family_id);
    throw badToken();
  }
  const user = await findUser(ports, row.user_id);
  if (user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  return { ...(await newPair(ports, user, row.family_id)), user };
}

/** Two programs of one person may renew at once; only a use long after the first one looks like theft. */
async function isSameMoment({ database, clock }: AccountPorts, id: string): Promise<boolean> {
  const row = await database.query
    .selectFrom("refresh_tokens")
    .select("used_at")
    .where("id", "=", id)
    .executeTakeFirst();
  return (row?.used_at ?? "") > momentOf(clock, -GRACE_MS);
}

/**
 * A new access token for a session that a browser keeps in a cookie. The refresh token stays the same, since a
 * page that is loaded twice at once would otherwise end its own session; it is good for as long again from now.
 */
export async function renewSession(
  ports: AccountPorts,
  refreshToken: string,
): Promise<TokenPair & { readonly user: User }> {
  const { database, clock } = ports;
  const now = momentOf(clock);
  const row = await database.query
    .updateTable("refresh_tokens")
    .set({ expires_at: momentOf(clock, REFRESH_DAYS * 24 * 60 * MINUTE) })
    .where("token_hash", "=", sha256Of(refreshToken))
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_id", "family_id"])
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.user_id);
  if (row === undefined || user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  const accessToken = await signAccess(ports, user, row.family_id);
  return { accessToken, refreshToken, expiresIn: ACCESS_MINUTES * 60, user };
}

/** Ends the session of a refresh token; one that is over already stays so. */
export async function closeRefresh(ports: AccountPorts, refreshToken: string): Promise<void> {
  const row = await ports.database.query
    .selectFrom("refresh_tokens")
    .select("family_id")
    .where("token_hash", "=", sha256Of(refreshToken))
    .executeTakeFirst();
  if (row !== undefined) await endFamily(ports, row.family_id);
}

/** Ends a session: its access tokens are refused from now on, and its refresh tokens too. */
export async function closeSession(ports: AccountPorts, accessToken: string): Promise<void> {
  const payload = await verify(ports, accessToken);
  if (typeof payload["sid"] === "string") await endFamily(ports, payload["sid"]);
}

async function endFamily({ database, clock }: AccountPorts, family: string): Promise<void> {
  const now = momentOf(clock);
  await database.query
    .updateTable("refresh_tokens")
    .set({ revoked_at: now })
    .where("family_id", "=", family)
    .where("revoked_at", "is", null)
    .execute();
  await database.query.deleteFrom("revoked_tokens").where("expires_at", "<", now).execute();
  await database.query
    .insertInto("revoked_tokens")
    .values({ id: family, expires_at: momentOf(clock, 2 * ACCESS_MINUTES * MINUTE) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Ends every session of a user, for instance when the account is disabled. */
export async function closeSessionsOf(ports: AccountPorts, userId: string): Promise<void> {
  const rows = await ports.database.query
    .selectFrom("refresh_tokens")
    .select("family_id")
    .distinct()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  for (const { family_id } of rows) await endFamily(ports, family_id);
}

/** The caller of an access token. */
export async function callerOfAccess(ports: AccountPorts, accessToken: string): Promise<Caller> {
  const payload = await verify(ports, accessToken);
  const { sub, jti, sid } = payload;
  if (sub === undefined || typeof sid !== "string") throw badToken();
  const revoked = await ports.database.query
    .selectFrom("revoked_tokens")
    .select("id")
    .where("id", "=", sid)
    .executeTakeFirst();
  const user = revoked === undefined ? await findUser(ports, sub) : undefined;
  if (user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  return { user, ...(jti === undefined ? {} : { tokenId: jti }) };
}

async function verify(ports: AccountPorts, token: string): Promise<JWTPayload> {
  try {
    // The set of keys is read anew each time, so that every replica knows a new key at once.
    const { keys } = await publicKeys(ports);
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys] }), {
      issuer: ports.issuer,
      audience: ports.issuer,
      typ: "at+jwt",
      currentDate: new Date(ports.clock.now()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw badToken();
    throw error;
  }
}

export function badToken(): Error {
  return failure(accountCodes.badToken, "Invalid or expired token");
}
