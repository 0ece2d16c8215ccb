/** Makes the vectors of documents whose words can be found already: batch by batch, each of them for good. */
import type { Kysely, Updateable } from "kysely";
import { createFairQueue, type FairQueue } from "../../platform/machine/index.ts";
import { packCodes, toBytes, toFloats } from "../../run/knowledge/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { User } from "../accounts/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";
import { reserve } from "../quotas/index.ts";
import { findBaseForChange } from "./bases.ts";
import { changeModel, isModelInUse } from "./change-model.ts";
import { findDocument, type KnowledgeDocument } from "./documents.ts";
import { embeddingsFor, type KnowledgePorts } from "./ports.ts";
import { raiseRevision } from "./revision.ts";

/** Silence after which somebody else takes over. A batch of a slow model may take many seconds. */
const STALE_MS = 60_000;
const BATCH = 32;
/** Documents of all users, and of one, whose vectors are made at once: questions need the same model. */
const AT_ONCE = 2;

/** With the documents for which somebody waits: whoever goes on with one again and again waits once. */
const queues = new WeakMap<Database, readonly [FairQueue, Set<string>]>();

function openQueue(database: Database): readonly [FairQueue, Set<string>] {
  const found = queues.get(database) ?? [createFairQueue(AT_ONCE, 1), new Set<string>()];
  queues.set(database, found);
  return found;
}

/** Whoever has the latest generation may write. */
interface Claim {
  readonly id: string;
  readonly baseId: string;
  readonly owner: string;
  readonly generation: number;
}

class ClaimLost extends Error {}

/** Goes on where the last attempt ended. Ends early when the document is deleted, cancelled or taken over. */
export async function embedDocument(
  ports: KnowledgePorts,
  documentId: string,
  signal?: AbortSignal,
): Promise<void> {
  const embeddings = ports.embeddings;
  if (embeddings === undefined) return;
  const owner = await readOwner(ports, documentId);
  if (owner === undefined) return;
  const [places, waiting] = openQueue(ports.database);
  if (waiting.has(documentId)) return;
  waiting.add(documentId);
  await places.run(owner, async () => {
    waiting.delete(documentId);
    if (isAborted(signal)) return;
    const claim = await claimDocument(ports, documentId, embeddings.id, owner);
    if (claim === undefined) return;
    try {
      await embedAll(ports, claim, signal);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      await abandonDocument(ports, claim, error, isAborted(signal));
    }
  });
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A server that stops leaves the rest to the next one; whatever else fails is left to a person. */
async function abandonDocument(
  { database, onProblem }: KnowledgePorts,
  claim: Claim,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  if (!isStopping) onProblem(error);
  const end: Updateable<Tables["documents"]> = isStopping
    ? { vector_status: "pending", vector_sign: null }
    : { vector_status: "failed", vector_error: formatReason(error) };
  await update(database, claim, end).catch(ignoreLost);
  await raiseRevision(database.query, claim.baseId);
}

function formatReason(error: unknown): string {
  return SkillError.isInstance(error)
    ? error.diagnostic.message
    : "Making vectors failed for a reason of the server.";
}

async function readOwner(
  { database }: KnowledgePorts,
  documentId: string,
): Promise<string | undefined> {
  const row = await database.query
    .selectFrom("documents")
    .innerJoin("knowledge_bases", "knowledge_bases.id", "documents.base_id")
    .select("knowledge_bases.owner_id")
    .where("documents.id", "=", documentId)
    .executeTakeFirst();
  return row?.owner_id;
}

async function claimDocument(
  { database }: KnowledgePorts,
  documentId: string,
  model: string,
  owner: string,
): Promise<Claim | undefined> {
  const row = await database.query
    .updateTable("documents")
    .set(({ eb }) => ({
      vector_status: "processing",
      vector_error: null,
      vector_generation: eb("vector_generation", "+", 1),
      vector_sign: databaseTime(database),
    }))
    .where("id", "=", documentId)
    .where("status", "=", "completed")
    .where("deleted_at", "is", null)
    .where("vector_model", "=", model)
    .where((where) =>
      where.or([
        where("vector_status", "=", "pending"),
        where.and([
          where("vector_status", "=", "processing"),
          where("vector_sign", "<", databaseTime(database, -STALE_MS)),
        ]),
      ]),
    )
    .returning(["id", "base_id", "vector_generation"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id: row.id, baseId: row.base_id, owner, generation: row.vector_generation };
}

/**
 * Changes the state as long as the claim holds, and says that somebody is at it; in a transaction the claim holds until
 * the end of that.
 */
async function update(
  database: Database,
  { id, generation }: Claim,
  values: Updateable<Tables["documents"]> = {},
  query: Kysely<Tables> = database.query,
): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable("documents")
    .set({ vector_sign: databaseTime(database), ...values })
    .where("id", "=", id)
    .where("status", "=", "completed")
    .where("vector_status", "=", "processing")
    .where("vector_generation", "=", generation)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    throw new ClaimLost("The vectors are made elsewhere, or no more.");
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof ClaimLost)) throw error;
}

