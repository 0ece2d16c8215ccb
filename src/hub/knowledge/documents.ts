import { type Kysely, type Selectable, sql } from "kysely";
import { computeSha256 } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { DOCUMENT_TYPES, documentKind } from "../../run/knowledge/index.ts";
import { timestampAt, type User } from "../accounts/index.ts";
import { databaseTime, type Tables } from "../data/index.ts";
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
import { type KnowledgePorts, limitsOf } from "./ports.ts";
import { raiseRevision } from "./revision.ts";

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
  readonly vectors: DocumentVectors;
  readonly tags: readonly string[];
  readonly createdAt: string;
}

/** How far the vectors of a document are, by which its passages are found by meaning. */
export interface DocumentVectors {
  readonly status: DocumentRow["vector_status"];
  /** Passages that have one. */
  readonly done: number;
  readonly model?: string;
  readonly error?: string;
}

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** By which searches can choose documents. */
  readonly tags?: readonly string[];
}

export interface AddedDocument extends KnowledgeDocument {
  /** The base has this very file already: nothing was added. */
  readonly isKnown: boolean;
}

/** Tags of one document, and letters of one tag. */
const MOST_TAGS = 16;
const MOST_LETTERS = 64;

/** Keeps a document; `processDocument` makes it findable. */
export async function addDocument(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { name, bytes, tags = [] }: Upload,
): Promise<AddedDocument> {
  const base = await findBaseForChange(ports, user, idOrName);
  checkUpload(name, bytes, limitsOf(ports).maxBytes);
  checkTags(tags);
  const { clock, store } = ports;
  const digest = computeSha256(bytes);
  const known = await findSame(ports.database.query, base.id, digest);
  if (known !== undefined) return { ...(await findDocument(ports, base, known)), isKnown: true };
  const now = timestampAt(clock);
  const row = {
    id: newId(),
    base_id: base.id,
    name,
    size: bytes.length,
    digest,
    status: "pending" as const,
    error: null,
    chunk_count: 0,
    attempts: 0,
    created_at: now,
    updated_at: databaseTime(ports.database),
  };
  // The file first: a row without its file could never be processed.
  await store.put(keyOf(base.id, row.id), bytes);
  let kept = row.id;
  try {
    // It counts for whoever owns the base, also where somebody else of a team adds it.
    kept = await reserve(
      ports,
      base.ownerId,
      { documents: 1, bytes: row.size },
      async (transaction) => {
        // A change that changes nothing keeps it from being deleted at the same time.
        const { numUpdatedRows } = await transaction
          .updateTable("knowledge_bases")
          .set({ description: sql`description` })
          .where("id", "=", base.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) throw noBase(idOrName);
        // The same file may have come in since: those who add wait for each other only from here on.
        const same = await findSame(transaction, base.id, digest);
        if (same !== undefined) return same;
        await transaction.insertInto("documents").values(row).execute();
        const labels = [...new Set(tags)].map((tag) => ({ document_id: row.id, tag }));
        if (labels.length > 0)
          await transaction.insertInto("document_tags").values(labels).execute();
        await raiseRevision(transaction, base.id);
        return row.id;
      },
    );
  } catch (error) {
    await store.delete(keyOf(base.id, row.id));
    throw error;
  }
  if (kept !== row.id) await store.delete(keyOf(base.id, row.id));
  return { ...(await findDocument(ports, base, kept)), isKnown: kept !== row.id };
}

/** The id of a document of the base with the same bytes, whatever its name. */
async function findSame(
  query: Kysely<Tables>,
  baseId: string,
  digest: string,
): Promise<string | undefined> {
  const same = await query
    .selectFrom("documents")
    .select("id")
    .where("base_id", "=", baseId)
    .where("digest", "=", digest)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return same?.id;
}

function checkTags(tags: readonly string[]): void {
  if (tags.length > MOST_TAGS || tags.some((tag) => tag === "" || tag.length > MOST_LETTERS))
    throw knowledgeProblem(
      knowledgeCodes.invalid,
      "tags",
      `Tags must be at most ${MOST_TAGS}, each with 1 to ${MOST_LETTERS} characters`,
    );
}

