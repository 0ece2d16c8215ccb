/** Removes what was deleted: in many short statements, so that others get their turn between two of them. */
import type { Kysely } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { createSerial, type Database, type Tables } from "../data/index.ts";
import { keyOf } from "./documents.ts";
import type { KnowledgePorts } from "./ports.ts";

/** Chunks that one statement removes; each has its words in an index. */
const CHUNKS = 100;
/** Documents of a base that are looked up at once. */
const DOCUMENTS = 100;

const inTurn = createSerial();

/** Removes bases and documents that are marked as deleted, one after another for the whole server. */
export async function removeDeleted(ports: KnowledgePorts, signal: AbortSignal): Promise<void> {
  await inTurn(ports.database, () => removeAll(ports, signal));
}

async function removeAll(ports: KnowledgePorts, signal: AbortSignal): Promise<void> {
  const { query } = ports.database;
  while (!signal.aborted) {
    const documents = await query
      .selectFrom("documents")
      .select(["id", "base_id"])
      .where("deleted_at", "is not", null)
      .limit(DOCUMENTS)
      .execute();
    for (const { id, base_id: baseId } of documents)
      await removeDocument(ports, baseId, id, signal);
    if (documents.length > 0) continue;
    const base = await query
      .selectFrom("knowledge_bases")
      .select("id")
      .where("deleted_at", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (base === undefined) return;
    // Marked first: whoever is still processing one of them stops.
    if ((await markDocuments(ports, base.id)) === 0) await removeBase(ports, base.id);
  }
}

async function markDocuments(
  { database: { query }, clock }: KnowledgePorts,
  baseId: string,
): Promise<number> {
  const some = query.selectFrom("documents").select("id").where("base_id", "=", baseId);
  const { numUpdatedRows } = await query
    .updateTable("documents")
    .set({ deleted_at: timestampAt(clock) })
    .where("id", "in", some.limit(DOCUMENTS))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function removeDocument(
  { database, store }: KnowledgePorts,
  baseId: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await removeChunks(database, id, { signal }))) return;
  await store.delete(keyOf(baseId, id));
  // The row is the last: as long as it is there, the rest is looked for again.
  await database.query.deleteFrom("documents").where("id", "=", id).execute();
}

async function removeBase({ database, store }: KnowledgePorts, id: string): Promise<void> {
  for await (const key of store.keys(`${id}/`)) await store.delete(key);
  await database.query.deleteFrom("knowledge_bases").where("id", "=", id).execute();
}

interface RemoveOptions {
  readonly signal?: AbortSignal;
  /** Throws in the transaction of a part where that may not be removed. */
  readonly check?: (transaction: Kysely<Tables>) => Promise<void>;
}

/** Removes the chunks of a document; false where the server stops before all are gone. */
export async function removeChunks(
  { query }: Database,
  documentId: string,
  { signal, check }: RemoveOptions,
): Promise<boolean> {
  await query.transaction().execute(async (transaction) => {
    await check?.(transaction);
    await transaction.deleteFrom("document_codes").where("document_id", "=", documentId).execute();
  });
  for (;;) {
    if (signal?.aborted === true) return false;
    const count = await query.transaction().execute(async (transaction) => {
      await check?.(transaction);
      const { numDeletedRows } = await transaction
        .deleteFrom("chunks")
        .where("id", "in", (chunks) =>
          chunks
            .selectFrom("chunks")
            .select("id")
            .where("document_id", "=", documentId)
            .limit(CHUNKS),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
    if (count < CHUNKS) return true;
    await nextTurn();
  }
}
