import { sql } from "kysely";
import { nextTurn } from "../../../platform/machine/index.ts";
import type { Database } from "../../data/index.ts";
import { pieces } from "./distance.ts";
import { inPostgres, inSqlite } from "./postings.ts";

/** Words that are looked at before others get a turn. */
const AT_A_TIME = 50;

/**
 * Removes words that no listed skill has any more. One that is published again at the same moment may be missing until
 * the next skill brings it: it is found all the same, only not for a mistyped one.
 */
export async function sweepVocabulary(database: Pick<Database, "kind" | "query">): Promise<number> {
  const { query } = database;
  let removed = 0;
  let last = "";
  for (;;) {
    const { rows } = await sql<{ word: string }>`select word from market_vocabulary
      where piece = word and piece > ${last} order by piece limit ${AT_A_TIME}`.execute(query);
    const words = rows.map(({ word }) => word);
    const used = await findUsed(database, words);
    for (const word of words.filter((_word, place) => !used.has(place))) {
      await sql`delete from market_vocabulary
        where word = ${word} and piece in (${sql.join([...new Set(pieces(word))])})`.execute(query);
      removed += 1;
    }
    last = words.at(-1) ?? "";
    if (words.length < AT_A_TIME) return removed;
    await nextTurn();
  }
}

/** Places in the list of words that the name or the description of a listed skill has. */
async function findUsed(
  { kind, query }: Pick<Database, "kind" | "query">,
  words: readonly string[],
): Promise<ReadonlySet<number>> {
  if (words.length === 0) return new Set();
  const parts = words.map((text, place) => {
    const matches = (["name", "about"] as const).map((field) => {
      const term = { field, text, isPrefix: false };
      return kind === "postgres"
        ? sql`exists (select 1 from market_terms where ${inPostgres(term)})`
        : sql`exists (select 1 from market_terms where market_terms match ${inSqlite(term)})`;
    });
    return sql`select ${sql.raw(String(place))} as place where ${sql.join(matches, sql` or `)}`;
  });
  const { rows } = await sql<{
    place: number;
  }>`${sql.join(parts, sql` union all `)}`.execute(query);
  return new Set(rows.map(({ place }) => place));
}
