/** What accounts did that others can feel: who, what, from where and when. */
import { type Kysely, type SqlBool, sql } from "kysely";
import { type Clock, newId, nextTurn } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { Database, Tables } from "../data/index.ts";

type Query = Kysely<Tables>;

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

/** Where an action came to an end, and what is known of it only then. */
export interface AuditedResult<Result> {
  readonly result: Result;
  /** Nothing was done. */
  readonly isRefused?: boolean;
  readonly subject?: Pick<Action, "target" | "publisher">;
}

/**
 * Does something that others can feel. That it was begun is written before, so that nothing is ever done without a
 * line: what a server that ends in between leaves behind, `closeActions` brings into the log.
 */
export async function withAuditLine<Result>(
  { database: { query }, clock }: AuditPorts,
  { userId, via, address, action, target, detail }: Omit<Action, "publisher">,
  work: () => Promise<AuditedResult<Result>>,
): Promise<Result> {
  const id = newId();
  const line = {
    at: timestampAt(clock),
    user_id: userId,
    via,
    address,
    action,
    target: clean(target),
    detail: describe(detail),
  };
  const actor = sql<string>`coalesce((select email from users where id = ${userId}), '')`;
  await query
    .insertInto("audit_begun")
    .values({ id, ...line, actor })
    .execute();
  const forget = async (from: Query): Promise<void> => {
    await from.deleteFrom("audit_begun").where("id", "=", id).execute();
  };
  let ended: AuditedResult<Result>;
  try {
    ended = await work();
  } catch (error) {
    // Of any other failure it is not known what was done before it.
    if (SkillError.isInstance(error)) await forget(query).catch(() => {});
    throw error;
  }
  const { result, isRefused = false, subject } = ended;
  const finish = query.transaction().execute(async (transaction) => {
    if (!isRefused)
      await transaction
        .insertInto("audit_log")
        .columns([...COLUMNS, "publisher"])
        .expression(
          transaction
            .selectFrom("audit_begun")
            .select(["at", "user_id", "actor", "via", "address", "action"])
            .select(sql<string>`${clean(subject?.target ?? target)}`.as("target"))
            .select("detail")
            .select(sql<string | null>`${subject?.publisher ?? null}`.as("publisher"))
            .where("id", "=", id),
        )
        .execute();
    await forget(transaction);
  });
  // It is done, whatever becomes of this: the line that was begun stays.
  await finish.catch(() => {});
  return result;
}

const COLUMNS = ["at", "user_id", "actor", "via", "address", "action", "target", "detail"] as const;

/** PostgreSQL keeps no NUL in a text. */
function clean(target: string): string {
  return target.slice(0, LONGEST).toWellFormed().replaceAll("\0", "\u{fffd}");
}

/** Nothing takes longer than this. */
const LONGEST_ACTION_MS = 3_600_000;
const UNKNOWN = '{"outcome":"unknown"}';

/** Brings what was begun long ago into the log. */
export async function closeActions({ database: { query }, clock }: AuditPorts): Promise<void> {
  for (let moved = AT_A_TIME; moved >= AT_A_TIME;) {
    moved = await query.transaction().execute(async (transaction) => {
      const rows = await transaction
        .deleteFrom("audit_begun")
        .where(
          "id",
          "in",
          transaction
            .selectFrom("audit_begun")
            .select("id")
            .where("at", "<", timestampAt(clock, -LONGEST_ACTION_MS))
            .orderBy("at")
            .limit(AT_A_TIME),
        )
        .returning([...COLUMNS])
        .execute();
      if (rows.length > 0)
        await transaction
          .insertInto("audit_log")
          .values(
            rows.map((row) => ({ ...row, publisher: null, detail: `${UNKNOWN} ${row.detail}` })),
          )
          .execute();
      return rows.length;
    });
    await nextTurn();
  }
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

/** Lines that one request looks through for those that it wants. */
const MOST_LOOKED = 2000;
/** Lines that one statement reads. */
const AT_A_TIME = 500;

async function ownedHandles(query: Query, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly handle: string }>`
    select handle from market_publishers where user_id = ${userId}
    union select handle from market_members where user_id = ${userId} and role = 'owner'
    union select market_publishers.handle from market_publishers
      join team_members on team_members.team_id = market_publishers.team_id
      where team_members.user_id = ${userId} and team_members.role = 'owner'`.execute(query);
  return rows.map(({ handle }) => handle);
}

