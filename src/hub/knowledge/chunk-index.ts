import { sql, type SqlBool } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import type { ChunkIndex, Passage, Vector } from "../../run/knowledge/index.ts";
import type { Database } from "../data/index.ts";

/** Vectors that are read and compared before others get a turn. */
const AT_A_TIME = 250;
/** Of a larger base, the rest is found by its words alone. */
const MOST_VECTORS = 200_000;

/** The pieces of a document are stored and removed in parts, and found only while all are there. */
const isComplete = sql<SqlBool>`documents.status = 'completed' and documents.deleted_at is null`;

/** The pieces of one knowledge base, in whichever database. */
export function chunkIndex(database: Database, baseId: string): ChunkIndex {
  return {
    findWords: (words, count) =>
      database.kind === "postgres"
        ? findInPostgres(database, baseId, words, count)
        : findInSqlite(database, baseId, words, count),
    vectors: (model) => loadVectors(database, baseId, model),
    load: (chunkIds) => loadPassages(database, chunkIds),
  };
}

/** Rank is negative there, and the most fitting one the lowest. */
async function findInSqlite(
  { query }: Database,
  baseId: string,
  words: readonly string[],
  count: number,
): Promise<readonly string[]> {
  // The words of all bases are in one index, and only a part of it is gone through: from the first piece to the last.
  const { rows: ends } = await sql<{ readonly first: number | null; readonly last: number | null }>`
    select min(number) as first, max(number) as last from chunks
    where base_id = ${baseId}`.execute(query);
  const [{ first, last } = { first: null, last: null }] = ends;
  if (first === null || last === null) return [];
  // In quotes nothing in a word is taken for an operator.
  const wanted = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
  const { rows } = await sql<{ readonly id: string }>`
    select chunks.id from chunk_words
    join chunks on chunks.number = chunk_words.rowid
    join documents on documents.id = chunks.document_id
    where chunk_words match ${wanted} and chunks.base_id = ${baseId}
      and chunk_words.rowid between ${first} and ${last}
      and ${isComplete}
    order by chunk_words.rank, chunks.id
    limit ${count}`.execute(query);
  return rows.map(({ id }) => id);
}

async function findInPostgres(
  { query }: Database,
  baseId: string,
  words: readonly string[],
  count: number,
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

async function* loadVectors(
  { query }: Database,
  baseId: string,
  model: string,
): AsyncGenerator<readonly Vector[], void> {
  let last = "";
  for (let count = 0; count < MOST_VECTORS; count += AT_A_TIME) {
    const rows = await query
      .selectFrom("chunks")
      .innerJoin("documents", "documents.id", "chunks.document_id")
      .select("chunks.id")
      // Not a condition: however many are hidden, no statement reads more than a page.
      .select(sql<Uint8Array | null>`case when ${isComplete} then chunks.vector end`.as("vector"))
      .where("chunks.base_id", "=", baseId)
      .where("chunks.model", "=", model)
      .where("chunks.id", ">", last)
      .orderBy("chunks.id")
      .limit(AT_A_TIME)
      .execute();
    const vectors = rows.flatMap(({ id, vector }) =>
      vector === null ? [] : [{ chunkId: id, values: toFloats(vector) }],
    );
    if (vectors.length > 0) yield vectors;
    last = rows.at(-1)?.id ?? "";
    if (rows.length < AT_A_TIME) return;
    await nextTurn();
  }
}

async function loadPassages(
  { query }: Database,
  chunkIds: readonly string[],
): Promise<readonly Passage[]> {
  if (chunkIds.length === 0) return [];
  const rows = await query
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document_id")
    .select(["chunks.id", "chunks.document_id", "chunks.position", "chunks.text", "documents.name"])
    .where("chunks.id", "in", chunkIds)
    .where(isComplete)
    .execute();
  return rows.map((row) => ({
    chunkId: row.id,
    documentId: row.document_id,
    documentName: row.name,
    index: row.position,
    text: row.text,
  }));
}

/** A copy, since the bytes need not begin where numbers may. */
function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(Float32Array.from(vector).buffer);
}
