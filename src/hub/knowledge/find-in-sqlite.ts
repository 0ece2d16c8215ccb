/**
 * The words of all bases are in one index, and SQLite answers on the thread of the server. So only the parts of the index
 * are read in which documents of the base lie, and of those no more than a search can weigh.
 */
import { sql } from "kysely";
import type { Database } from "../data/index.ts";
import type { LaidOutDocument } from "./base-layout.ts";
import {
  type Candidates,
  chooseBest,
  readCandidates,
  type Sample,
  type WordSearch,
} from "./word-search.ts";

type Range = readonly [first: number, last: number];

/** Parts of the index that a search reads one by one; documents between which little lies share one. */
const MOST_RANGES = 16;
/** Numbers that one statement goes through at most: a few milliseconds, if all of them have the word. */
const WIDEST = 100_000;
/** Pieces that are read of all words together, and by one statement. */
const MOST_READ = 8000;
const READ_AT_A_TIME = 4000;

export async function findInSqlite(
  database: Database,
  { baseId, documents, words, signal }: WordSearch,
  base: { readonly total: number; readonly sample: Sample | undefined },
): Promise<Candidates> {
  const ranges = toRanges(documents);
  const { masks, weights } = await readCandidates<number>({
    words,
    ...base,
    most: MOST_READ,
    read: async (asked) => {
      const found: (readonly number[])[] = [];
      for (const places of asked) {
        signal?.throwIfAborted();
        found.push(await readHaving(database, ranges, quote(places.map((at) => words[at] ?? ""))));
      }
      return found;
    },
  });
  await removeForeign(database, baseId, documents, masks);
  return { candidates: chooseBest(masks, weights), weights };
}

/** In quotes nothing in a word is taken for an operator; several must all be there. */
function quote(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" ");
}

async function readHaving(
  { query }: Database,
  ranges: readonly Range[],
  asked: string,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const [first, last] of ranges)
    for (let from = first; found.length < MOST_READ;) {
      const { rows } = await sql<{ readonly rowid: number }>`
        select rowid from chunk_words
        where chunk_words match ${asked} and rowid between ${from} and ${last}
        order by rowid limit ${READ_AT_A_TIME}`.execute(query);
      for (const { rowid } of rows) found.push(rowid);
      if (rows.length < READ_AT_A_TIME) break;
      from = (rows.at(-1)?.rowid ?? last) + 1;
    }
  return found;
}

/** Where documents lie in the index: few parts, each not too wide, with as little of others between as can be. */
function toRanges(documents: readonly LaidOutDocument[]): readonly Range[] {
  const placed = documents
    .flatMap(({ first, last }): readonly Range[] =>
      first === null || last === null ? [] : [[first, last]],
    )
    .toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of placed) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  const gaps = merged
    .slice(1)
    .map((range, at) => range[0] - (merged[at]?.[1] ?? 0))
    .toSorted((a, b) => b - a);
  const widest = gaps[MOST_RANGES - 2] ?? 0;
  const few: [number, number][] = [];
  for (const range of merged) {
    const before = few.at(-1);
    const isNear = before !== undefined && range[0] - before[1] < widest;
    if (isNear || (before !== undefined && few.length >= MOST_RANGES)) before[1] = range[1];
    else few.push([...range]);
  }
  return few.flatMap(([first, last]) => cut(first, last));
}

function cut(first: number, last: number): readonly Range[] {
  const parts: Range[] = [];
  for (let from = first; from <= last; from += WIDEST)
    parts.push([from, Math.min(last, from + WIDEST - 1)]);
  return parts;
}

/** Takes out pieces of other documents that lie between those of the base. */
async function removeForeign(
  { query }: Database,
  baseId: string,
  documents: readonly LaidOutDocument[],
  masks: Map<number, number>,
): Promise<void> {
  const isOwn = ownNumbers(documents);
  const chosen = new Set(documents.map(({ id }) => id));
  const doubtful = [...masks.keys()].filter((number) => !isOwn(number));
  for (let at = 0; at < doubtful.length; at += READ_AT_A_TIME) {
    const some = doubtful.slice(at, at + READ_AT_A_TIME);
    const { rows } = await sql<{ readonly number: number; readonly document_id: string }>`
      select number, document_id from chunks where base_id = ${baseId}
        and number in (select value from json_each(${JSON.stringify(some)}))`.execute(query);
    const own = new Set(
      rows.flatMap(({ number, document_id: id }) => (chosen.has(id) ? [number] : [])),
    );
    for (const number of some) if (!own.has(number)) masks.delete(number);
  }
}

/** Whether a number is known to be of one of the documents, because nothing else can lie between its pieces. */
function ownNumbers(documents: readonly LaidOutDocument[]): (number: number) => boolean {
  const whole = documents
    .flatMap(({ first, last, chunkCount }): readonly Range[] =>
      first !== null && last !== null && last - first + 1 === chunkCount ? [[first, last]] : [],
    )
    .toSorted((a, b) => a[0] - b[0]);
  return (number) => {
    let low = 0;
    let high = whole.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((whole[middle]?.[0] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    const range = whole[low];
    return range !== undefined && range[0] <= number && number <= range[1];
  };
}
