import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { failure, computeSha256 } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { readAccessMinutes, publicKeys, signingKey } from "./keys.ts";
import {
  type AccountPorts,
  type Caller,
  timestampAt,
  type ProvenUser,
  type User,
} from "./ports.ts";
import { idIn, newRenewal, spend } from "./renewals.ts";
import { disabled, findUser, toUser } from "./users.ts";

const MINUTE = 60_000;
export const REFRESH_DAYS = 30;
const REFRESH_MS = REFRESH_DAYS * 24 * 60 * MINUTE;
const PREFIX = "swr_";

/** What a login returns. */
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
  const refreshToken = newRenewal(PREFIX, id);
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
        token_hash: computeSha256(refreshToken),
        created_at: timestampAt(clock),
        expires_at: timestampAt(clock, REFRESH_MS),
      })
      .execute();
    await endOldest(transaction, user);
  });
  return await createTokenPair(ports, user, { id, refreshToken });
}

/** Sessions of one user at a time; the one that was not used for longest makes room. */
const MOST_SESSIONS = 100;
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
}

/** Whether the user has logged in before, or may have: of old accounts that is not known. */
export async function hasSession(
  { database, clock }: AccountPorts,
  { id, createdAt }: Pick<User, "id" | "createdAt">,
): Promise<boolean> {
  if (createdAt <= timestampAt(clock, -REFRESH_MS)) return true;
  const row = await database.query
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function createTokenPair(
  ports: AccountPorts,
  user: User,
  { id, refreshToken }: { readonly id: string; readonly refreshToken: string },
): Promise<TokenPair> {
  const accessToken = await signAccess(ports, user, id);
  return { accessToken, refreshToken, expiresIn: readAccessMinutes(ports) * 60 };
}

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
    .setExpirationTime(seconds + readAccessMinutes(ports) * 60)
    .sign(key);
}

/** A new pair for a refresh token. One that was used before was stolen, or stole: its session ends. */
export async function refreshSession(
  ports: AccountPorts,
  refreshToken: string,
): Promise<TokenPair & { readonly user: User }> {
  const { database, clock } = ports;
  const found = await database.query.transaction().execute(async (transaction) => {
    // Others who come with a token of this session wait for what becomes of it.
    const row = await transaction
      .updateTable("sessions")
      .set({ expires_at: timestampAt(clock, REFRESH_MS) })
      .where((where) =>
        where.or([
          where("id", "=", idIn(refreshToken)),
          where("token_hash", "=", computeSha256(refreshToken)),
        ]),
      )
      .where("expires_at", ">", timestampAt(clock))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const spent = spend(clock, row, refreshToken);
    const change = spent === undefined ? { expires_at: timestampAt(clock) } : spent.change;
    if (change !== undefined)
      await transaction.updateTable("sessions").set(change).where("id", "=", row.id).execute();
    return spent && { id: row.id, userId: row.user_id, refreshToken: spent.next };
  });
  if (found === undefined) throw badToken();
  const user = await findUser(ports, found.userId);
  if (user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  return { ...(await createTokenPair(ports, user, found)), user };
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
  const row = await database.query
    .updateTable("sessions")
    .set({ expires_at: timestampAt(clock, REFRESH_MS) })
    .where("token_hash", "=", computeSha256(refreshToken))
    .where("expires_at", ">", timestampAt(clock))
    .returning(["id", "user_id"])
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.user_id);
  if (row === undefined || user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  return { ...(await createTokenPair(ports, user, { id: row.id, refreshToken })), user };
}

/** Ends the session of a refresh token; one that is over already stays so. */
export async function closeRefresh(ports: AccountPorts, refreshToken: string): Promise<void> {
  const row = await ports.database.query
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", computeSha256(refreshToken))
    .executeTakeFirst();
  if (row !== undefined) await endSession(ports, row.id);
}

/** Ends a session: its access tokens are refused from now on, and its refresh tokens too. */
export async function closeSession(ports: AccountPorts, accessToken: string): Promise<void> {
  const payload = await verify(ports, accessToken);
  if (typeof payload["sid"] === "string") await endSession(ports, payload["sid"]);
}

/** Its row stays for a while: it tells that its user has logged in before. */
async function endSession({ database, clock }: AccountPorts, session: string): Promise<void> {
  const now = timestampAt(clock);
  await database.query
    .updateTable("sessions")
    .set({ expires_at: now })
    .where("id", "=", session)
    .where("expires_at", ">", now)
    .execute();
}

/** Ends every session of a user, and logins of devices that are under way, for instance when the account is disabled. */
export async function closeAllSessions({ database }: AccountPorts, userId: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await transaction.deleteFrom("device_logins").where("user_id", "=", userId).execute();
  });
}

/** Removes sessions that are over, and tell nothing about a young account any more. */
export async function deleteExpiredSessions({ database, clock }: AccountPorts): Promise<void> {
  await database.query
    .deleteFrom("sessions")
    .where("expires_at", "<=", timestampAt(clock))
    .where("created_at", "<=", timestampAt(clock, -REFRESH_MS))
    .execute();
}

/** The caller of an access token. One lookup by two keys finds the session and its user. */
export async function findCallerByAccessToken(
  ports: AccountPorts,
  accessToken: string,
): Promise<Caller> {
  const payload = await verify(ports, accessToken);
  const { sub, jti, sid } = payload;
  if (sub === undefined || typeof sid !== "string") throw badToken();
  const row = await ports.database.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .where("sessions.id", "=", sid)
    .where("sessions.user_id", "=", sub)
    .where("sessions.expires_at", ">", timestampAt(ports.clock))
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

/** What was found out with one set of keys: importing them and checking a signature costs more than all else of a request. */
interface Verified {
  /** The keys, and whose they are. */
  readonly text: string;
  readonly set: ReturnType<typeof createLocalJWKSet>;
  /** What tokens say whose signatures were good, by their hashes. */
  readonly payloads: Map<string, JWTPayload>;
}

const verified = new WeakMap<Database, Verified>();
const MOST_VERIFIED = 1000;

/** The keys are read anew each time, so that every replica knows a new one, and one that is gone, at once. */
async function readVerified(ports: AccountPorts): Promise<Verified> {
  const { keys } = await publicKeys(ports);
  const text = JSON.stringify([ports.issuer, keys]);
  const known = verified.get(ports.database);
  if (known?.text === text && known.payloads.size < MOST_VERIFIED) return known;
  const made = { text, set: createLocalJWKSet({ keys: [...keys] }), payloads: new Map() };
  verified.set(ports.database, made);
  return made;
}

async function verify(ports: AccountPorts, token: string): Promise<JWTPayload> {
  try {
    const { set, payloads } = await readVerified(ports);
    const hash = computeSha256(token);
    const known = payloads.get(hash);
    const now = ports.clock.now();
    if (known?.exp !== undefined && known.exp * 1000 > now) return known;
    const { payload } = await jwtVerify(token, set, {
      issuer: ports.issuer,
      audience: ports.issuer,
      typ: "at+jwt",
      currentDate: new Date(now),
    });
    payloads.set(hash, payload);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw badToken();
    throw error;
  }
}

export function badToken(): Error {
  return failure(accountCodes.badToken, "Invalid or expired token");
}
