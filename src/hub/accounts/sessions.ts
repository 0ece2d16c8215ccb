import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { sql } from "kysely";
import { failure, sha256Of } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { accessMinutesOf, publicKeys, signingKey } from "./keys.ts";
import { type AccountPorts, type Caller, momentOf, type ProvenUser, type User } from "./ports.ts";
import { disabled, findUser, toUser } from "./users.ts";

const MINUTE = 60_000;
export const REFRESH_DAYS = 30;
const REFRESH_MS = REFRESH_DAYS * 24 * 60 * MINUTE;
const GRACE_MS = 5000;

/** What somebody gets who has logged in. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds for which the access token is good. */
  readonly expiresIn: number;
}

/** For a user who has logged in; refused where the account was shut or its password changed since. */
export async function openSession(
  ports: AccountPorts,
  user: User | ProvenUser,
): Promise<TokenPair> {
  const { database, clock } = ports;
  const id = newId();
  await database.query.transaction().execute(async (transaction) => {
    // Holds the account: whoever changes it at the same moment ends its sessions afterwards.
    let held = transaction
      .updateTable("users")
      .set((set) => ({ is_active: set.ref("is_active") }))
      .where("id", "=", user.id)
      .where("is_active", "=", 1);
    if ("passwordHash" in user) held = held.where("password_hash", "=", user.passwordHash);
    const { numUpdatedRows } = await held.executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw badToken();
    await transaction
      .insertInto("sessions")
      .values({
        id,
        user_id: user.id,
        created_at: momentOf(clock),
        expires_at: momentOf(clock, REFRESH_MS),
      })
      .execute();
    await endOldest(transaction, user);
  });
  return await newPair(ports, user, id);
}

/** Sessions of one user at a time; the one that was not used for longest makes room. */
const MOST_SESSIONS = 100;
/** Refresh tokens of one user, with those that were used up. */
const MOST_REFRESH_TOKENS = 200;
/** Rows that one statement removes. */
const AT_A_TIME = 1000;

async function endOldest(query: Transaction, { id }: Pick<User, "id">): Promise<void> {
  const oldest = await query
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", id)
    .orderBy("expires_at", "desc")
    .orderBy("created_at", "desc")
    .limit(AT_A_TIME)
    .offset(MOST_SESSIONS)
    .execute();
  if (oldest.length === 0) return;
  const ids = oldest.map((row) => row.id);
  await query.deleteFrom("sessions").where("id", "in", ids).execute();
  await query.deleteFrom("refresh_tokens").where("family_id", "in", ids).execute();
}

/** Those that were used up tell of theft; the oldest of them make room. */
async function dropOldest(query: Transaction, { id }: Pick<User, "id">): Promise<void> {
  await query
    .deleteFrom("refresh_tokens")
    .where("id", "in", (tokens) =>
      tokens
        .selectFrom("refresh_tokens")
        .select("id")
        .where("user_id", "=", id)
        .orderBy(sql`case when used_at is null and revoked_at is null then 0 else 1 end`)
        .orderBy("created_at", "desc")
        .limit(AT_A_TIME)
        .offset(MOST_REFRESH_TOKENS),
    )
    .execute();
}

/** Whether the user has logged in before, or may have: of old accounts that is not known. */
export async function hasSession(
  { database, clock }: AccountPorts,
  { id, createdAt }: Pick<User, "id" | "createdAt">,
): Promise<boolean> {
  if (createdAt <= momentOf(clock, -REFRESH_MS)) return true;
  const row = await database.query
    .selectFrom("refresh_tokens")
    .select("id")
    .where("user_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function newPair(ports: AccountPorts, user: User, session: string): Promise<TokenPair> {
  const { database, clock } = ports;
  const refreshToken = `swr_${newSecret()}`;
  await database.query.transaction().execute(async (transaction) => {
    // Holds the session while its token is made: one that ends at the same moment leaves no token behind.
    await prolong(transaction, clock, session);
    await transaction
      .insertInto("refresh_tokens")
      .values({
        id: newId(),
        user_id: user.id,
        family_id: session,
        token_hash: sha256Of(refreshToken),
        created_at: momentOf(clock),
        expires_at: momentOf(clock, REFRESH_MS),
        used_at: null,
        revoked_at: null,
      })
      .execute();
    await dropOldest(transaction, user);
  });
  const accessToken = await signAccess(ports, user, session);
  return { accessToken, refreshToken, expiresIn: accessMinutesOf(ports) * 60 };
}

/** A session lasts as long as its newest refresh token; one that is over is not begun again. */
async function prolong(query: Query, clock: AccountPorts["clock"], session: string): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable("sessions")
    .set({ expires_at: momentOf(clock, REFRESH_MS) })
    .where("id", "=", session)
    .where("expires_at", ">", momentOf(clock))
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw badToken();
}

