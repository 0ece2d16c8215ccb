import { type RawBuilder, sql } from "kysely";
import {
  type Counts,
  type ListRequest,
  type ListSort,
  type Page,
  type SkillSummary,
  type Viewer,
} from "../../registry/contract/index.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import type { MarketPorts } from "./ports.ts";
import { type SkillRow, toSummaries } from "./records.ts";
import { facetsIn } from "./facets.ts";
import { toFacetCounts } from "./search/counts.ts";
import type { Search } from "./search/open-search.ts";
import { checkMayRead, type Member, refuseBuild, requireMember } from "./viewer.ts";
import { ownHandles, visibleTo } from "./visible.ts";

interface Order {
  readonly column: keyof SkillRow;
  readonly kind: "string" | "number";
  readonly isDescending: boolean;
}

const ORDERS: Readonly<Record<ListSort, Order>> = {
  recommended: { column: "quality", kind: "number", isDescending: true },
  updated: { column: "updated_at", kind: "string", isDescending: true },
  created: { column: "created_at", kind: "string", isDescending: true },
  downloads: { column: "downloads", kind: "number", isDescending: true },
  stars: { column: "stars", kind: "number", isDescending: true },
  rating: { column: "rating", kind: "number", isDescending: true },
  trending: { column: "trend", kind: "number", isDescending: true },
  name: { column: "slug", kind: "string", isDescending: false },
};

/** Skills in an order that an index has, so that a page far down costs no more than the first. */
export async function listSkills(
  ports: MarketPorts,
  viewer: Viewer,
  request: ListRequest = {},
): Promise<Page<SkillSummary>> {
  checkMayRead(ports, viewer);
  const limit = limitOf(request);
  const { column, kind, isDescending } = ORDERS[request.sort ?? "recommended"];
  const conditions = [
    ...conditionsOf(viewer, request),
    ...afterCursor(request.cursor, { column, kind, isDescending }),
  ];
  const name = sql.ref(`market_skills.${column}`);
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const { query } = ports.database;
  const { rows } = await sql<SkillRow>`select ${COLUMNS} from market_skills
    where ${sql.join(conditions, sql` and `)}
    order by market_skills.is_listed ${direction}, ${name} ${direction}, market_skills.id ${direction}
    limit ${limit + 1}`.execute(query);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await toSummaries(query, shown),
    cursor:
      rows.length > limit && last !== undefined
        ? // The order says of which of the two kinds the column is.
          encodeCursor([last[column] as string | number, last.id])
        : undefined,
  };
}

/** How many a list has in all, and of which kind. */
export async function countSkills(
  ports: MarketPorts,
  search: Search,
  viewer: Viewer,
  request: ListRequest = {},
): Promise<Counts> {
  checkMayRead(ports, viewer);
  if (request.only === undefined) return await search.count(viewer, request);
  const conditions = conditionsOf(viewer, request);
  const where = sql.join(conditions, sql` and `);
  const { query } = ports.database;
  const [total, facets] = await Promise.all([
    sql<{
      count: number | string;
    }>`select count(*) as count from market_skills where ${where}`.execute(query),
    sql<{ facet: string; count: number | string }>`select facet, count(*) as count
      from market_facets join market_skills on market_skills.id = market_facets.skill_id
      where ${where} group by facet`.execute(query),
  ]);
  return {
    total: Number(total.rows[0]?.count ?? 0),
    facets: toFacetCounts(facets.rows.map(({ facet, count }) => [facet, Number(count)] as const)),
  };
}

/** Without what only searches need. */
export const COLUMNS: RawBuilder<unknown> = sql.raw(
  [
    "id",
    "publisher",
    "slug",
    "plain_name",
    "display_name",
    "summary",
    "topics",
    "visibility",
    "latest_id",
    "is_listed",
    "tier",
    "tags",
    "deprecation",
    "successor",
    "fork_of",
    "downloads",
    "stars",
    "rating_sum",
    "ratings",
    "rating",
    "versions",
    "trend",
    "quality",
    "created_at",
    "updated_at",
    "deleted_at",
  ]
    .map((column) => `market_skills.${column}`)
    .join(", "),
);

function conditionsOf(viewer: Viewer, request: ListRequest): readonly RawBuilder<unknown>[] {
  const { prefix, publisher, only } = request;
  if (only !== undefined) refuseBuild(viewer);
  return [
    ...(only === "own"
      ? [isOwn(requireMember(viewer))]
      : [sql`market_skills.is_listed = 1`, visibleTo(viewer)]),
    ...(only === "private"
      ? [sql`market_skills.visibility <> 'public'`, isOwn(requireMember(viewer, "registry:read"))]
      : []),
    ...(only === "starred" ? [isStarred(requireMember(viewer))] : []),
    ...(prefix === undefined || prefix === ""
      ? []
      : // After every letter of a slug comes this one.
        [sql`market_skills.slug >= ${prefix} and market_skills.slug < ${`${prefix}{`}`]),
    ...(publisher === undefined ? [] : [sql`market_skills.publisher = ${publisher}`]),
    ...facetsIn(request).map(
      (values) =>
        sql`exists (select 1 from market_facets
          where market_facets.facet in (${sql.join(values)})
          and market_facets.skill_id = market_skills.id)`,
    ),
  ];
}

/** Also what nobody else sees yet. */
function isOwn({ userId }: Member): RawBuilder<unknown> {
  return sql`market_skills.deleted_at is null and market_skills.publisher in (${ownHandles(userId)})`;
}

function isStarred({ userId }: Member): RawBuilder<unknown> {
  return sql`exists (select 1 from market_stars
    where market_stars.skill_id = market_skills.id and market_stars.user_id = ${userId})`;
}

function afterCursor(
  cursor: string | undefined,
  { column, kind, isDescending }: Order,
): readonly RawBuilder<unknown>[] {
  const [value, id] = decodeCursor(cursor, [kind, "string"]);
  if (value === undefined || id === undefined) return [];
  const name = sql.ref(`market_skills.${column}`);
  const sign = sql.raw(isDescending ? "<" : ">");
  return [sql`(${name}, market_skills.id) ${sign} (${value}, ${id})`];
}
