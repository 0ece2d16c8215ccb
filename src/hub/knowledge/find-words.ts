/** Pieces of a knowledge base that have the words of a question, the most fitting first. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { createFairQueue, type FairQueue, nextTurn } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import { findInSqlite } from "./find-in-sqlite.ts";
import type { LaidOutDocument } from "./base-layout.ts";
import { toChunkId } from "./chunk-id.ts";
import {
  type Candidates,
  chooseBest,
  readCandidates,
  type Sample,
  type WordSearch,
} from "./word-search.ts";

/** The pieces of a document are stored and removed in parts, and found only while all are there. */
export const isComplete: RawBuilder<SqlBool> = sql<SqlBool>`documents.status = 'completed' and documents.deleted_at is null`;

export async function findWords(
  database: Database,
  search: WordSearch,
): Promise<readonly string[]> {
  if (search.documents.length === 0) return [];
  const total = search.documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const find = async (): Promise<Candidates> => {
    const sample = total <= SAMPLED_FROM ? undefined : await drawSample(database, search.documents);
    const base = { total, sample };
    return database.kind === "postgres"
      ? await findInPostgres(database, search, base)
      : await findInSqlite(database, search, base);
  };
  const { candidates, weights } =
    database.kind === "postgres"
      ? await openQueue(database).run(search.baseId, find, search.signal)
      : await find();
  const pieces = await readPieces(database, search, candidates);
  return rankPieces(pieces, { words: search.words, weights, count: search.count });
}

/** Where no more pieces are, all that have a word can be read. */
const SAMPLED_FROM = 2000;
/** Pieces whose words are counted, as far apart as can be. */
const SAMPLED = 200;
/** By the documents that are searched, which are another list when something has changed. */
const samples = new WeakMap<readonly LaidOutDocument[], Promise<Sample>>();

function drawSample(database: Database, documents: readonly LaidOutDocument[]): Promise<Sample> {
  const found = samples.get(documents) ?? readSample(database, documents);
  samples.set(documents, found);
  found.catch(() => samples.delete(documents));
  return found;
}

async function readSample(
  { query }: Database,
  documents: readonly LaidOutDocument[],
): Promise<Sample> {
  const total = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const step = Math.max(1, Math.floor(total / SAMPLED));
  const ids: string[] = [];
  let next = 0;
  let before = 0;
  for (const { id, chunkCount } of documents) {
    for (; next < before + chunkCount; next += step) ids.push(toChunkId(id, next - before));
    before += chunkCount;
  }
  const rows = await query.selectFrom("chunks").select("words").where("id", "in", ids).execute();
  const counts = new Map<string, number>();
  for (const { words } of rows)
    for (const word of new Set(words.split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { size: rows.length, having: counts };
}

/**
 * A search in a large base takes a connection for a while. Only some of the few that there are do it at once, and one a
 * base, so that everything else finds a free one.
 */
const SEARCHES_AT_ONCE = 3;
const queues = new WeakMap<Database, FairQueue>();

function openQueue(database: Database): FairQueue {
  const found = queues.get(database) ?? createFairQueue(SEARCHES_AT_ONCE, 1);
  queues.set(database, found);
  return found;
}

/** Pieces of a word that PostgreSQL reads. */
const MOST_READ = 2000;

/** Each word is made a query of its own by the server, so nothing in it is taken for an operator; all must be there. */
function having(asked: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`lexemes @@ (${sql.join(
    asked.map((word) => sql`plainto_tsquery('simple', ${word})`),
    sql` && `,
  )})`;
}

async function findInPostgres(
  { query }: Database,
  { words, isWhole, documents, baseId }: WordSearch,
  base: { readonly total: number; readonly sample: Sample | undefined },
): Promise<Candidates> {
  const inBase = isWhole
    ? sql`base_id = ${baseId}`
    : sql`base_id = ${baseId} and document_id = any(${documents.map(({ id }) => id)})`;
  const { masks, weights } = await readCandidates<string>({
    words,
    ...base,
    most: 2 * MOST_READ,
    read: async (asked) => {
      const rows = await readByIndex(
        query,
        sql<{ readonly id: string; readonly index: number }>`${sql.join(
          asked.map(
            (places, index) => sql`(select id, ${sql.lit(index)} as index from chunks
              where ${inBase} and ${having(places.map((at) => words[at] ?? ""))} limit ${MOST_READ})`,
          ),
          sql` union all `,
        )}`,
      );
      return asked.map((_places, at) =>
        rows.flatMap(({ id, index }) => (index === at ? [id] : [])),
      );
    },
  });
  return { candidates: chooseBest(masks, weights), weights };
}

/**
 * Reads without going through the table: PostgreSQL takes the lists of words for cheap to look at, and each of them lies
 * outside of its row.
 */
async function readByIndex<Row>(
  query: Database["query"],
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  return await query.transaction().execute(async (transaction) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      transaction,
    );
    const { rows } = await statement.execute(transaction);
    return rows;
  });
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
