import { sql } from "kysely";
import { sha256Of } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { documentKind, MOST_DOCUMENT_BYTES } from "../../run/knowledge/index.ts";
import { momentOf, type User } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import { reserve } from "../quotas/index.ts";
import {
  findBase,
  findBaseForChange,
  type KnowledgeBase,
  noBase,
  type Page,
  type PageOptions,
} from "./bases.ts";
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
  /** How often it was begun to be processed. */
  readonly attempts: number;
  readonly createdAt: string;
}

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Keeps a document; `processDocument` makes it findable. */
export async function addDocument(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { name, bytes }: Upload,
): Promise<KnowledgeDocument> {
  const base = await findBaseForChange(ports, user, idOrName);
  checkUpload(name, bytes);
  const { clock, store } = ports;
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
    attempts: 0,
    created_at: now,
    updated_at: now,
  };
  // The file first: a row without its file could never be processed.
  await store.put(keyOf(base.id, row.id), bytes);
  try {
    // It counts for whoever owns the base, also where somebody else of a team adds it.
    await reserve(ports, base.ownerId, { documents: 1, bytes: row.size }, async (transaction) => {
      // A change that changes nothing keeps it from being deleted at the same time.
      const { numUpdatedRows } = await transaction
        .updateTable("knowledge_bases")
        .set({ description: sql`description` })
        .where("id", "=", base.id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw noBase(idOrName);
      await transaction.insertInto("documents").values(row).execute();
    });
  } catch (error) {
    await store.delete(keyOf(base.id, row.id));
    throw error;
  }
  return toDocument(row);
}

function checkUpload(name: string, bytes: Uint8Array): void {
  if (name === "" || name.length > 256 || /[/\\\0]/u.test(name))
    throw knowledgeProblem(knowledgeCodes.invalid, "file", "File name is not valid");
  if (documentKind(name) === undefined)
    throw knowledgeProblem(
      knowledgeCodes.invalid,
      "file",
      "File type is not supported; use txt, md, html, pdf, docx, csv, tsv, json, yaml, xml or code",
    );
  if (bytes.length > MOST_DOCUMENT_BYTES)
    throw knowledgeProblem(knowledgeCodes.tooLarge, "file", "File is larger than 5 MiB");
}

export async function listDocuments(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { limit, offset }: PageOptions,
): Promise<Page<KnowledgeDocument>> {
  const { id } = await findBase(ports, user, idOrName);
  const documents = ports.database.query
    .selectFrom("documents")
    .where("base_id", "=", id)
    .where("deleted_at", "is", null);
  const [rows, { total }] = await Promise.all([
    documents.selectAll().orderBy("created_at").orderBy("id").limit(limit).offset(offset).execute(),
    documents.select(sql<number | string>`count(*)`.as("total")).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toDocument), total: Number(total) };
}

/** Passages of all documents of a base. */
export async function countPassages(
  { database }: Pick<KnowledgePorts, "database">,
  baseId: string,
): Promise<number> {
  const { total } = await database.query
    .selectFrom("documents")
    .select(({ fn }) => fn.sum<number | string | null>("chunk_count").as("total"))
    .where("base_id", "=", baseId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
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
    .where("deleted_at", "is", null)
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
    .where("deleted_at", "is", null)
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

/** Nobody sees it from then on; `removeDeleted` removes what is stored of it. */
export async function deleteDocument(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  documentId: string,
): Promise<void> {
  const base = await findBaseForChange(ports, user, idOrName);
  const { id } = await findDocument(ports, base, documentId);
  await ports.database.query
    .updateTable("documents")
    .set({ deleted_at: momentOf(ports.clock) })
    .where("id", "=", id)
    .execute();
}

export function keyOf(baseId: string, documentId: string): string {
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
  readonly attempts: number;
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
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}
