import { sha256Of } from "../../platform/index.ts";
import type { ProgramTokens } from "../../registry/contract/index.ts";
import {
  endOf,
  idIn,
  insertApiToken,
  isActive,
  newTokenOf,
  type Query,
  revokeMinted,
} from "./api-tokens.ts";
import { type AccountPorts, momentOf, type User } from "./ports.ts";

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
export async function makeProgramTokens(
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
    carriesId: true,
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

/** Two processes of one program may renew at once; only a use long after the first one looks like theft. */
const GRACE_MS = 5000;

/**
 * Each is used once: the next one comes with the answer and takes its place in the same row. One that is used again was
 * stolen, or stole: it is known by the id that it carries, however long ago it was, and all that came of it ends.
 */
export async function spendRefreshToken(
  ports: AccountPorts,
  token: string,
  clientHash: string,
): Promise<ProgramTokens | undefined> {
  const tokens = await renew(ports, token, clientHash);
  if (tokens !== undefined) return tokens;
  const { database, clock } = ports;
  const spent = await database.query
    .updateTable("api_tokens")
    .set({ revoked_at: momentOf(clock) })
    .where("id", "=", idIn(token) ?? "")
    .where("scopes", "like", `%${OF_CLIENT}${clientHash}`)
    .where("revoked_at", "is", null)
    .where("last_used_at", "<", momentOf(clock, -GRACE_MS))
    .returning("id")
    .executeTakeFirst();
  if (spent !== undefined) await revokeMinted(ports, spent.id);
  return undefined;
}

async function renew(
  { database, clock }: AccountPorts,
  token: string,
  clientHash: string,
): Promise<ProgramTokens | undefined> {
  return await database.query.transaction().execute(async (transaction) => {
    const [now, hash] = [momentOf(clock), sha256Of(token)];
    const found = await transaction
      .selectFrom("api_tokens")
      .select("id")
      .where("token_hash", "=", hash)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const next = newTokenOf(found.id);
    const row = await transaction
      .updateTable("api_tokens")
      .set({
        token_hash: sha256Of(next),
        last_used_at: now,
        expires_at: endOf(clock, REFRESH_DAYS),
      })
      .where("token_hash", "=", hash)
      .where("scopes", "like", `%${OF_CLIENT}${clientHash}`)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .returning(["id", "user_id", "name", "scopes"])
      .executeTakeFirst();
    if (row === undefined || !(await isActive(transaction, { id: row.user_id }))) return undefined;
    await transaction
      .updateTable("api_tokens")
      .set({ revoked_at: now })
      .where("parent_id", "=", row.id)
      .where("revoked_at", "is", null)
      .execute();
    const scopes = row.scopes
      .split(" ")
      .filter((scope) => scope.startsWith(RENEWS))
      .map((scope) => scope.slice(RENEWS.length));
    const name = row.name.replace(/ \(renewal\)$/u, "");
    const renewal = { id: row.id, token: next };
    return await addAccess(transaction, clock, { id: row.user_id }, { name, scopes, renewal });
  });
}
