import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import { jobCodes } from "../../platform/jobs/index.ts";
import { nextTurn } from "../../platform/machine/index.ts";
import { documentKind } from "../../run/knowledge/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";
import type { DocumentInput, IndexedChunk } from "../jobs/index.ts";
import { reserve } from "../quotas/index.ts";
import { toChunkId } from "./chunk-id.ts";
import { keyOf, type KnowledgeDocument } from "./documents.ts";
import { type KnowledgePorts, limitsOf } from "./ports.ts";
import { removeChunks } from "./remove.ts";
import { raiseRevision } from "./revision.ts";

/** Silence after which a document counts as left behind. */
const STALE_MS = 20_000;
/** So old that whoever looks next takes the document up at once. */
const LONG_AGO = "1970-01-01T00:00:00.000Z";
/** How often whoever is at a document says so. */
const SIGN_MS = 5000;
/** A document is given up after so many attempts that ended with the server. */
const MOST_ATTEMPTS = 3;
/** Chunks that are stored in one transaction. */
const PART = 50;

/** Takes the text out, cuts it, and puts its words into the index; it is found when all of it is there. */
export async function processDocument(
  ports: KnowledgePorts,
  documentId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = ports;
  const claimed = await database.query
    .updateTable("documents")
    .set(({ eb }) => ({
      status: "processing",
      error: null,
      // Before the work begins: an attempt that ends with the server counts as well.
      attempts: eb("attempts", "+", 1),
      updated_at: databaseTime(database),
    }))
    .where("id", "=", documentId)
    .where("deleted_at", "is", null)
    .where("attempts", "<", MOST_ATTEMPTS)
    .where((where) =>
      where.or([
        where("status", "in", ["pending", "failed"]),
        // Whoever was at it has not said anything for too long to be still there.
        where.and([
          where("status", "=", "processing"),
          where("updated_at", "<", databaseTime(database, -STALE_MS)),
        ]),
      ]),
    )
    .returning(["id", "attempts", "base_id"])
    .executeTakeFirst();
  // Somebody else is at it, or has done it.
  if (claimed === undefined) return;
  await raiseRevision(database.query, claimed.base_id);
  const silence = startHeartbeat(ports, claimed);
  try {
    await indexDocument(ports, claimed, signal);
  } catch (error) {
    // Another server has taken it up, or it was deleted.
    if (error instanceof ClaimLost) return;
    // The server stops, or has too much to do; whoever looks next goes on with it.
    if (signal?.aborted === true || isBusy(error)) await setBack(ports, claimed);
    else await fail(ports, claimed, error);
  } finally {
    silence();
    await raiseRevision(database.query, claimed.base_id);
  }
}

/** Whoever began the latest attempt at a document may write to it. */
interface Claim {
  readonly id: string;
  readonly attempts: number;
}

class ClaimLost extends Error {}

/**
 * Changes a document as long as the claim holds, and says that somebody is at it; in a transaction the claim holds until
 * the end of that.
 */
async function updateClaimed(
  database: Database,
  { id, attempts }: Claim,
  values: Updateable<Tables["documents"]> = {},
  query: Kysely<Tables> = database.query,
): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable("documents")
    .set({ updated_at: databaseTime(database), ...values })
    .where("id", "=", id)
    .where("status", "=", "processing")
    .where("attempts", "=", attempts)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new ClaimLost("The document is at work elsewhere.");
}

/** Whoever lost a claim has nothing left to do. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof ClaimLost)) throw error;
}

function isBusy(error: unknown): boolean {
  return SkillError.isInstance(error) && error.diagnostic.code === jobCodes.busy;
}

async function fail(
  { database, onProblem }: KnowledgePorts,
  claim: Claim,
  error: unknown,
): Promise<void> {
  onProblem(error);
  const told = SkillError.isInstance(error)
    ? error.diagnostic.message
    : "Processing failed for a reason of the server.";
  await endAsFailed(database, claim, told);
}

/** The parts that are there already go first: what is left of a document that failed takes no room. */
async function endAsFailed(database: Database, claim: Claim, error: string): Promise<void> {
  try {
    await removeChunks(database, claim.id, {
      check: (transaction) => updateClaimed(database, claim, {}, transaction),
    });
    await updateClaimed(database, claim, { error, status: "failed", chunk_bytes: 0 });
  } catch (reason) {
    ignoreLost(reason);
  }
}

/** Lets a document be processed again from its file, as if it were new; what was found in it is not until it is done. */
export async function retryDocument(
  { database }: KnowledgePorts,
  { id, baseId }: Pick<KnowledgeDocument, "id" | "baseId">,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("documents")
      .set(({ eb }) => ({
        status: "pending",
        error: null,
        attempts: 0,
        vector_status: "none",
        vector_count: 0,
        vector_error: null,
        vector_generation: eb("vector_generation", "+", 1),
        updated_at: databaseTime(database),
      }))
      .where("id", "=", id)
      // Whoever is at it goes on, and is not begun twice.
      .where("status", "in", ["completed", "failed"])
      .execute();
    await raiseRevision(transaction, baseId);
  });
}

/** Says again and again that somebody is at a document, until the returned function is called. */
function startHeartbeat({ database, clock, onProblem }: KnowledgePorts, claim: Claim): () => void {
  const say = (): void => {
    cancel = clock.after(SIGN_MS, say);
    updateClaimed(database, claim).catch(ignoreLost).catch(onProblem);
  };
  let cancel = clock.after(SIGN_MS, say);
  return () => {
    cancel();
  };
}

async function setBack({ database }: KnowledgePorts, claim: Claim): Promise<void> {
  const attempts = claim.attempts - 1;
  await updateClaimed(database, claim, { status: "pending", attempts, updated_at: LONG_AGO }).catch(
    ignoreLost,
  );
}

