import { failure, computeSha256 } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import type { Timestamp } from "../data/index.ts";
import { asPerson } from "./access.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, type Caller, timestampAt, type User } from "./ports.ts";
import { newRenewal } from "./renewals.ts";
import { badToken, deleteExpiredSessions } from "./sessions.ts";
import { disabled, findUser } from "./users.ts";

/** Begins every personal token, so that scanners for secrets know one when they see it. */
export const API_TOKEN_PREFIX = "swt_";

export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Timestamp;
  readonly expiresAt?: Timestamp;
  readonly lastUsedAt?: Timestamp;
}

export interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days?: number;
}

/** Makes a personal token for a caller, with nothing that the caller does not have; its text is shown this once. */
export async function mintApiToken(
  ports: AccountPorts,
  caller: Caller,
  wanted: NewApiToken,
): Promise<ApiToken & { readonly token: string }> {
  const { database, clock } = ports;
  const bounded = { ...wanted, ...limitToCaller(clock, caller, wanted) };
  return await database.query.transaction().execute(async (transaction) => {
    await lockCaller(transaction, clock, caller);
    return await insertApiToken(transaction, clock, caller.user, bounded);
  });
}

/** What a token adds to the one that it mints. */
function limitToCaller(
  clock: AccountPorts["clock"],
  { scopes, tokenId, expiresAt }: Caller,
  wanted: NewApiToken,
): Pick<OwnedApiToken, "parentId" | "expiresAt"> {
  if (scopes === undefined) return {};
  const missing = wanted.scopes.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw failure(accountCodes.forbidden, `The token lacks the scope ${missing}`);
  const parent = tokenId === undefined ? {} : { parentId: tokenId };
  if (expiresAt === undefined) return parent;
  const end = wanted.days === undefined ? expiresAt : expiryAfter(clock, wanted.days);
  if (end > expiresAt)
    throw failure(accountCodes.forbidden, "A token cannot make one that lasts longer than itself");
  return { ...parent, expiresAt: end };
}

export type Query = AccountPorts["database"]["query"];

/**
 * Refuses a caller whose session or token is over, and holds it until the transaction ends: what revokes it at the
 * same moment either comes first, or finds what was made.
 */
async function lockCaller(
  query: Query,
  clock: AccountPorts["clock"],
  { user, scopes, tokenId, sessionId }: Caller,
): Promise<void> {
  const now = timestampAt(clock);
  const { numUpdatedRows } =
    scopes === undefined
      ? await query
          .updateTable("sessions")
          .set((set) => ({ expires_at: set.ref("expires_at") }))
          .where("id", "=", sessionId ?? "")
          .where("user_id", "=", user.id)
          .where("expires_at", ">", now)
          .executeTakeFirst()
      : await query
          .updateTable("api_tokens")
          .set({ last_used_at: now })
          .where("id", "=", tokenId ?? "")
          .where("revoked_at", "is", null)
          .where((where) =>
            where.or([where("expires_at", "is", null), where("expires_at", ">", now)]),
          )
          .executeTakeFirst();
  if (Number(numUpdatedRows) === 0 || !(await isActive(query, user))) throw badToken();
}

export function expiryAfter(clock: AccountPorts["clock"], days: number): Timestamp {
  return timestampAt(clock, days * 24 * 3_600_000);
}

interface OwnedApiToken extends NewApiToken {
  readonly parentId?: string;
  /** In place of days. */
  readonly expiresAt?: Timestamp;
  /** What the token is bound to. */
  readonly origin?: string;
  /** It is spent for the next one. */
  readonly isRenewal?: boolean;
}

export async function isActive(query: Query, { id }: Pick<User, "id">): Promise<boolean> {
  const row = await query
    .selectFrom("users")
    .select("is_active")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.is_active === 1;
}

/** For a device that a person has let in, within the transaction that spends the permission. */
export async function createApiToken(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
  wanted: OwnedApiToken,
): Promise<(ApiToken & { readonly token: string }) | undefined> {
  return (await isActive(query, user))
    ? await insertApiToken(query, clock, user, wanted)
    : undefined;
}

export async function insertApiToken(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
  { name, scopes, days, parentId, expiresAt, origin, isRenewal = false }: OwnedApiToken,
): Promise<ApiToken & { readonly token: string }> {
  const id = newId();
  const token = isRenewal ? newRenewal(API_TOKEN_PREFIX, id) : `${API_TOKEN_PREFIX}${newSecret()}`;
  const row = {
    id,
    user_id: user.id,
    name,
    token_hash: computeSha256(token),
    scopes: scopes.join(" "),
    parent_id: parentId ?? null,
    origin: origin ?? null,
    created_at: timestampAt(clock),
    expires_at: expiresAt ?? (days === undefined ? null : expiryAfter(clock, days)),
    last_used_at: null,
    revoked_at: null,
  };
  await requireRoom(query, clock, user);
  await query.insertInto("api_tokens").values(row).execute();
  return { ...toApiToken(row), token };
}

