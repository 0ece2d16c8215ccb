import { type RawBuilder, sql } from "kysely";
import {
  type Facets,
  type ListSort,
  marketCodes,
  marketRefusal,
  matchOf,
  type SearchHit,
  type SearchPage,
  type SearchRequest,
  scoreOf,
  type Viewer,
} from "../../registry/contract/index.ts";
import { isTier } from "../../registry/sign/index.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import { facetWord } from "./index-skill.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { standingsOf } from "./publishers.ts";
import { fromJson, type SkillRow, toSummaries } from "./records.ts";
import { checkMayRead } from "./viewer.ts";
import { visibleTo } from "./visible.ts";
import { marketWords } from "./words.ts";

/**
 * So many are looked at for a question. Both databases give the best by trust and adoption first and stop there,
 * so that a word that half of all skills have costs no more than one that a few have.
 */
const MOST_BY_NAME = 150;
const MOST_BY_WORDS = 250;
const MOST_WORDS = 16;

/** What ranking needs to know. */
type Candidate = Pick<
  SkillRow,
  | "id"
  | "slug"
  | "display_name"
  | "summary"
  | "topics"
  | "quality"
  | "updated_at"
  | "created_at"
  | "downloads"
  | "stars"
  | "rating"
  | "trend"
>;

interface Ranked {
  readonly id: string;
  readonly score: number;
}

export async function searchSkills(
  ports: MarketPorts,
  viewer: Viewer,
  request: SearchRequest,
): Promise<SearchPage> {
  checkMayRead(ports, viewer);
  const limit = limitOf(request);
  const words = [...new Set(marketWords(request.query))].slice(0, MOST_WORDS);
  const facets = facetsIn(request);
  if (words.length === 0) return NOTHING;
  const visible = visibleTo(viewer, await standingsOf(ports, viewer));
  const { found, isMore } = await findCandidates(ports, { words, facets, visible, request });
  const ranked = rank(found, words, request);
  const after = decodeCursor(request.cursor, ["number", "string"]);
  const [score, id] = after;
  const rest =
    after.length === 0
      ? ranked
      : ranked.filter((one) => comesAfter(one, Number(score), String(id)));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const [items, counts] = await Promise.all([
    loadHits(ports.database.query, page),
    countFacets(ports.database.query, ranked),
  ]);
  return {
    items,
    cursor:
      rest.length > limit && last !== undefined ? encodeCursor([last.score, last.id]) : undefined,
    total: ranked.length,
    isMore,
    facets: counts,
  };
}

const NOTHING: SearchPage = { items: [], cursor: undefined, total: 0, isMore: false, facets: {} };

/** Values of facets as they stand in their table, of which a skill has to have one. */
export type AnyFacet = readonly string[];

/** Every one of these has to hold. A skill has one dialect and one tier, but as many of the others as it likes. */
export function facetsIn(request: Facets): readonly AnyFacet[] {
  const { dialects = [], tiers = [], permissions = [], worksOn = [], topics = [] } = request;
  const unknown = tiers.find((value) => !isTier(value));
  if (unknown !== undefined)
    throw marketRefusal(
      marketCodes.invalid,
      `Unknown tier \`${String(unknown)}\`: use \`experimental\`, \`community\` or \`verified\`.`,
      { path: ["tier"] },
    );
  return [
    dialects.map((value) => `dialect=${value}`),
    tiers.map((value) => `tier=${value}`),
    ...permissions.map((value) => [`permission=${value}`]),
    ...worksOn.map((value) => [`works-on=${value}`]),
    ...topics.map((value) => [`topic=${value.trim().toLowerCase()}`]),
  ].filter((values) => values.length > 0);
}

interface Wanted {
  readonly words: readonly string[];
  readonly facets: readonly AnyFacet[];
  readonly visible: RawBuilder<boolean>;
  readonly request: SearchRequest;
}

/** Names first; then all words anywhere; where nothing has them all, any of the words. */
async function findCandidates(
  ports: MarketPorts,
  wanted: Wanted,
): Promise<{ readonly found: readonly Candidate[]; readonly isMore: boolean }> {
  if (wanted.request.mode === "exact") {
    const found = await ask(ports, wanted, "name", MOST_BY_NAME);
    return { found, isMore: found.length === MOST_BY_NAME };
  }
  const [byName, byAll] = await Promise.all([
    ask(ports, wanted, "name", MOST_BY_NAME),
    ask(ports, wanted, "all", MOST_BY_WORDS),
  ]);
  const isNothing = byName.length + byAll.length === 0;
  const byAny =
    isNothing && wanted.words.length > 1 ? await ask(ports, wanted, "any", MOST_BY_WORDS) : [];
  const found = new Map([...byAny, ...byAll, ...byName].map((row) => [row.id, row]));
  const isMore = byName.length === MOST_BY_NAME || byAll.length === MOST_BY_WORDS;
  return { found: [...found.values()], isMore };
}

type Scope = "name" | "all" | "any";

