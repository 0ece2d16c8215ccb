/** Pieces of a knowledge base that have the words of a question, the most fitting first. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { createFairQueue, type FairQueue, nextTurn } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";

/** The pieces of a document are stored and removed in parts, and found only while all are there. */
export const isComplete: RawBuilder<SqlBool> = sql<SqlBool>`documents.status = 'completed' and documents.deleted_at is null`;

/** Numbers of pieces that one statement goes through; others get a turn after each window. */
const WINDOW = 1000;
/** Pieces with the rarest and most of the words, which are then compared by how often they have them. */
const MOST_COMPARED = 2000;
const COMPARED_AT_A_TIME = 250;

export interface WordSearch {
  readonly baseId: string;
  readonly words: readonly string[];
  readonly count: number;
  readonly signal?: AbortSignal | undefined;
}

export async function findWords(
  database: Database,
  search: WordSearch,
): Promise<readonly string[]> {
  return database.kind === "postgres"
    ? await placesOf(database).run(
        search.baseId,
        () => findInPostgres(database, search),
        search.signal,
      )
    : await findInSqlite(database, search);
}

/**
 * A search in a large base takes a connection for seconds. Only some of the few that there are do it at once, and one a
 * base, so that everything else finds a free one.
 */
const SEARCHES_AT_ONCE = 3;
const queues = new WeakMap<Database, FairQueue>();

function placesOf(database: Database): FairQueue {
  const found = queues.get(database) ?? createFairQueue(SEARCHES_AT_ONCE, 1);
  queues.set(database, found);
  return found;
}

/** A piece, and which of the words it has: one bit for each. */
interface Match {
  readonly number: number;
  readonly mask: number;
}

/**
 * The words of all bases are in one index, and SQLite answers on the thread of the server. So the index is gone through
 * in windows, and the rank is made here: that of SQLite counts the words of all bases anew for every statement.
 */
async function findInSqlite(
  database: Database,
  { baseId, words, count, signal }: WordSearch,
): Promise<readonly string[]> {
  // Of a large base only the best so far are kept: all of them at once would take too long to weigh.
  let best: readonly Match[] = [];
  const seen = { matches: 0, having: words.map(() => 0) };
  for (let from = await nextNumber(database, baseId, 0); from !== undefined;) {
    signal?.throwIfAborted();
    const last = from + WINDOW - 1;
    const matches = await matchesIn(database, baseId, words, [from, last]);
    countWords(seen, matches);
    best = chooseBest([...best, ...matches], weighWords(seen));
    from = await nextNumber(database, baseId, last + 1);
    await nextTurn();
  }
  const weights = weighWords(seen);
  return await compare(database, chooseBest(best, weights, MOST_COMPARED), {
    words,
    weights,
    count,
  });
}

/** How many pieces were found, and how many of them have each word. */
interface Seen {
  matches: number;
  readonly having: number[];
}

function countWords(seen: Seen, matches: readonly Match[]): void {
  seen.matches += matches.length;
  for (const { mask } of matches)
    for (const at of seen.having.keys())
      seen.having[at] = (seen.having[at] ?? 0) + ((mask >>> at) & 1);
}

/** A rare word counts more. */
function weighWords({ matches, having }: Seen): readonly number[] {
  return having.map((count) => Math.log(1 + (matches - count + 0.5) / (count + 0.5)));
}

/** The best matches by what is known so far; all of them as long as they are few. */
function chooseBest(
  matches: readonly Match[],
  weights: readonly number[],
  few: number = 2 * MOST_COMPARED,
): readonly Match[] {
  if (matches.length <= few) return matches;
  const weigh = (mask: number): number =>
    weights.reduce((total, weight, at) => total + ((mask >>> at) & 1) * weight, 0);
  return matches
    .map((match) => ({ match, weight: weigh(match.mask) }))
    .toSorted((a, b) => b.weight - a.weight || a.match.number - b.match.number)
    .slice(0, MOST_COMPARED)
    .map(({ match }) => match);
}

