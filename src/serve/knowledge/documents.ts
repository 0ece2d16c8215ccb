import type { Insertable } from "kysely";
import { sha256Of } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import {
  type Chunk,
  chunkText,
  documentKind,
  extractText,
  MOST_DOCUMENT_BYTES,
  searchWords,
} from "../../run/knowledge/index.ts";
import { SkillError } from "../../skill/index.ts";
import { momentOf, type User } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import { findBase, findBaseForChange, type KnowledgeBase } from "./bases.ts";
import { toBytes } from "./chunk-index.ts";
import { knowledgeCodes, knowledgeProblem } from "./diagnostics.ts";
import type { KnowledgePorts } from "./ports.ts";

export interface KnowledgeDocument {
  readonly id: string;
  readonly baseId: string;
  readonly name: string;
  readonly size: number;
  readonly status: Tables["documents"]["status"];
  readonly error?: string;
  readonly chunkCount: number;
  readonly createdAt: string;
}

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Silence after which a document counts as left behind. */
const STALE_MS = 20_000;
/** How often whoever is at a document says so. */
const SIGN_MS = 5000;
/** Pieces that go to the embedding model at once. */
const BATCH = 32;

/** Keeps a document; `processDocument` makes it findable. */
export async function addDocument(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { name, bytes }: Upload,
): Promise<KnowledgeDocument> {
  const base = await findBaseForChange(ports, user, idOrName);
  checkUpload(name, bytes);
  const { database, clock, store } = ports;
  const now = momentOf(clock);
  const row = {
    id: newId(),
    base_id: base.id,
    name,
    size: bytes.length,
    digest: sha256Of(bytes),
    status: "pending" as const,
    error: null,
    chunk_count: 0,
    created_at: now,
    updated_at: now,
  };
  // The file first: a row without its file could never be processed.
  await store.put(keyOf(base.id, row.id), bytes);
  await database.query.insertInto("documents").values(row).execute();
  return toDocument(row);
}

function checkUpload(name: string, bytes: Uint8Array): void {
  if (name === "" || name.length > 256 || /[/\\\0]/u.test(name))
    throw knowledgeProblem(knowledgeCodes.invalid, "file", "File name is not valid");
  if (documentKind(name) === undefined)
    throw knowledgeProblem(
      knowledgeCodes.invalid,
      "file",
      "File type is not supported; use txt, md, html, pdf or docx",
    );
  if (bytes.length > MOST_DOCUMENT_BYTES)
    throw knowledgeProblem(knowledgeCodes.tooLarge, "file", "File is larger than 5 MiB");
}

/** Takes the text out, cuts it, and puts it into the index, all or nothing. */
export async function processDocument(
  ports: KnowledgePorts,
  documentId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ports;
  const { numUpdatedRows } = await database.query
    .updateTable("documents")
    .set({ status: "processing", error: null, updated_at: momentOf(clock) })
    .where("id", "=", documentId)
    .where((where) =>
      where.or([
        where("status", "in", ["pending", "failed"]),
        // Whoever was at it has not said anything for too long to be still there.
        where.and([
          where("status", "=", "processing"),
          where("updated_at", "<", momentOf(clock, -STALE_MS)),
        ]),
      ]),
    )
    .executeTakeFirst();
  // Somebody else is at it, or has done it.
  if (Number(numUpdatedRows) === 0) return;
  const silence = saySigns(ports, documentId);
  try {
    await indexDocument(ports, documentId, signal);
  } catch (error) {
    if (signal?.aborted === true) {
      // The server stops; the next start, or another replica, goes on with it.
      await setBack(ports, documentId);
      return;
    }
    ports.onProblem(error);
    const told = SkillError.isInstance(error)
      ? error.diagnostic.message
      : "Processing failed for a reason of the server.";
    await database.query
      .updateTable("documents")
      .set({ status: "failed", error: told, updated_at: momentOf(clock) })
      .where("id", "=", documentId)
      .execute();
  } finally {
    silence();
  }
}

/** Says again and again that somebody is at a document, until the returned function is called. */
function saySigns({ database, clock, onProblem }: KnowledgePorts, documentId: string): () => void {
  const say = (): void => {
    cancel = clock.after(SIGN_MS, say);
    database.query
      .updateTable("documents")
      .set({ updated_at: momentOf(clock) })
      .where("id", "=", documentId)
      .where("status", "=", "processing")
      .execute()
      .catch(onProblem);
  };
  let cancel = clock.after(SIGN_MS, say);
  return () => {
    cancel();
  };
}

async function setBack({ database, clock }: KnowledgePorts, documentId: string): Promise<void> {
  await database.query
    .updateTable("documents")
    // So old that whoever looks next takes it up at once.
    .set({ status: "pending", updated_at: momentOf(clock, -2 * STALE_MS) })
    .where("id", "=", documentId)
    .where("status", "=", "processing")
    .execute();
}

