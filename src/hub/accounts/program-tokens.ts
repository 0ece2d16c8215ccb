import { computeSha256 } from "../../platform/index.ts";
import type { ProgramTokens } from "../../registry/contract/index.ts";
import { expiryAfter, insertApiToken, isActive, type Query, revokeMinted } from "./api-tokens.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";
import { idIn, spend } from "./renewals.ts";

const ACCESS_SECONDS = 3600;
const REFRESH_DAYS = 90;
const DAY_SECONDS = 86_400;
/** Scopes of a token that is good for nothing but others: they allow no request. */
const RENEWS = "oauth:renew:";
const OF_CLIENT = "oauth:client:";

interface WantedTokens {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly clientHash: string;
}

/** Both stand in the list of the user's tokens; the first ends with the second. Undefined for an account that is shut. */
export async function createProgramTokens(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
  { name, scopes, clientHash }: WantedTokens,
): Promise<ProgramTokens | undefined> {
  if (!(await isActive(query, user))) return undefined;
  const refresh = await insertApiToken(query, clock, user, {
    name: `${name} (renewal)`,
    scopes: [...scopes.map((scope) => `${RENEWS}${scope}`), `${OF_CLIENT}${clientHash}`],
    days: REFRESH_DAYS,
    isRenewal: true,
  });
  const renewal = { id: refresh.id, token: refresh.token };
  return await addAccess(query, clock, user, { name, scopes, renewal });
}

interface WantedAccess extends Pick<WantedTokens, "name" | "scopes"> {
  readonly renewal: { readonly id: string; readonly token: string };
}

async function addAccess(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
  { name, scopes, renewal }: WantedAccess,
): Promise<ProgramTokens> {
  const access = await insertApiToken(query, clock, user, {
    name,
    scopes,
    days: ACCESS_SECONDS / DAY_SECONDS,
    parentId: renewal.id,
  });
  return {
    accessToken: access.token,
    expiresInSeconds: ACCESS_SECONDS,
    refreshToken: renewal.token,
    scopes,
  };
}

/** Each is used once: the next one comes with the answer. One that is used again ends all that came of it. */
export async function spendRefreshToken(
  ports: AccountPorts,
  token: string,
  clientHash: string,
): Promise<ProgramTokens | undefined> {
  const { tokens, stolen } = await renew(ports, token, clientHash);
  if (stolen !== undefined) await revokeMinted(ports, stolen);
  return tokens;
}

interface RenewedTokens {
  readonly tokens?: ProgramTokens | undefined;
  /** The row whose token was used a second time. */
  readonly stolen?: string;
}

async function renew(
  { database, clock }: AccountPorts,
  token: string,
  clientHash: string,
): Promise<RenewedTokens> {
  return await database.query.transaction().execute(async (transaction) => {
    const now = timestampAt(clock);
    // Others who come with a token of this row wait for what becomes of it.
    const row = await transaction
      .updateTable("api_tokens")
      .set({ last_used_at: now })
      .where((where) =>
        where.or([where("id", "=", idIn(token)), where("token_hash", "=", computeSha256(token))]),
      )
      .where("scopes", "like", `%${OF_CLIENT}${clientHash}`)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined || !(await isActive(transaction, { id: row.user_id }))) return {};
    const spent = spend(clock, row, token);
    const rows = transaction.updateTable("api_tokens").where("revoked_at", "is", null);
    if (spent === undefined) {
      await rows.set({ revoked_at: now }).where("id", "=", row.id).execute();
      return { stolen: row.id };
    }
    if (spent.change !== undefined) {
      const change = { ...spent.change, expires_at: expiryAfter(clock, REFRESH_DAYS) };
      await rows.set(change).where("id", "=", row.id).execute();
      await rows.set({ revoked_at: now }).where("parent_id", "=", row.id).execute();
    }
    const scopes = row.scopes
      .split(" ")
      .filter((scope) => scope.startsWith(RENEWS))
      .map((scope) => scope.slice(RENEWS.length));
    const name = row.name.replace(/ \(renewal\)$/u, "");
    const renewal = { id: row.id, token: spent.next };
    const user = { id: row.user_id };
    return { tokens: await addAccess(transaction, clock, user, { name, scopes, renewal }) };
  });
}
