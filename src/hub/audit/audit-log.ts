/** What accounts did that others can feel: who, what, from where and when. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import { momentOf } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";

interface AuditPorts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface Action {
  readonly userId: string;
  /** `session`, `token`, or which build. */
  readonly via: string;
  readonly address: string;
  /** Where it was done, and what: `registry.yank`. */
  readonly action: string;
  readonly target: string;
  /** The publisher whose owners are told. */
  readonly publisher?: string | undefined;
  /** What it was done with. */
  readonly detail: unknown;
}

const LONGEST = 1000;
const SECRET = /password|secret|token|api_key/iu;

/** Secrets and bytes are left out, whoever may read it. */
function describe(value: unknown): string {
  const text = JSON.stringify(value, (key, one: unknown) => {
    if (one instanceof Uint8Array || key === "content" || key === "files") return undefined;
    return SECRET.test(key) && typeof one === "string" ? "…" : one;
  });
  // PostgreSQL keeps no NUL in a text.
  return (text ?? "").slice(0, LONGEST).toWellFormed().replaceAll("\\u0000", "\\ufffd");
}

export async function recordAction(
  { database: { query }, clock }: AuditPorts,
  { userId, via, address, action, target, publisher, detail }: Action,
): Promise<void> {
  await query
    .insertInto("audit_log")
    .values({
      at: momentOf(clock),
      user_id: userId,
      actor: sql<string>`coalesce((select email from users where id = ${userId}), '')`,
      via,
      address,
      action,
      target: target.slice(0, LONGEST).toWellFormed().replaceAll("\0", "\u{fffd}"),
      publisher: publisher ?? null,
      detail: describe(detail),
    })
    .execute();
}

export interface AuditFilter {
  /** An address of an account, or the handle under which it publishes. */
  readonly actor?: string | undefined;
  /** The whole word, or its beginning: `registry.`. */
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly publisher?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditPage {
  readonly limit: number;
  /** Only lines before this one. */
  readonly before?: number | undefined;
}

export interface AuditLine {
  readonly number: number;
  readonly at: string;
  /** The handle under which the account publishes, where it does. */
  readonly handle: string | undefined;
  /** Of lines of one's own, and of all for administrators. */
  readonly email?: string;
  readonly address?: string;
  readonly via: string;
  readonly action: string;
  readonly target: string;
  readonly publisher: string | undefined;
  readonly detail: string;
}

export interface AuditReader {
  readonly userId: string;
  readonly seesAll: boolean;
}

function ownedHandles(userId: string): RawBuilder<unknown> {
  return sql`select handle from market_publishers where user_id = ${userId}
    union all select handle from market_members where user_id = ${userId} and role = 'owner'
    union all select market_publishers.handle from market_publishers
      join team_members on team_members.team_id = market_publishers.team_id
      where team_members.user_id = ${userId} and team_members.role = 'owner'`;
}

/** The newest first: of everybody for administrators, else of oneself and of the publishers that one owns. */
export async function readActions(
  { database: { query } }: Pick<AuditPorts, "database">,
  { userId, seesAll }: AuditReader,
  { actor, action, target, publisher, since, until }: AuditFilter,
  { limit, before }: AuditPage,
): Promise<{ readonly lines: readonly AuditLine[]; readonly next?: number }> {
  let rows = query
    .selectFrom("audit_log")
    .leftJoin("market_publishers", "market_publishers.user_id", "audit_log.user_id")
    .selectAll("audit_log")
    .select("market_publishers.handle")
    .orderBy("number", "desc")
    .limit(limit + 1);
  if (!seesAll)
    rows = rows.where(
      sql<SqlBool>`(audit_log.user_id = ${userId} or audit_log.publisher in (${ownedHandles(userId)}))`,
    );
  if (before !== undefined) rows = rows.where("number", "<", before);
  if (actor !== undefined)
    rows = rows.where((where) =>
      where.or([
        where("market_publishers.handle", "=", actor),
        // An address is no way to find out whose a handle is.
        ...(seesAll ? [where("audit_log.actor", "=", actor)] : []),
      ]),
    );
  if (action !== undefined)
    rows = rows.where(sql<SqlBool>`substr(action, 1, ${action.length}) = ${action}`);
  if (target !== undefined) rows = rows.where("target", "=", target);
  if (publisher !== undefined) rows = rows.where("publisher", "=", publisher);
  if (since !== undefined) rows = rows.where("at", ">=", since);
  if (until !== undefined) rows = rows.where("at", "<", until);
  const found = await rows.execute();
  const lines = found.slice(0, limit).map((row): AuditLine => {
    const isTold = seesAll || row.user_id === userId;
    return {
      // PostgreSQL gives such a number as text, whatever the type of the column says here.
      number: Number.parseInt(String(row.number), 10),
      at: row.at,
      handle: row.handle ?? undefined,
      via: row.via,
      action: row.action,
      target: row.target,
      publisher: row.publisher ?? undefined,
      detail: row.detail,
      ...(isTold ? { email: row.actor, address: row.address } : {}),
    };
  });
  const last = lines.at(-1);
  return { lines, ...(found.length > limit && last !== undefined ? { next: last.number } : {}) };
}

const DAY_MS = 86_400_000;

/** Lines that are older than so many days go; 0 keeps them for good. */
export async function sweepActions(
  { database: { query }, clock }: AuditPorts,
  days: number,
): Promise<void> {
  if (days === 0) return;
  await query
    .deleteFrom("audit_log")
    .where("at", "<", momentOf(clock, -days * DAY_MS))
    .execute();
}
