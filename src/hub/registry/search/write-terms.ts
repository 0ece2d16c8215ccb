import { type RawBuilder, sql } from "kysely";
import type { DatabaseKind } from "../../data/index.ts";
import type { Query } from "../ports.ts";
import { pieces } from "./distance.ts";
import { readTerms } from "./entries.ts";
import { FIELDS, type SkillTerms, vocabularyOf } from "./terms.ts";
import { sourceOf } from "./vectors.ts";

interface Written {
  readonly number: number;
  readonly slug: string;
  readonly summary: string;
}

/** Writes the words of skills as their latest versions have them; of those that are not listed, none. */
export async function writeTerms(
  kind: DatabaseKind,
  query: Query,
  skillIds: readonly string[],
): Promise<void> {
  if (skillIds.length === 0) return;
  const { rows } = await sql<Written>`update market_skills set terms_at = terms_at + 1
    where id in (${sql.join(skillIds)}) returning number, slug, summary`.execute(query);
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 0) return;
  const key = sql.raw(kind === "postgres" ? "number" : "rowid");
  await sql`delete from market_terms where ${key} in (${sql.join(numbers)})`.execute(query);
  const terms = await readTerms({ query }, numbers);
  if (terms.size > 0) {
    const values = [...terms].map(([number, one]) => toRow(kind, number, one));
    await sql`insert into market_terms (${key}, whole, name, about, body)
      values ${sql.join(values)}`.execute(query);
    const words = [...terms.values()].flatMap(vocabularyOf);
    await addVocabulary(query, [...new Set(words)].toSorted());
  }
  await dropVectors(query, rows);
}

function toRow(kind: DatabaseKind, number: number, terms: SkillTerms): RawBuilder<unknown> {
  const fields = FIELDS.map((field) =>
    kind === "postgres"
      ? sql`array_to_tsvector(${[...terms[field]]}::text[])`
      : sql`${terms[field].join(" ")}`,
  );
  return sql`(${number}, ${sql.join(fields)})`;
}

/** What is described in other words now waits for another vector. */
async function dropVectors(query: Query, skills: readonly Written[]): Promise<void> {
  const others = skills.map(
    ({ number, slug, summary }) =>
      sql`(number = ${number} and source <> ${sourceOf(slug, summary)})`,
  );
  await sql`delete from market_vectors where ${sql.join(others, sql` or `)}`.execute(query);
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
