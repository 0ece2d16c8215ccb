import { failure, sha256Of } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import type { Moment } from "../data/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, type Caller, momentOf, type User } from "./ports.ts";
import { badToken } from "./sessions.ts";
import { disabled, findUser } from "./users.ts";

/** Begins every personal token, so that scanners for secrets know one when they see it. */
export const API_TOKEN_PREFIX = "swt_";

export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Moment;
  readonly expiresAt?: Moment;
  readonly lastUsedAt?: Moment;
}

export interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days?: number;
}

/** Makes a personal token for a caller, with nothing that the caller does not have; its text is shown this once. */
export async function mintApiToken(
  ports: AccountPorts,
  { user, scopes, tokenId, expiresAt }: Caller,
  wanted: NewApiToken,
): Promise<ApiToken & { readonly token: string }> {
  if (scopes === undefined) return await makeApiToken(ports, user, wanted);
  const missing = wanted.scopes.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw failure(accountCodes.forbidden, `The token lacks the scope ${missing}`);
  const own = { ...wanted, ...(tokenId === undefined ? {} : { parentId: tokenId }) };
  if (expiresAt === undefined) return await makeApiToken(ports, user, own);
  const end = wanted.days === undefined ? expiresAt : endOf(ports.clock, wanted.days);
  if (end > expiresAt)
    throw failure(accountCodes.forbidden, "A token cannot make one that lasts longer than itself");
  return await makeApiToken(ports, user, { ...own, expiresAt: end });
}

function endOf(clock: AccountPorts["clock"], days: number): Moment {
  return momentOf(clock, days * 24 * 3_600_000);
}

interface OwnedApiToken extends NewApiToken {
  readonly parentId?: string;
  /** In place of days. */
  readonly expiresAt?: Moment;
}

/** For a person in a session, or a device that one has let in. */
export async function makeApiToken(
  { database, clock }: AccountPorts,
  user: User,
  { name, scopes, days, parentId, expiresAt }: OwnedApiToken,
): Promise<ApiToken & { readonly token: string }> {
  const token = `${API_TOKEN_PREFIX}${newSecret()}`;
  const row = {
    id: newId(),
    user_id: user.id,
    name,
    token_hash: sha256Of(token),
    scopes: scopes.join(" "),
    parent_id: parentId ?? null,
    created_at: momentOf(clock),
    expires_at: expiresAt ?? (days === undefined ? null : endOf(clock, days)),
    last_used_at: null,
    revoked_at: null,
  };
  await requireRoom({ database, clock }, user);
  await database.query.insertInto("api_tokens").values(row).execute();
  return { ...toApiToken(row), token };
}

/** Tokens of one user at a time: a list of them is one answer. */
const MOST_TOKENS = 500;

async function requireRoom(
  { database, clock }: Pick<AccountPorts, "database" | "clock">,
  user: User,
): Promise<void> {
  const open = await database.query
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("user_id", "=", user.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (Number(open?.total ?? 0) < MOST_TOKENS) return;
  const now = momentOf(clock);
  const { numUpdatedRows } = await database.query
    .updateTable("api_tokens")
    .set({ revoked_at: now })
    .where("user_id", "=", user.id)
    .where("revoked_at", "is", null)
    .where("expires_at", "<", now)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
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
    .set({ revoked_at: momentOf(clock) })
    .where("id", "=", id)
    .where("user_id", "=", user.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    throw failure(accountCodes.notFound, `You have no token \`${id}\`.`);
  await revokeMinted({ database, clock }, [id]);
}

/** What was minted by a token goes with it, and what was minted by that. */
async function revokeMinted(
  { database, clock }: Pick<AccountPorts, "database" | "clock">,
  parents: readonly string[],
): Promise<void> {
  const children = await database.query
    .updateTable("api_tokens")
    .set({ revoked_at: momentOf(clock) })
    .where("parent_id", "in", parents)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  if (children.length > 0)
    await revokeMinted(
      { database, clock },
      children.map(({ id }) => id),
    );
}

/** Takes back every personal token of a user, for instance when the password was set anew. */
export async function revokeApiTokensOf(
  { database, clock }: AccountPorts,
  userId: string,
): Promise<void> {
  await database.query
    .updateTable("api_tokens")
    .set({ revoked_at: momentOf(clock) })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

/** The caller of a personal token. */
export async function callerOfApiToken(ports: AccountPorts, token: string): Promise<Caller> {
  const { database, clock } = ports;
  const now = momentOf(clock);
  const row = await database.query
    .selectFrom("api_tokens")
    .selectAll()
    .where("token_hash", "=", sha256Of(token))
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) throw badToken();
  if (row.expires_at !== null && row.expires_at <= now) throw badToken();
  const user = await findUser(ports, row.user_id);
  if (user === undefined) throw badToken();
  if (!user.isActive) throw disabled();
  // Minutes are enough to know, and spare a write for most requests.
  if (row.last_used_at === null || row.last_used_at < momentOf(clock, -60_000))
    await database.query
      .updateTable("api_tokens")
      .set({ last_used_at: now })
      .where("id", "=", row.id)
      .execute();
  return {
    user,
    scopes: row.scopes.split(" ").filter((scope) => scope !== ""),
    tokenId: row.id,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}

interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_at: Moment;
  readonly expires_at: Moment | null;
  readonly last_used_at: Moment | null;
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
