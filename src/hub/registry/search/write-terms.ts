import { sql } from "kysely";
import type { DatabaseKind } from "../../data/index.ts";
import type { Query } from "../ports.ts";
import { pieces } from "./distance.ts";
import { readTerms } from "./entries.ts";
import { FIELDS, type SkillTerms, vocabularyOf } from "./terms.ts";
import { sourceOf } from "./vectors.ts";

/** Writes the words of a skill as its latest version has them; of one that is not listed, none. */
export async function writeTerms(kind: DatabaseKind, query: Query, skillId: string): Promise<void> {
  const { rows } = await sql<{
    number: number;
    slug: string;
    summary: string;
  }>`update market_skills set terms_at = terms_at + 1 where id = ${skillId}
    returning number, slug, summary`.execute(query);
  const [skill] = rows;
  if (skill === undefined) return;
  const { number, slug, summary } = skill;
  const terms = (await readTerms({ query }, [number])).get(number);
  if (kind === "postgres") await inPostgres(query, number, terms);
  else await inSqlite(query, number, terms);
  if (terms !== undefined) await addVocabulary(query, vocabularyOf(terms));
  // What is described in other words now waits for another vector.
  await sql`delete from market_vectors
    where number = ${number} and source <> ${sourceOf(slug, summary)}`.execute(query);
}

async function inSqlite(
  query: Query,
  number: number,
  terms: SkillTerms | undefined,
): Promise<void> {
  await sql`delete from market_terms where rowid = ${number}`.execute(query);
  if (terms === undefined) return;
  const texts = FIELDS.map((field) => terms[field].join(" "));
  await sql`insert into market_terms (rowid, whole, name, about, body)
    values (${number}, ${sql.join(texts)})`.execute(query);
}

async function inPostgres(
  query: Query,
  number: number,
  terms: SkillTerms | undefined,
): Promise<void> {
  await sql`delete from market_terms where number = ${number}`.execute(query);
  if (terms === undefined) return;
  const lists = FIELDS.map((field) => sql`array_to_tsvector(${[...terms[field]]}::text[])`);
  await sql`insert into market_terms (number, whole, name, about, body)
    values (${number}, ${sql.join(lists)})`.execute(query);
}

const ROWS_AT_ONCE = 400;

/** Words that are new; always in the same order, so that those who publish at once do not wait for each other in a circle. */
async function addVocabulary(query: Query, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const { rows } = await sql<{ word: string }>`select word from market_vocabulary
    where piece = word and piece in (${sql.join(words)})`.execute(query);
  const known = new Set(rows.map(({ word }) => word));
  const added = words
    .filter((word) => !known.has(word))
    .flatMap((word) => pieces(word).map((piece) => sql`(${piece}, ${word})`));
  for (let start = 0; start < added.length; start += ROWS_AT_ONCE)
    await sql`insert into market_vocabulary (piece, word)
      values ${sql.join(added.slice(start, start + ROWS_AT_ONCE))}
      on conflict do nothing`.execute(query);
}
