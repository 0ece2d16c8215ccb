import { sha256Of } from "../../platform/index.ts";
import type { ProgramTokens } from "../../registry/contract/index.ts";
import { insertApiToken, isActive, type Query, revokeMinted } from "./api-tokens.ts";
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
  /** The token that this one takes the place of. */
  readonly parentId?: string;
}

/** Both stand in the list of the user's tokens; the first ends with the second. Undefined for an account that is shut. */
export async function makeProgramTokens(
  query: Query,
  clock: AccountPorts["clock"],
  user: Pick<User, "id">,
  { name, scopes, clientHash, parentId }: WantedTokens,
): Promise<ProgramTokens | undefined> {
  if (!(await isActive(query, user))) return undefined;
  const refresh = await insertApiToken(query, clock, user, {
    name: `${name} (renewal)`,
    scopes: [...scopes.map((scope) => `${RENEWS}${scope}`), `${OF_CLIENT}${clientHash}`],
    days: REFRESH_DAYS,
    ...(parentId === undefined ? {} : { parentId }),
  });
  const access = await insertApiToken(query, clock, user, {
    name,
    scopes,
    days: ACCESS_SECONDS / DAY_SECONDS,
    parentId: refresh.id,
  });
  return {
    accessToken: access.token,
    expiresInSeconds: ACCESS_SECONDS,
    refreshToken: refresh.token,
    scopes,
  };
}

/** Two processes of one program may renew at once; only a use long after the first one looks like theft. */
const GRACE_MS = 5000;

/**
 * Each is used once: the next one comes with the answer, and what came before it ends. One that is used again was
 * stolen, or stole: all that came of it ends.
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
    .selectFrom("api_tokens")
    .select("id")
    .where("token_hash", "=", sha256Of(token))
    .where("scopes", "like", `%${OF_CLIENT}${clientHash}`)
    .where("revoked_at", "<", momentOf(clock, -GRACE_MS))
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
    const now = momentOf(clock);
    const row = await transaction
      .updateTable("api_tokens")
      .set({ revoked_at: now })
      .where("token_hash", "=", sha256Of(token))
      .where("scopes", "like", `%${OF_CLIENT}${clientHash}`)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .returning(["id", "user_id", "name", "scopes"])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await transaction
      .updateTable("api_tokens")
      .set({ revoked_at: now })
      .where("parent_id", "=", row.id)
      .execute();
    const scopes = row.scopes
      .split(" ")
      .filter((scope) => scope.startsWith(RENEWS))
      .map((scope) => scope.slice(RENEWS.length));
    const name = row.name.replace(/ \(renewal\)$/u, "");
    const wanted = { name, scopes, clientHash, parentId: row.id };
    return await makeProgramTokens(transaction, clock, { id: row.user_id }, wanted);
  });
}