async function embedAll(
  ports: KnowledgePorts,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database } = ports;
  const embeddings = embeddingsFor(ports, claim.owner);
  if (embeddings === undefined) return;
  for (;;) {
    signal?.throwIfAborted();
    const { vector_count: first, chunk_count: total } = await database.query
      .selectFrom("documents")
      .select(["vector_count", "chunk_count"])
      .where("id", "=", claim.id)
      .executeTakeFirstOrThrow(() => new ClaimLost("The document is gone."));
    if (first >= total) {
      await database.query.transaction().execute(async (transaction) => {
        const end = { vector_status: "completed", vector_sign: null } as const;
        await update(database, claim, end, transaction);
        await raiseRevision(transaction, claim.baseId);
      });
      return;
    }
    // Before the model is asked: whoever cancels need not wait for more than one batch.
    await update(database, claim);
    await embedBatch(ports, claim, embeddings, first, signal);
  }
}

async function embedBatch(
  ports: KnowledgePorts,
  claim: Claim,
  embeddings: EmbeddingModel,
  first: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database } = ports;
  const chunks = await database.query
    .selectFrom("chunks")
    .leftJoin("chunk_vectors", "chunk_vectors.chunk_id", "chunks.id")
    .select(["chunks.id", "chunks.text", "chunk_vectors.vector"])
    .where("chunks.document_id", "=", claim.id)
    .where("chunks.position", ">=", first)
    .where("chunks.position", "<", first + (embeddings.batch ?? BATCH))
    .orderBy("chunks.position")
    .execute();
  if (chunks.length === 0) throw new ClaimLost("The passages are gone.");
  // Vectors from before their signs were stored are taken as they are.
  const missing = chunks.filter(({ vector }) => vector === null);
  const made =
    missing.length === 0
      ? []
      : await embeddings.embed(
          missing.map(({ text }) => text),
          signal,
        );
  if (made.length !== missing.length)
    throw new Error("The embedding model gave another number of vectors than it was given texts.");
  const byId = new Map(missing.map(({ id }, at) => [id, made[at]]));
  const vectors = chunks.map(({ id, vector }) =>
    vector === null ? (byId.get(id) ?? new Float32Array()) : toFloats(vector),
  );
  const rows = missing.map(({ id }, at) => ({
    chunk_id: id,
    vector: toBytes(made[at] ?? new Float32Array()),
  }));
  const codes = packCodes(vectors);
  const bytes = rows.reduce((sum, { vector }) => sum + vector.length, codes.length);
  await reserve(ports, claim.owner, { bytes }, async (transaction) => {
    await update(database, claim, {}, transaction);
    await transaction
      .updateTable("documents")
      .set(({ eb }) => ({
        vector_count: first + chunks.length,
        chunk_bytes: eb("chunk_bytes", "+", bytes),
      }))
      .where("id", "=", claim.id)
      .execute();
    if (rows.length > 0) await transaction.insertInto("chunk_vectors").values(rows).execute();
    await transaction
      .insertInto("document_codes")
      .values({ document_id: claim.id, first, codes })
      .execute();
    await raiseRevision(transaction, claim.baseId);
  });
}

/** Makes vectors that wait, that a server left behind, or that another model made. */
export async function resumeVectors(ports: KnowledgePorts, signal: AbortSignal): Promise<void> {
  const { database, embeddings } = ports;
  if (embeddings === undefined || !(await isModelInUse(database, embeddings))) return;
  await changeModel(database, embeddings.id, signal);
  const rows = await database.query
    .selectFrom("documents")
    .select("id")
    .where("status", "=", "completed")
    .where("deleted_at", "is", null)
    .where("vector_model", "=", embeddings.id)
    .where((where) =>
      where.or([
        where("vector_status", "=", "pending"),
        where.and([
          where("vector_status", "=", "processing"),
          where("vector_sign", "<", databaseTime(database, -STALE_MS)),
        ]),
      ]),
    )
    .orderBy("created_at")
    .limit(100)
    .execute();
  await Promise.all(rows.map(({ id }) => embedDocument(ports, id, signal)));
}

/** Stops the making of vectors, or goes on with it; those that are there stay. */
export async function setVectors(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  documentId: string,
  wanted: "cancelled" | "pending",
): Promise<KnowledgeDocument> {
  const base = await findBaseForChange(ports, user, idOrName);
  const { id } = await findDocument(ports, base, documentId);
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("documents")
      .set({ vector_status: wanted, vector_error: null, vector_sign: null })
      .where("id", "=", id)
      .where(
        "vector_status",
        "in",
        wanted === "cancelled" ? ["pending", "processing"] : ["cancelled", "failed"],
      )
      .execute();
    await raiseRevision(transaction, base.id);
  });
  return await findDocument(ports, base, documentId);
}
