import { sql } from "kysely";
import { editDistance } from "../../../skill/index.ts";
import type { Query } from "../ports.ts";
import { mostErrors, pieces } from "./distance.ts";
import { isCorrectable } from "./terms.ts";

/** A word that may have been meant, and how many letters of it are wrong. */
export interface Correction {
  readonly word: string;
  readonly distance: number;
}

/** So many are looked at; what comes after them is no nearer. */
const MOST = 12;
/** No word of people is like more others than this; whoever publishes such words gets no further. */
const MOST_LIKE = 500;

/** Words of published skills that are like a mistyped one, the nearest first. */
export async function findCorrections(
  query: Query,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly Correction[]>> {
  const asked = words.filter(isCorrectable);
  if (asked.length === 0) return new Map();
  const found = new Map<string, readonly Correction[]>();
  for (const word of new Set(asked)) {
    const { rows } = await sql<{ word: string }>`select distinct word from market_vocabulary
      where piece in (${sql.join([...new Set(pieces(word))])}) limit ${MOST_LIKE}`.execute(query);
    found.set(word, nearest(word, rows));
  }
  return found;
}

function nearest(word: string, rows: readonly { readonly word: string }[]): readonly Correction[] {
  const most = mostErrors(word.length);
  return rows
    .map((row) => ({ word: row.word, distance: editDistance(word, row.word, most) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        // The first letter is rarely the wrong one.
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        Math.abs(a.word.length - word.length) - Math.abs(b.word.length - word.length) ||
        (a.word < b.word ? -1 : 1),
    )
    .slice(0, MOST);
}