/** The numbers of the newest lines that somebody may see, so many of them: each part in the order of an index. */
async function newestNumbers(
  query: Query,
  { userId, seesAll }: AuditReader,
  { publisher }: AuditFilter,
  { limit, before }: AuditPage,
): Promise<readonly number[]> {
  let newest = query
    .selectFrom("audit_log")
    .select("number")
    .orderBy("number", "desc")
    .limit(limit);
  if (before !== undefined) newest = newest.where("number", "<", before);
  const owned = seesAll ? [] : await ownedHandles(query, userId);
  const told = owned.filter((handle) => publisher === undefined || handle === publisher);
  const parts = seesAll
    ? [publisher === undefined ? newest : newest.where("publisher", "=", publisher)]
    : [
        newest.where("user_id", "=", userId),
        ...told.map((handle) => newest.where("publisher", "=", handle)),
      ];
  const numbers = new Set<number>();
  for (const part of parts)
    // PostgreSQL gives such a number as text, whatever the type of the column says here.
    for (const { number } of await part.execute()) numbers.add(Number.parseInt(String(number), 10));
  return [...numbers].toSorted((a, b) => b - a).slice(0, limit);
}

/**
 * The newest first: of everybody for administrators, else of oneself and of the publishers that one owns. Of a filter
 * that few lines fit, a page is what was found among those that it looked through.
 */
export async function readActions(
  { database: { query } }: Pick<AuditPorts, "database">,
  reader: AuditReader,
  filter: AuditFilter,
  { limit, before }: AuditPage,
): Promise<{ readonly lines: readonly AuditLine[]; readonly next?: number }> {
  const { userId, seesAll } = reader;
  const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
  const most = isFiltered ? MOST_LOOKED : limit;
  // One more than is looked at tells whether there are others.
  const numbers = await newestNumbers(query, reader, filter, { limit: most + 1, before });
  const looked = numbers.slice(0, most);
  const found: Awaited<ReturnType<typeof readLines>>[number][] = [];
  for (let at = 0; at < looked.length && found.length <= limit; at += AT_A_TIME)
    found.push(...(await readLines(query, looked.slice(at, at + AT_A_TIME), filter, seesAll)));
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
  const last = found.length > limit ? lines.at(-1)?.number : looked.at(-1);
  const hasMore = found.length > limit || numbers.length > most;
  return { lines, ...(hasMore && last !== undefined ? { next: last } : {}) };
}

async function readLines(
  query: Query,
  numbers: readonly number[],
  { actor, action, target, publisher, since, until }: AuditFilter,
  seesAll: boolean,
) {
  let rows = query
    .selectFrom("audit_log")
    .leftJoin("market_publishers", "market_publishers.user_id", "audit_log.user_id")
    .selectAll("audit_log")
    .select("market_publishers.handle")
    .where("number", "in", numbers)
    .orderBy("number", "desc");
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
  return await rows.execute();
}

const DAY_MS = 86_400_000;

/** Lines that are older than so many days go, some at a time; 0 keeps them for good. */
export async function sweepActions(
  { database: { query }, clock }: AuditPorts,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const old = query
    .selectFrom("audit_log")
    .select("number")
    .where("at", "<", timestampAt(clock, -days * DAY_MS))
    .limit(AT_A_TIME);
  for (let removed = AT_A_TIME; removed >= AT_A_TIME;) {
    const { numDeletedRows } = await query
      .deleteFrom("audit_log")
      .where("number", "in", old)
      .executeTakeFirst();
    removed = Number(numDeletedRows);
    await nextTurn();
  }
}