async function nextNumber(
  { query }: Database,
  baseId: string,
  from: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ readonly first: number | null }>`
    select min(number) as first from chunks
    where base_id = ${baseId} and number >= ${from}`.execute(query);
  return rows[0]?.first ?? undefined;
}

async function matchesIn(
  { query }: Database,
  baseId: string,
  words: readonly string[],
  [first, last]: readonly [number, number],
): Promise<readonly Match[]> {
  const { rows: own } = await sql<{ readonly number: number }>`
    select chunks.number from chunks
    cross join documents on documents.id = chunks.document_id
    where chunks.base_id = ${baseId} and chunks.number between ${first} and ${last}
      and ${isComplete}`.execute(query);
  const masks = new Map(own.map(({ number }) => [number, 0]));
  if (masks.size === 0) return [];
  for (const [at, word] of words.entries()) {
    // In quotes nothing in a word is taken for an operator.
    const quoted = `"${word.replaceAll('"', '""')}"`;
    const { rows } = await sql<{ readonly rowid: number }>`
      select rowid from chunk_words
      where chunk_words match ${quoted} and rowid between ${first} and ${last}`.execute(query);
    for (const { rowid } of rows) {
      const mask = masks.get(rowid);
      if (mask !== undefined) masks.set(rowid, mask | (1 << at));
    }
  }
  return [...masks].flatMap(([number, mask]) => (mask === 0 ? [] : [{ number, mask }]));
}

interface Weights {
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly count: number;
}

/** How much more often a word counts that stands in a piece again, and how much less in a long piece: as in BM25. */
const REPEATED = 1.2;
const LONG = 0.75;

async function compare(
  { query }: Database,
  best: readonly { readonly number: number }[],
  { words, weights, count }: Weights,
): Promise<readonly string[]> {
  const places = new Map(words.map((word, at) => [word, at]));
  const pieces: { readonly id: string; readonly length: number; readonly counts: number[] }[] = [];
  for (let start = 0; start < best.length; start += COMPARED_AT_A_TIME) {
    const numbers = best.slice(start, start + COMPARED_AT_A_TIME).map(({ number }) => number);
    const { rows } = await sql<{ readonly id: string; readonly words: string }>`
      select id, words from chunks where number in (${sql.join(numbers)})`.execute(query);
    for (const { id, words: text } of rows) {
      const all = text.split(" ");
      const counts = words.map(() => 0);
      for (const word of all) {
        const at = places.get(word);
        if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1;
      }
      pieces.push({ id, length: all.length, counts });
    }
    await nextTurn();
  }
  const mean = pieces.reduce((total, { length }) => total + length, 0) / pieces.length;
  const rank = ({ length, counts }: (typeof pieces)[number]): number => {
    const size = REPEATED * (1 - LONG + (LONG * length) / mean);
    return counts.reduce(
      (total, times, at) => total + ((weights[at] ?? 0) * times * (REPEATED + 1)) / (times + size),
      0,
    );
  };
  return pieces
    .map((piece) => ({ id: piece.id, rank: rank(piece) }))
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id);
}

async function findInPostgres(
  { query }: Database,
  { baseId, words, count }: WordSearch,
): Promise<readonly string[]> {
  // Each word is made a query of its own by the server, so nothing in it is taken for an operator.
  const wanted = sql.join(
    words.map((word) => sql`plainto_tsquery('simple', ${word})`),
    sql` || `,
  );
  const { rows } = await sql<{ readonly id: string }>`
    select chunks.id from chunks
    join documents on documents.id = chunks.document_id
    where chunks.base_id = ${baseId} and to_tsvector('simple', chunks.words) @@ (${wanted})
      and ${isComplete}
    order by ts_rank_cd(to_tsvector('simple', chunks.words), (${wanted}), 1) desc, chunks.id
    limit ${count}`.execute(query);
  return rows.map(({ id }) => id);
}
