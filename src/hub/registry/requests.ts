/** What reports, appeals and requests for tiers have in common: they wait for a moderator, the oldest first. */
import { type RawBuilder, sql } from "kysely";
import {
  marketCodes,
  marketRefusal,
  type Page,
  type PageRequest,
} from "../../registry/contract/index.ts";
import { countPeople, notOf, WRITER } from "./counted-ratings.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import type { MarketPorts, Query } from "./ports.ts";
import type { SkillRow, VersionRow } from "./records.ts";

/** Of one skill; whoever wants to know more reads its log. */
export const MOST_SHOWN = 50;

type Waiting = "market_versions" | "market_reports" | "market_promotions";

/** Those that come after the last one of the page before. */
export function afterPage(table: Waiting, { cursor }: PageRequest): RawBuilder<boolean> {
  const [at, id] = decodeCursor(cursor, ["string", "string"]);
  if (at === undefined || id === undefined) return sql<boolean>`1 = 1`;
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) > (${at}, ${id})`;
}

/** One row more than the page holds tells that there is another page. */
export function rowsOfPage(request: PageRequest): number {
  return limitOf(request) + 1;
}

export function toPage<Row extends { readonly id: string; readonly created_at: string }, Item>(
  request: PageRequest,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limitOf(request));
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    cursor:
      rows.length > shown.length && last !== undefined
        ? encodeCursor([last.created_at, last.id])
        : undefined,
  };
}

export function notOpen(what: "report" | "promotion", id: string): Error {
  return marketRefusal(marketCodes.notFound, `No open ${what} \`${id}\`.`);
}

/** How many users have reported a version and wait for a decision. */
export async function countOpenReports(query: Query, versionId: string): Promise<number> {
  const { count } = await query
    .selectFrom("market_reports")
    .select((select) => select.fn.countAll().as("count"))
    .where("version_id", "=", versionId)
    .where("kind", "=", "report")
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * How many people have reported a version and wait for a decision, of those whose accounts are not new. Whom a moderator
 * has told that it is fine, counts for this version no more, whichever of their accounts they take.
 */
export async function countReporters(
  deps: Pick<MarketPorts, "clock" | "settings">,
  query: Query,
  versionId: string,
): Promise<number> {
  const rows = await query
    .selectFrom("market_reports")
    .innerJoin("users", "users.id", "market_reports.user_id")
    .select(["market_reports.user_id", "market_reports.network", "market_reports.state", ...WRITER])
    .where("market_reports.version_id", "=", versionId)
    .where("market_reports.kind", "=", "report")
    .where("market_reports.is_counted", "=", 1)
    .execute();
  const { open = [], dismissed = [] } = Object.groupBy(rows, ({ state }) => state);
  return countPeople(deps, notOf(open, dismissed)).size;
}

export async function versionRow(query: Query, id: string): Promise<VersionRow> {
  return await query
    .selectFrom("market_versions")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The version that a request is about, with its skill. */
export async function subjectOf(
  query: Query,
  versionId: string,
): Promise<{ readonly skill: SkillRow; readonly version: VersionRow }> {
  const version = await versionRow(query, versionId);
  const skill = await query
    .selectFrom("market_skills")
    .selectAll()
    .where("id", "=", version.skill_id)
    .executeTakeFirstOrThrow();
  return { skill, version };
}