type Query = Pick<AccountPorts["database"]["query"], "updateTable">;
type Transaction = Pick<AccountPorts["database"]["query"], "selectFrom" | "deleteFrom">;

async function signAccess(ports: AccountPorts, user: User, session: string): Promise<string> {
  const { id, algorithm, key } = await signingKey(ports);
  const seconds = Math.floor(ports.clock.now() / 1000);
  return await new SignJWT({ role: user.role, sid: session })
    .setProtectedHeader({ alg: algorithm, kid: id, typ: "at+jwt" })
    .setIssuer(ports.issuer)
    .setAudience(ports.issuer)
    .setSubject(user.id)
    .setJti(newId())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessMinutesOf(ports) * 60)
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
    await endSession(ports, row.family_id);
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
    .set({ expires_at: momentOf(clock, REFRESH_MS) })
    .where("token_hash", "=", sha256Of(refreshToken))
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_id", "family_id"])
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.user_id);
  if (row === undefined || user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  await prolong(database.query, clock, row.family_id);
  const accessToken = await signAccess(ports, user, row.family_id);
  return { accessToken, refreshToken, expiresIn: accessMinutesOf(ports) * 60, user };
}

/** Ends the session of a refresh token; one that is over already stays so. */
export async function closeRefresh(ports: AccountPorts, refreshToken: string): Promise<void> {
  const row = await ports.database.query
    .selectFrom("refresh_tokens")
    .select("family_id")
    .where("token_hash", "=", sha256Of(refreshToken))
    .executeTakeFirst();
  if (row !== undefined) await endSession(ports, row.family_id);
}

/** Ends a session: its access tokens are refused from now on, and its refresh tokens too. */
export async function closeSession(ports: AccountPorts, accessToken: string): Promise<void> {
  const payload = await verify(ports, accessToken);
  if (typeof payload["sid"] === "string") await endSession(ports, payload["sid"]);
}

async function endSession({ database, clock }: AccountPorts, session: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("sessions").where("id", "=", session).execute();
    await transaction
      .updateTable("refresh_tokens")
      .set({ revoked_at: momentOf(clock) })
      .where("family_id", "=", session)
      .where("revoked_at", "is", null)
      .execute();
  });
}

/** Ends every session of a user, and logins of devices that are under way, for instance when the account is disabled. */
export async function closeSessionsOf(
  { database, clock }: AccountPorts,
  userId: string,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await transaction.deleteFrom("device_logins").where("user_id", "=", userId).execute();
    await transaction
      .updateTable("refresh_tokens")
      .set({ revoked_at: momentOf(clock) })
      .where("user_id", "=", userId)
      .where("revoked_at", "is", null)
      .execute();
  });
}

/** Removes sessions and refresh tokens that have run out. */
export async function forgetSessions({ database, clock }: AccountPorts): Promise<void> {
  for (const table of ["sessions", "refresh_tokens"] as const)
    await database.query.deleteFrom(table).where("expires_at", "<=", momentOf(clock)).execute();
}

/** The caller of an access token. One lookup by two keys finds the session and its user. */
export async function callerOfAccess(ports: AccountPorts, accessToken: string): Promise<Caller> {
  const payload = await verify(ports, accessToken);
  const { sub, jti, sid } = payload;
  if (sub === undefined || typeof sid !== "string") throw badToken();
  const row = await ports.database.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .where("sessions.id", "=", sid)
    .where("sessions.user_id", "=", sub)
    .where("sessions.expires_at", ">", momentOf(ports.clock))
    .executeTakeFirst();
  if (row === undefined) throw badToken();
  const user = toUser(row);
  if (!user.isActive) throw disabled();
  return {
    user,
    isAdmin: user.role === "admin",
    sessionId: sid,
    ...(jti === undefined ? {} : { tokenId: jti }),
  };
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