/** Goes on with documents whose processing was broken off, or never begun, because a server ended. */
export async function resumeDocuments(ports: KnowledgePorts, signal: AbortSignal): Promise<void> {
  const rows = await ports.database.query
    .selectFrom("documents")
    .select("id")
    .where("status", "in", ["pending", "processing"])
    .where("updated_at", "<", momentOf(ports.clock, -STALE_MS))
    .orderBy("created_at")
    .limit(100)
    .execute();
  for (const { id } of rows) {
    if (signal.aborted) return;
    await processDocument(ports, id, signal);
  }
}

async function indexDocument(
  ports: KnowledgePorts,
  documentId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, clock, store } = ports;
  const document = await database.query
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", documentId)
    .executeTakeFirst();
  const kind = documentKind(document?.name ?? "");
  if (document === undefined || kind === undefined) return;
  const object = await store.get(keyOf(document.base_id, document.id));
  if (object === undefined) throw new Error(`The file of the document ${documentId} is gone.`);
  const text = await extractText(kind, object.bytes);
  const chunks = chunkText(text, await ports.countTokens());
  const vectors = await embedAll(
    ports,
    chunks.map((chunk) => chunk.text),
    signal,
  );
  const rows = toRows(document, chunks, vectors, ports.embeddings?.id);
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("chunks").where("document_id", "=", documentId).execute();
    // Databases limit the values of one statement.
    for (let at = 0; at < rows.length; at += 50)
      await transaction
        .insertInto("chunks")
        .values(rows.slice(at, at + 50))
        .execute();
    await transaction
      .updateTable("documents")
      .set({ status: "completed", chunk_count: rows.length, updated_at: momentOf(clock) })
      .where("id", "=", documentId)
      .execute();
  });
}

function toRows(
  document: Pick<DocumentRow, "id" | "base_id" | "name">,
  chunks: readonly Chunk[],
  vectors: readonly Float32Array[] | undefined,
  model: string | undefined,
): Insertable<Tables["chunks"]>[] {
  return chunks.map((chunk, index) => {
    const vector = vectors?.[index];
    return {
      id: `${document.id}_chunk_${chunk.index}`,
      base_id: document.base_id,
      document_id: document.id,
      position: chunk.index,
      text: chunk.text,
      words: searchWords(`${document.name}\n${chunk.text}`).join(" "),
      model: vector === undefined ? null : (model ?? null),
      vector: vector === undefined ? null : toBytes(vector),
    };
  });
}

/** Undefined where no model is there or it fails: the document is then found by its words. */
async function embedAll(
  { embeddings, onProblem }: KnowledgePorts,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[] | undefined> {
  if (embeddings === undefined) return undefined;
  try {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH)
      vectors.push(...(await embeddings.embed(texts.slice(at, at + BATCH), signal)));
    return vectors;
  } catch (error) {
    signal?.throwIfAborted();
    onProblem(error);
    return undefined;
  }
}

export async function listDocuments(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<readonly KnowledgeDocument[]> {
  const { id } = await findBase(ports, user, idOrName);
  const rows = await ports.database.query
    .selectFrom("documents")
    .selectAll()
    .where("base_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toDocument);
}

export async function findDocument(
  ports: KnowledgePorts,
  base: KnowledgeBase,
  documentId: string,
): Promise<KnowledgeDocument> {
  const row = await ports.database.query
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", documentId)
    .where("base_id", "=", base.id)
    .executeTakeFirst();
  if (row === undefined)
    throw knowledgeProblem(
      knowledgeCodes.notFound,
      "document",
      `Document '${documentId}' not found`,
    );
  return toDocument(row);
}

/** The processing of a document, by the id of the document; who may see it may ask. */
export async function findTask(
  ports: KnowledgePorts,
  user: User,
  documentId: string,
): Promise<KnowledgeDocument> {
  const row = await ports.database.query
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", documentId)
    .executeTakeFirst();
  const missing = knowledgeProblem(
    knowledgeCodes.notFound,
    "task",
    `Task '${documentId}' not found`,
  );
  if (row === undefined) throw missing;
  try {
    await findBase(ports, user, row.base_id);
  } catch {
    throw missing;
  }
  return toDocument(row);
}

export async function deleteDocument(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  documentId: string,
): Promise<void> {
  const base = await findBaseForChange(ports, user, idOrName);
  const { id } = await findDocument(ports, base, documentId);
  await ports.database.query.deleteFrom("documents").where("id", "=", id).execute();
  await ports.store.delete(keyOf(base.id, id));
}

function keyOf(baseId: string, documentId: string): string {
  return `${baseId}/${documentId}`;
}

interface DocumentRow {
  readonly id: string;
  readonly base_id: string;
  readonly name: string;
  readonly size: number;
  readonly status: Tables["documents"]["status"];
  readonly error: string | null;
  readonly chunk_count: number;
  readonly created_at: string;
}

function toDocument(row: DocumentRow): KnowledgeDocument {
  return {
    id: row.id,
    baseId: row.base_id,
    name: row.name,
    size: row.size,
    status: row.status,
    ...(row.error === null ? {} : { error: row.error }),
    chunkCount: row.chunk_count,
    createdAt: row.created_at,
  };
}