/** Goes on with documents whose processing was broken off, or never begun, because a server ended. */
export async function resumeDocuments(ports: KnowledgePorts, signal: AbortSignal): Promise<void> {
  const { database } = ports;
  await giveUp(database);
  const rows = await database.query
    .selectFrom("documents")
    .select(["id", "attempts"])
    .where("status", "in", ["pending", "processing"])
    .where("deleted_at", "is", null)
    .where("updated_at", "<", databaseTime(database, -STALE_MS))
    .orderBy("created_at")
    .limit(100)
    .execute();
  // All at once: the jobs of many users take turns there, and read their documents when it is theirs.
  const fresh = rows.filter(({ attempts }) => attempts === 0);
  await Promise.all(fresh.map(({ id }) => processDocument(ports, id, signal)));
  // One of these may have ended the server; alone, it is the only one for which that counts again.
  for (const { id } of rows.filter(({ attempts }) => attempts > 0)) {
    if (signal.aborted) return;
    await processDocument(ports, id, signal);
  }
}

/** A document at which the server ended again and again is left to a person. */
async function giveUp(database: Database): Promise<void> {
  const rows = await database.query
    .selectFrom("documents")
    .select(["id", "attempts"])
    .where("status", "=", "processing")
    .where("attempts", ">=", MOST_ATTEMPTS)
    .where("updated_at", "<", databaseTime(database, -STALE_MS))
    .where("deleted_at", "is", null)
    .limit(100)
    .execute();
  for (const claim of rows)
    await endAsFailed(
      database,
      claim,
      `Processing was broken off ${MOST_ATTEMPTS} times, so it was given up. Retry it, or upload another version.`,
    );
}

async function indexDocument(
  ports: KnowledgePorts,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, store } = ports;
  const document = await database.query
    .selectFrom("documents")
    .innerJoin("knowledge_bases", "knowledge_bases.id", "documents.base_id")
    .select(["documents.id", "documents.base_id", "documents.name", "knowledge_bases.owner_id"])
    .where("documents.id", "=", claim.id)
    .where("knowledge_bases.deleted_at", "is", null)
    .executeTakeFirst();
  if (document === undefined) return;
  const { id, base_id, name, owner_id: owner } = document;
  const kind = documentKind(name);
  if (kind === undefined) return;
  const read = async (): Promise<DocumentInput> => {
    const object = await store.get(keyOf(base_id, id));
    if (object === undefined) throw new Error(`The file of the document ${id} is gone.`);
    const window = ports.embeddings?.window;
    const { maxCharacters } = limitsOf(ports);
    const { bytes } = object;
    return { name, kind, bytes, maxCharacters, ...(window === undefined ? {} : { window }) };
  };
  const options = { owner, isBackground: true, ...(signal === undefined ? {} : { signal }) };
  const chunks = await ports.jobs.run("chunk-document", read, options);
  await storeChunks(ports, claim, document, toRows(document, chunks));
}

/**
 * In many short transactions: others write between two of them. Nobody finds any of the chunks before the document
 * is completed with the last one.
 */
async function storeChunks(
  ports: KnowledgePorts,
  claim: Claim,
  { owner_id: owner, base_id: baseId }: { readonly owner_id: string; readonly base_id: string },
  rows: readonly Insertable<Tables["chunks"]>[],
): Promise<void> {
  const { database } = ports;
  // Parts of an attempt that a server left behind.
  await removeChunks(database, claim.id, {
    check: (transaction) => updateClaimed(database, claim, { chunk_bytes: 0 }, transaction),
  });
  const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  await reserve(ports, owner, { bytes }, (transaction) =>
    updateClaimed(database, claim, { chunk_bytes: bytes }, transaction),
  );
  for (let at = 0; at < rows.length; at += PART) {
    const part = rows.slice(at, at + PART);
    await database.query.transaction().execute(async (transaction) => {
      await updateClaimed(database, claim, {}, transaction);
      await transaction.insertInto("chunks").values(part).execute();
    });
    await nextTurn();
  }
  await database.query.transaction().execute(async (transaction) => {
    const model = ports.embeddings?.id ?? null;
    const completed = {
      status: "completed",
      chunk_count: rows.length,
      ...(await numbersOf(database, transaction, claim.id)),
      vector_status: model === null ? "none" : "pending",
      vector_model: model,
      vector_count: 0,
    } as const;
    await updateClaimed(database, claim, completed, transaction);
    await raiseRevision(transaction, baseId);
  });
}

/** Where the chunks lie in the index of SQLite, which points at them by numbers. */
async function numbersOf(
  { kind }: Database,
  query: Kysely<Tables>,
  documentId: string,
): Promise<Pick<Updateable<Tables["documents"]>, "first_number" | "last_number">> {
  if (kind !== "sqlite") return {};
  const { rows } = await sql<{ readonly first: number | null; readonly last: number | null }>`
    select (select min(number) from chunks where document_id = ${documentId}) as first,
      (select max(number) from chunks where document_id = ${documentId}) as last`.execute(query);
  return { first_number: rows[0]?.first ?? null, last_number: rows[0]?.last ?? null };
}

function sizeOf({ text, words }: Insertable<Tables["chunks"]>): number {
  return Buffer.byteLength(text) + Buffer.byteLength(words);
}

function toRows(
  document: { readonly id: string; readonly base_id: string },
  chunks: readonly IndexedChunk[],
): Insertable<Tables["chunks"]>[] {
  return chunks.map((chunk) => ({
    id: toChunkId(document.id, chunk.index),
    base_id: document.base_id,
    document_id: document.id,
    position: chunk.index,
    text: chunk.text,
    words: chunk.words,
    page: chunk.page ?? null,
  }));
}
