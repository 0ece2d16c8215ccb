import { sql } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import type { ChunkIndex, Passage, Vector } from "../../run/knowledge/index.ts";
import type { Database } from "../data/index.ts";
import { findWords, isComplete } from "./find-words.ts";

/** Vectors that are read and compared before others get a turn. */
const AT_A_TIME = 250;
/** Of a larger base, the rest is found by its words alone. */
const MOST_VECTORS = 200_000;

/** The pieces of one knowledge base, in whichever database. */
export function chunkIndex(database: Database, baseId: string): ChunkIndex {
  return {
    findWords: (words, count, signal) => findWords(database, { baseId, words, count, signal }),
    vectors: (model) => loadVectors(database, baseId, model),
    load: (chunkIds) => loadPassages(database, chunkIds),
  };
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