function checkUpload(name: string, bytes: Uint8Array, maxBytes: number): void {
  if (name === "" || name.length > 256 || /[/\\\0]/u.test(name))
    throw knowledgeProblem(knowledgeCodes.invalid, "file", "File name is not valid");
  if (documentKind(name) === undefined)
    throw knowledgeProblem(
      knowledgeCodes.invalid,
      "file",
      `File type is not supported; use ${DOCUMENT_TYPES}`,
    );
  if (bytes.length > maxBytes)
    throw knowledgeProblem(
      knowledgeCodes.tooLarge,
      "file",
      `File is larger than ${toMebibytes(maxBytes)} MiB`,
    );
}

function toMebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString("en", { maximumFractionDigits: 1 });
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
  return { items: await toDocuments(ports, rows), total: Number(total) };
}

/** Documents read at once for those who follow a base. */
const MOST_FOLLOWED = 200;

/** The documents of a base that are being indexed, and those that are named. */
export async function readDocuments(
  ports: Pick<KnowledgePorts, "database">,
  baseId: string,
  ids: readonly string[],
): Promise<readonly KnowledgeDocument[]> {
  const rows = await ports.database.query
    .selectFrom("documents")
    .selectAll()
    .where("base_id", "=", baseId)
    .where("deleted_at", "is", null)
    .where((where) =>
      where.or([
        where("status", "in", ["pending", "processing"]),
        where("vector_status", "in", ["pending", "processing"]),
        ...(ids.length === 0 ? [] : [where("id", "in", [...ids])]),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_FOLLOWED)
    .execute();
  return await toDocuments(ports, rows);
}

/** Ids of the documents of a base that are named, or have one of the tags. */
export async function chooseDocuments(
  { database }: Pick<KnowledgePorts, "database">,
  baseId: string,
  { documents = [], tags = [] }: DocumentChoice,
): Promise<ReadonlySet<string>> {
  const rows = await database.query
    .selectFrom("documents")
    .select("id")
    .where("base_id", "=", baseId)
    .where("deleted_at", "is", null)
    .where((where) =>
      where.or([
        ...(documents.length === 0 ? [] : [where("id", "in", [...documents])]),
        ...(tags.length === 0
          ? []
          : [
              where("id", "in", (own) =>
                own
                  .selectFrom("document_tags")
                  .select("document_id")
                  .where("tag", "in", [...tags]),
              ),
            ]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface DocumentChoice {
  /** Ids. */
  readonly documents?: readonly string[];
  readonly tags?: readonly string[];
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
  return await toDocument(ports, row);
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
  return await toDocument(ports, row);
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
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("documents")
      .set({ deleted_at: timestampAt(ports.clock) })
      .where("id", "=", id)
      .execute();
    await raiseRevision(transaction, base.id);
  });
}

export function keyOf(baseId: string, documentId: string): string {
  return `${baseId}/${documentId}`;
}

type DocumentRow = Selectable<Tables["documents"]>;

async function toDocument(
  ports: Pick<KnowledgePorts, "database">,
  row: DocumentRow,
): Promise<KnowledgeDocument> {
  const [document] = await toDocuments(ports, [row]);
  if (document === undefined) throw new Error("A row is no document.");
  return document;
}

async function toDocuments(
  { database }: Pick<KnowledgePorts, "database">,
  rows: readonly DocumentRow[],
): Promise<readonly KnowledgeDocument[]> {
  if (rows.length === 0) return [];
  const tags = await database.query
    .selectFrom("document_tags")
    .selectAll()
    .where(
      "document_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("tag")
    .execute();
  const byId = Map.groupBy(tags, (row) => row.document_id);
  return rows.map((row) => ({
    id: row.id,
    baseId: row.base_id,
    name: row.name,
    size: row.size,
    status: row.status,
    ...(row.error === null ? {} : { error: row.error }),
    chunkCount: row.chunk_count,
    attempts: row.attempts,
    vectors: {
      status: row.vector_status,
      done: row.vector_count,
      ...(row.vector_model === null ? {} : { model: row.vector_model }),
      ...(row.vector_error === null ? {} : { error: row.vector_error }),
    },
    tags: (byId.get(row.id) ?? []).map(({ tag }) => tag),
    createdAt: row.created_at,
  }));
}