async function ask(
  { database: { kind, query } }: MarketPorts,
  { words, facets, visible, request: { publisher } }: Wanted,
  scope: Scope,
  most: number,
): Promise<readonly Candidate[]> {
  const columns = sql.raw(COLUMNS.map((column) => `market_skills.${column}`).join(", "));
  const isOf =
    publisher === undefined ? visible : sql`${visible} and market_skills.publisher = ${publisher}`;
  const statement =
    kind === "sqlite"
      ? sql<Candidate>`select ${columns} from market_words
          cross join market_skills on market_skills.position = market_words.rowid
          where market_words match ${matchInSqlite(words, facets, scope)} and ${isOf}
          order by market_words.rowid limit ${most}`
      : sql<Candidate>`select ${columns} from market_skills
          where market_skills.is_listed = 1 and ${inPostgres(words, facets, scope)} and ${isOf}
          order by market_skills.is_listed desc, market_skills.quality desc, market_skills.id desc
          limit ${most}`;
  return (await statement.execute(query)).rows;
}

const COLUMNS: readonly (keyof Candidate)[] = [
  "id",
  "slug",
  "display_name",
  "summary",
  "topics",
  "quality",
  "updated_at",
  "created_at",
  "downloads",
  "stars",
  "rating",
  "trend",
];

/** In quotes nothing in a word is taken for an operator; the last one may go on. */
function matchInSqlite(
  words: readonly string[],
  facets: readonly AnyFacet[],
  scope: Scope,
): string {
  const parts = words.map(
    (word, index) => `"${word.replaceAll('"', '""')}"${index === words.length - 1 ? " *" : ""}`,
  );
  const column = scope === "name" ? "name" : "{name about body}";
  const question = parts
    .map((part) => `${column} : ${part}`)
    .join(scope === "any" ? " OR " : " AND ");
  const demands = facets.map(
    (values) => `facets : (${values.map((value) => `"${facetWord(value)}"`).join(" OR ")})`,
  );
  return [`(${question})`, ...demands].join(" AND ");
}

/** Words hold letters and digits alone, none of which means anything here. What fails by its facets is not read further. */
function inPostgres(
  words: readonly string[],
  facets: readonly AnyFacet[],
  scope: Scope,
): RawBuilder<boolean> {
  const question = words
    .map((word, index) => (index === words.length - 1 ? `${word}:*` : word))
    .join(scope === "any" ? " | " : " & ");
  const column = sql.ref(scope === "name" ? "market_skills.name_words" : "market_skills.words");
  const match = sql<boolean>`${column} @@ to_tsquery('simple', ${question})`;
  const demands = facets.map((values) => `(${values.map(facetWord).join(" | ")})`).join(" & ");
  return facets.length === 0
    ? match
    : sql<boolean>`market_skills.facet_words @@ to_tsquery('simple', ${demands}) and ${match}`;
}

/** Best first; between equals the id decides, so that pages never overlap. */
function rank(
  found: readonly Candidate[],
  words: readonly string[],
  { query, mode, sort = "relevance" }: SearchRequest,
): readonly Ranked[] {
  const question = { text: query.trim().toLowerCase(), words };
  const ranked = found.flatMap((row) => {
    const match = matchOf(
      {
        slug: row.slug,
        displayName: row.display_name,
        summary: row.summary,
        topics: fromJson<readonly string[]>(row.topics),
      },
      question,
      marketWords,
    );
    if (mode === "exact" && match < 1000) return [];
    return [{ id: row.id, score: sort === "relevance" ? scoreOf(match, row.quality) : 0, row }];
  });
  if (sort !== "relevance") {
    const ordered = ranked.toSorted((a, b) => compareBy(sort, a.row, b.row) || byId(a, b));
    return ordered.map(({ id }, index) => ({ id, score: ordered.length - index }));
  }
  return ranked.toSorted((a, b) => b.score - a.score || byId(a, b));
}

function byId(a: Pick<Ranked, "id">, b: Pick<Ranked, "id">): number {
  return a.id < b.id ? -1 : 1;
}

function compareBy(sort: ListSort, a: Candidate, b: Candidate): number {
  switch (sort) {
    case "recommended":
      return b.quality - a.quality;
    case "updated":
      return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0;
    case "created":
      return a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0;
    case "downloads":
      return b.downloads - a.downloads;
    case "stars":
      return b.stars - a.stars;
    case "rating":
      return b.rating - a.rating;
    case "trending":
      return b.trend - a.trend;
    case "name":
      return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0;
  }
}

function comesAfter(one: Ranked, score: number, id: string): boolean {
  return one.score < score || (one.score === score && one.id > id);
}

async function loadHits(query: Query, page: readonly Ranked[]): Promise<readonly SearchHit[]> {
  if (page.length === 0) return [];
  const rows = await query
    .selectFrom("market_skills")
    .selectAll()
    .where(
      "id",
      "in",
      page.map(({ id }) => id),
    )
    .execute();
  const byIds = new Map(
    (await toSummaries(query, rows)).map((summary) => [summary.id, summary] as const),
  );
  return page.flatMap(({ id, score }) => {
    const summary = byIds.get(id);
    return summary === undefined ? [] : [{ ...summary, score }];
  });
}

async function countFacets(query: Query, ranked: readonly Ranked[]): Promise<SearchPage["facets"]> {
  if (ranked.length === 0) return {};
  const rows = await query
    .selectFrom("market_facets")
    .select((select) => ["facet", select.fn.countAll().as("count")])
    .where(
      "skill_id",
      "in",
      ranked.map(({ id }) => id),
    )
    .groupBy("facet")
    .execute();
  const facets: Record<string, Record<string, number>> = {};
  for (const { facet, count } of rows) {
    const at = facet.indexOf("=");
    const values = (facets[facet.slice(0, at)] ??= {});
    values[facet.slice(at + 1)] = Number(count);
  }
  return facets;
}
