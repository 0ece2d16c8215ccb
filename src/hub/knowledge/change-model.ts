import type { Kysely } from "kysely";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { Database, Tables } from "../data/index.ts";
import { toChunkId } from "./chunk-id.ts";
import { raiseRevision } from "./revision.ts";

/** Vectors that one statement removes. */
const REMOVED_AT_ONCE = 200;

/** The row of `model_rules` that names the model by which vectors are made. */
const ID = "embedding";
const begun = new WeakSet<EmbeddingModel>();

/**
 * Whether vectors are made by this model. Where servers have different ones, as while they are started anew with another,
 * that of the last one that began counts: else each would make anew what the other has made, again and again.
 */
export async function isModelInUse(
  { query }: Database,
  embeddings: EmbeddingModel,
): Promise<boolean> {
  const { id: value } = embeddings;
  if (!begun.has(embeddings)) {
    await query
      .insertInto("model_rules")
      .values({ id: ID, value })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ value }))
      .execute();
    begun.add(embeddings);
  }
  const inUse = await query
    .selectFrom("model_rules")
    .select("value")
    .where("id", "=", ID)
    .executeTakeFirst();
  return inUse?.value === value;
}

/** Vectors of two models cannot be compared: those of another one are removed and made anew. */
export async function changeModel(
  database: Database,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const rows = await database.query
      .selectFrom("documents")
      .select(["id", "base_id"])
      .where("status", "=", "completed")
      .where("deleted_at", "is", null)
      .where("vector_status", "!=", "cancelled")
      .where((where) =>
        where.or([where("vector_model", "is", null), where("vector_model", "!=", model)]),
      )
      .limit(100)
      .execute();
    if (rows.length === 0) return;
    for (const { id, base_id: baseId } of rows) {
      if (signal.aborted) return;
      await restartVectors(database, { id, baseId }, model);
    }
  }
}

/** The state first: nobody finds half of them, and whoever is at the old ones stops. */
async function restartVectors(
  database: Database,
  { id, baseId }: { readonly id: string; readonly baseId: string },
  model: string,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("documents")
      .set(({ eb }) => ({
        vector_status: "none",
        vector_count: 0,
        vector_error: null,
        vector_generation: eb("vector_generation", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await raiseRevision(transaction, baseId);
  });
  await removeVectors(database, id);
  await database.query
    .updateTable("documents")
    .set({ vector_status: "pending", vector_model: model, vector_sign: null })
    .where("id", "=", id)
    .where("vector_status", "=", "none")
    .execute();
}

async function removeVectors({ query }: Database, documentId: string): Promise<void> {
  const { chunk_count: total } = await query
    .selectFrom("documents")
    .select("chunk_count")
    .where("id", "=", documentId)
    .executeTakeFirstOrThrow();
  for (let first = 0; first < total; first += REMOVED_AT_ONCE) {
    const length = Math.min(REMOVED_AT_ONCE, total - first);
    const ids = Array.from({ length }, (_id, at) => toChunkId(documentId, first + at));
    await query.transaction().execute(async (transaction) => {
      const gone = await transaction
        .deleteFrom("chunk_vectors")
        .where("chunk_id", "in", ids)
        .returning("vector")
        .execute();
      await refundBytes(
        transaction,
        documentId,
        gone.reduce((sum, { vector }) => sum + vector.length, 0),
      );
    });
  }
  await query.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom("document_codes")
      .where("document_id", "=", documentId)
      .returning("codes")
      .execute();
    await refundBytes(
      transaction,
      documentId,
      gone.reduce((sum, { codes }) => sum + codes.length, 0),
    );
  });
}

async function refundBytes(
  query: Kysely<Tables>,
  documentId: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  await query
    .updateTable("documents")
    .set(({ eb }) => ({ chunk_bytes: eb("chunk_bytes", "-", bytes) }))
    .where("id", "=", documentId)
    .execute();
}
