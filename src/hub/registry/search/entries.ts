import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../data/index.ts";
import { fromJson } from "../records.ts";
import { type SkillTerms, termsOf } from "./terms.ts";

/** What searches know of a listed skill without asking the database. */
export interface Entry {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly displayName: string;
  readonly publisher: string;
  readonly visibility: "public" | "team" | "private";
  readonly isListed: boolean;
  readonly quality: number;
  readonly downloads: number;
  readonly stars: number;
  readonly rating: number;
  readonly trend: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Counts how often its words were written; 0: not yet. */
  readonly termsAt: number;
  /** Such as `tier=verified`, with line breaks between. */
  readonly facets: string;
  /** The signs of its vector, where it has one of the model that is asked. */
  readonly code: Uint8Array | undefined;
}

interface Row {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly display_name: string;
  readonly publisher: string;
  readonly visibility: Entry["visibility"];
  readonly is_listed: number;
  readonly quality: number;
  readonly downloads: number;
  readonly stars: number;
  readonly rating: number;
  readonly trend: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly terms_at: number | string;
  readonly changed: number | string;
  readonly facets: string | null;
  readonly code: Uint8Array | null;
}

export interface EntryPage {
  readonly entries: readonly Entry[];
  /** From where to go on. */
  readonly next: number;
  readonly isLast: boolean;
}

/** Rows that are read before others get a turn. */
const AT_A_TIME = 1000;

/** All skills, the lowest numbers first. */
export async function readEntries(
  database: Database,
  model: string | undefined,
  after: number,
): Promise<EntryPage> {
  const rows = await readRows(
    database,
    model,
    sql`market_skills.number > ${after} order by market_skills.number limit ${AT_A_TIME}`,
  );
  return {
    entries: rows.map(toEntry),
    next: rows.at(-1)?.number ?? after,
    isLast: rows.length < AT_A_TIME,
  };
}

/** Up to where nothing that comes to be known can be missing from what is read now. */
export async function readHorizon({ kind, query }: Database): Promise<number> {
  const { rows } = await (
    kind === "postgres"
      ? sql<{
          horizon: string;
        }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`
      : sql<{ horizon: number }>`select coalesce(max(changed), 0) + 1 as horizon from market_skills`
  ).execute(query);
  return Number(rows[0]?.horizon ?? 0);
}

export async function readLastChange({ query }: Database): Promise<number> {
  const { rows } = await sql<{
    last: number | string | null;
  }>`select max(changed) as last from market_skills`.execute(query);
  return Number(rows[0]?.last ?? 0);
}

export interface Changes {
  readonly entries: readonly Entry[];
  readonly horizon: number;
}

/** What was changed since then, and perhaps some that was read before. */
export async function readChanges(
  database: Database,
  model: string | undefined,
  horizon: number,
): Promise<Changes> {
  const where = sql`market_skills.changed >= ${horizon}`;
  if (database.kind === "sqlite") {
    const rows = await readRows(database, model, where);
    const last = rows.reduce((most, { changed }) => Math.max(most, Number(changed)), horizon - 1);
    return { entries: rows.map(toEntry), horizon: last + 1 };
  }
  // What begins later has a greater number, but what began before may end after this.
  const next = await readHorizon(database);
  const rows = await readRows(database, model, where);
  return { entries: rows.map(toEntry), horizon: next };
}

async function readRows(
  { kind, query }: Database,
  model: string | undefined,
  where: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const join =
    kind === "postgres" ? sql`string_agg(facet, chr(10))` : sql`group_concat(facet, char(10))`;
  const code =
    model === undefined
      ? sql`null`
      : sql`(select code from market_vectors
          where market_vectors.number = market_skills.number and market_vectors.model = ${model})`;
  const { rows } = await sql<Row>`select number, id, slug, display_name, publisher, visibility,
    is_listed, quality, downloads, stars, rating, trend, created_at, updated_at, terms_at, changed,
    (select ${join} from market_facets where market_facets.skill_id = market_skills.id) as facets,
    ${code} as code
    from market_skills where ${where}`.execute(query);
  return rows;
}

function toEntry(row: Row): Entry {
  return {
    number: row.number,
    id: row.id,
    slug: row.slug,
    displayName: row.display_name,
    publisher: row.publisher,
    visibility: row.visibility,
    isListed: row.is_listed === 1,
    quality: row.quality,
    downloads: row.downloads,
    stars: row.stars,
    rating: row.rating,
    trend: row.trend,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    termsAt: Number(row.terms_at),
    facets: row.facets ?? "",
    code: row.code ?? undefined,
  };
}

interface TextRow {
  readonly number: number;
  readonly slug: string;
  readonly display_name: string;
  readonly publisher: string;
  readonly description: string;
  readonly topics: string;
  readonly body_words: string;
}

/** The words of skills as their latest versions have them. */
export async function readTerms(
  { query }: Pick<Database, "query">,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SkillTerms>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<TextRow>`select market_skills.number, market_skills.slug,
    market_skills.display_name, market_skills.publisher, market_versions.description,
    market_versions.topics, market_versions.body_words
    from market_skills join market_versions on market_versions.id = market_skills.latest_id
    where market_skills.is_listed = 1 and market_skills.number in (${sql.join(numbers)})`.execute(
    query,
  );
  return new Map(
    rows.map(({ number, topics, ...row }) => [
      number,
      termsOf({ ...row, topics: fromJson<readonly string[]>(topics) }),
    ]),
  );
}
