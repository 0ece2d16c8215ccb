/** Pieces of a knowledge base that have the words of a question, the most fitting first. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { createFairQueue, type FairQueue, nextTurn } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import { findInSqlite } from "./find-in-sqlite.ts";
import { type Candidates, chooseBest, countRareWords, type WordSearch } from "./word-search.ts";

/** The pieces of a document are stored and removed in parts, and found only while all are there. */
export const isComplete: RawBuilder<SqlBool> = sql<SqlBool>`documents.status = 'completed' and documents.deleted_at is null`;

export async function findWords(
  database: Database,
  search: WordSearch,
): Promise<readonly string[]> {
  if (search.documents.length === 0) return [];
  const find = database.kind === "postgres" ? findInPostgres : findInSqlite;
  const total = search.documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const { candidates, weights } =
    database.kind === "postgres"
      ? await placesOf(database).run(
          search.baseId,
          () => find(database, search, total),
          search.signal,
        )
      : await find(database, search, total);
  const pieces = await readPieces(database, search, candidates);
  return rankPieces(pieces, { words: search.words, weights, count: search.count });
}

/**
 * A search in a large base takes a connection for a while. Only some of the few that there are do it at once, and one a
 * base, so that everything else finds a free one.
 */
const SEARCHES_AT_ONCE = 3;
const queues = new WeakMap<Database, FairQueue>();

function placesOf(database: Database): FairQueue {
  const found = queues.get(database) ?? createFairQueue(SEARCHES_AT_ONCE, 1);
  queues.set(database, found);
  return found;
}

/** Pieces of a word that PostgreSQL counts, and reads; a word that more of them have says little. */
const COUNTED = 2001;

/** Each word is made a query of its own by the server, so nothing in it is taken for an operator; all must be there. */
function having(asked: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`lexemes @@ (${sql.join(
    asked.map((word) => sql`plainto_tsquery('simple', ${word})`),
    sql` && `,
  )})`;
}

async function findInPostgres(
  { query }: Database,
  search: WordSearch,
  total: number,
): Promise<Candidates> {
  const { words, isWhole, documents } = search;
  const inBase = isWhole
    ? sql`base_id = ${search.baseId}`
    : sql`base_id = ${search.baseId} and document_id = any(${documents.map(({ id }) => id)})`;
  const counts = await sql<{ readonly at: number; readonly pieces: number }>`${sql.join(
    words.map(
      (word, at) => sql`select ${sql.lit(at)} as at, count(*)::int as pieces from (
        select 1 from chunks where ${inBase} and ${having([word])} limit ${COUNTED}) as counted`,
    ),
    sql` union all `,
  )}`.execute(query);
  const { chosen, common, weights } = countRareWords(
    words.map((_word, at) => counts.rows.find((row) => row.at === at)?.pieces ?? 0),
    total,
    2 * COUNTED,
  );
  const asked = [
    ...chosen.map(({ at }) => [at]),
    // Where every word is common, those that have all of them come first.
    ...(common.length > 1 ? [common.map(({ at }) => at)] : []),
  ];
  if (asked.length === 0) return { candidates: [], weights };
  const found = await sql<{ readonly id: string; readonly mask: number }>`${sql.join(
    asked.map(
      (
        places,
      ) => sql`(select id, ${sql.lit(places.reduce((mask, at) => mask | (1 << at), 0))} as mask
        from chunks where ${inBase} and ${having(places.map((at) => words[at] ?? ""))}
        limit ${COUNTED})`,
    ),
    sql` union all `,
  )}`.execute(query);
  const masks = new Map<string, number>();
  for (const { id, mask } of found.rows) masks.set(id, (masks.get(id) ?? 0) | mask);
  return { candidates: chooseBest(masks, weights), weights };
}

interface Piece {
  readonly id: string;
  readonly words: string;
}

const READ_AT_A_TIME = 100;

async function readPieces(
  { query, kind }: Database,
  { baseId, documents, isWhole, signal }: WordSearch,
  candidates: readonly (string | number)[],
): Promise<readonly Piece[]> {
  const chosen = isWhole ? undefined : new Set(documents.map(({ id }) => id));
  const pieces: Piece[] = [];
  for (let start = 0; start < candidates.length; start += READ_AT_A_TIME) {
    signal?.throwIfAborted();
    const some = candidates.slice(start, start + READ_AT_A_TIME);
    const isOne =
      kind === "postgres"
        ? sql`chunks.id = any(${some})`
        : sql`chunks.number in (select value from json_each(${JSON.stringify(some)}))`;
    const { rows } = await sql<Piece & { readonly document_id: string }>`
      select chunks.id, chunks.document_id, chunks.words from chunks
      join documents on documents.id = chunks.document_id
      where ${isOne} and chunks.base_id = ${baseId} and ${isComplete}`.execute(query);
    for (const row of rows) if (chosen?.has(row.document_id) !== false) pieces.push(row);
    await nextTurn();
  }
  return pieces;
}

interface Weights {
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly count: number;
}

/** How much more often a word counts that stands in a piece again, and how much less in a long piece: as in BM25. */
const REPEATED = 1.2;
const LONG = 0.75;

function rankPieces(
  pieces: readonly Piece[],
  { words, weights, count }: Weights,
): readonly string[] {
  const places = new Map(words.map((word, at) => [word, at]));
  const counted = pieces.map(({ id, words: text }) => {
    const all = text.split(" ");
    const counts = words.map(() => 0);
    for (const word of all) {
      const at = places.get(word);
      if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1;
    }
    return { id, length: all.length, counts };
  });
  const mean = counted.reduce((total, { length }) => total + length, 0) / counted.length;
  const rank = ({ length, counts }: (typeof counted)[number]): number => {
    const size = REPEATED * (1 - LONG + (LONG * length) / mean);
    return counts.reduce(
      (total, times, at) => total + ((weights[at] ?? 0) * times * (REPEATED + 1)) / (times + size),
      0,
    );
  };
  return counted
    .map((piece) => ({ id: piece.id, rank: rank(piece) }))
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id);
}