/** Tokens of one user at a time: a list of them is one answer. Those that ended count until they are removed. */
const MOST_TOKENS = 500;

/** Whoever revokes a token follows its row to what it minted, also to what is minted at that moment. */
const ENDED_FOR_MS = 60_000;

/** What was minted by a token ends with it, so that nothing is left that would need its row. */
async function removeEnded(
  query: Pick<Query, "deleteFrom">,
  clock: AccountPorts["clock"],
  userId?: string,
): Promise<number> {
  const before = timestampAt(clock, -ENDED_FOR_MS);
  const ended = query
    .deleteFrom("api_tokens")
    .where((where) =>
      where.or([where("revoked_at", "<=", before), where("expires_at", "<=", before)]),
    );
  const { numDeletedRows } = await (
    userId === undefined ? ended : ended.where("user_id", "=", userId)
  ).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes sessions and tokens of every kind that ended. */
export async function deleteExpiredTokens(ports: AccountPorts): Promise<void> {
  await deleteExpiredSessions(ports);
  await removeEnded(ports.database.query, ports.clock);
}

async function requireRoom(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
): Promise<void> {
  const open = await query
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (Number(open?.total ?? 0) < MOST_TOKENS) return;
  if ((await removeEnded(query, clock, user.id)) === 0)
    throw failure(
      accountCodes.forbidden,
      `An account has at most ${MOST_TOKENS} tokens. Revoke those that are not needed.`,
    );
}

export async function listApiTokens(
  { database }: AccountPorts,
  user: User,
): Promise<readonly ApiToken[]> {
  const rows = await database.query
    .selectFrom("api_tokens")
    .selectAll()
    .where("user_id", "=", user.id)
    .where("revoked_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toApiToken);
}

export async function revokeApiToken(
  { database, clock }: AccountPorts,
  user: User,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await database.query
    .updateTable("api_tokens")
    .set({ revoked_at: timestampAt(clock) })
    .where("id", "=", id)
    .where("user_id", "=", user.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    throw failure(accountCodes.notFound, `You have no token \`${id}\`.`);
  await revokeMinted({ database, clock }, id);
}

/** What was minted by a token goes with it, and what was minted by that. */
export async function revokeMinted(
  { database, clock }: Pick<AccountPorts, "database" | "clock">,
  id: string,
): Promise<void> {
  await repeatUntilDone(() =>
    database.query
      .withRecursive("minted", (query) =>
        query
          .selectFrom("api_tokens")
          .select("id")
          .where("parent_id", "=", id)
          .unionAll(
            query
              .selectFrom("api_tokens")
              .innerJoin("minted", "minted.id", "api_tokens.parent_id")
              .select("api_tokens.id"),
          ),
      )
      .updateTable("api_tokens")
      .set({ revoked_at: timestampAt(clock) })
      .where("id", "in", (query) => query.selectFrom("minted").select("id"))
      .where("revoked_at", "is", null)
      .executeTakeFirst(),
  );
}

/** One may be minted by a token that this very statement revokes; by none of those that it has revoked. */
async function repeatUntilDone(
  revoke: () => Promise<{ readonly numUpdatedRows: bigint }>,
): Promise<void> {
  while (Number((await revoke()).numUpdatedRows) > 0);
}

/** Takes back every personal token of a user and every page, for instance when the password was set anew. */
export async function revokeAllApiTokens(
  { database, clock }: AccountPorts,
  userId: string,
): Promise<void> {
  await database.query.deleteFrom("embeds").where("user_id", "=", userId).execute();
  await repeatUntilDone(() =>
    database.query
      .updateTable("api_tokens")
      .set({ revoked_at: timestampAt(clock) })
      .where("user_id", "=", userId)
      .where("revoked_at", "is", null)
      .executeTakeFirst(),
  );
}

/** The caller of a personal token. */
export async function findCallerByApiToken(ports: AccountPorts, token: string): Promise<Caller> {
  const { database, clock } = ports;
  const now = timestampAt(clock);
  const row = await database.query
    .selectFrom("api_tokens")
    .selectAll()
    .where("token_hash", "=", computeSha256(token))
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) throw badToken();
  if (row.expires_at !== null && row.expires_at <= now) throw badToken();
  const user = await findUser(ports, row.user_id);
  if (user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  // Minutes are enough to know, and spare a write for most requests.
  if (row.last_used_at === null || row.last_used_at < timestampAt(clock, -60_000))
    await database.query
      .updateTable("api_tokens")
      .set({ last_used_at: now })
      .where("id", "=", row.id)
      .execute();
  const scopes = row.scopes.split(" ").filter((scope) => scope !== "");
  return {
    user: scopes.includes("users") ? user : asPerson(user),
    isAdmin: user.role === "admin",
    scopes,
    tokenId: row.id,
    ...(row.origin === null ? {} : { origin: row.origin }),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}

interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_at: Timestamp;
  readonly expires_at: Timestamp | null;
  readonly last_used_at: Timestamp | null;
}

function toApiToken(row: ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.split(" ").filter((scope) => scope !== ""),
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  };
}
