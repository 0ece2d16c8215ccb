/** Knowledge bases, their documents, and what is found in them. */
import { z } from "zod";
import {
  countPassages,
  createBase,
  deleteBase,
  deleteDocument,
  embedDocument,
  findBase,
  findTask,
  type KnowledgeBase,
  type KnowledgeDocument,
  limitsOf,
  listBases,
  listDocuments,
  readBaseSharing,
  readPassage,
  removeDeleted,
  searchBase,
  setVectors,
  shareBase,
} from "../../hub/knowledge/index.ts";
import { forUsers, type Hub, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { createPageFields, pageShape, toItems } from "./list-page.ts";
import { from, listOf, type Shape, toShape } from "./shape.ts";
import { sharingFields, sharingShape, toSharing } from "./sharing.ts";

const reader = forUsers({ tag: "knowledge", scope: "knowledge:read" });
const writer = forUsers({ tag: "knowledge", scope: "knowledge:write" });

const refused = "Refused.";
const missing = { 404: "Not found, or not visible to this user." };
const changes = { 403: refused, ...missing };

const pageFields = createPageFields(200);
const PAGE =
  "of the page; `total` counts those of all pages, and `next_offset` says where the next one begins.";

const base = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  owner_id: z.string(),
  document_count: z.number(),
  created_at: z.string(),
  max_document_bytes: z.number(),
};

interface OpenBase extends KnowledgeBase {
  readonly maxDocumentBytes: number;
}

const baseShape: Shape<OpenBase> = toShape(base);

function open({ knowledge }: Hub, found: KnowledgeBase): OpenBase {
  return { ...found, maxDocumentBytes: limitsOf(knowledge).maxBytes };
}

const vectors = toShape({
  status: z.enum(["none", "pending", "processing", "completed", "failed", "cancelled"]),
  done: z.number(),
  total: z.number(),
  model: z.string().nullable(),
  error: z.string().nullable(),
});

const status = z.enum(["pending", "processing", "completed", "failed"]);

/** What a document is called outside. */
function documentNames(document: KnowledgeDocument) {
  const { id, baseId, name: filename, size, chunkCount } = document;
  const found = { ...document.vectors, total: chunkCount };
  return {
    ...document,
    docId: id,
    taskId: id,
    kbId: baseId,
    filename,
    fileSize: size,
    vectors: found,
  };
}

export const documentShape: Shape<KnowledgeDocument> = from(
  toShape({
    id: z.string(),
    /** Of `/api/v1/knowledge/tasks/{id}`, which says how far the processing is. */
    task_id: z.string(),
    kb_id: z.string(),
    filename: z.string(),
    size: z.number(),
    /** The same, as clients of Agent Flow Lite read it. */
    file_size: z.number(),
    status,
    error: z.string().nullable(),
    chunk_count: z.number(),
    /** How often it was begun to be processed; it is given up after three that ended with the server. */
    attempts: z.number(),
    /** How far its passages can be found by meaning; by words they are found once it is completed. */
    vectors,
    tags: z.array(z.string()),
    created_at: z.string(),
  }),
  documentNames,
);

const taskShape: Shape<KnowledgeDocument> = from(
  toShape({
    task_id: z.string(),
    kb_id: z.string(),
    doc_id: z.string(),
    status,
    error: z.string().nullable(),
    chunk_count: z.number(),
    /** Of 100. */
    progress: z.number(),
    vectors,
    started_at: z.string(),
  }),
  (document) => ({
    ...documentNames(document),
    progress: document.status === "completed" ? 100 : 0,
    startedAt: document.createdAt,
  }),
);

function listed(doc: string) {
  return z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .exactOptional()
    .describe(doc);
}

const placed = z.array(z.object({ chunk_index: z.number(), text: z.string() }));

export const knowledgeOperations: readonly HubOperation<HubContext>[] = [
  reader("GET /knowledge", {
    id: "listKnowledgeBases",
    doc: "Lists the knowledge bases that the user may search, newest first, in pages.",
    input: pageFields,
    gives: [`The knowledge bases ${PAGE}`, pageShape(baseShape)],
    run: async ({ hub, user }, page) => {
      const { items, ...rest } = toItems(await listBases(hub.knowledge, user, page), page.offset);
      return { ...rest, items: items.map((one) => open(hub, one)) };
    },
  }),
  writer("POST /knowledge", {
    id: "createKnowledgeBase",
    doc: "Creates a knowledge base, owned by the user.",
    input: { name: z.string().default(""), description: z.string().max(1024).default("") },
    makes: ["The knowledge base.", baseShape],
    refusals: { 400: refused, 409: refused, 507: "The account's quota is used up." },
    run: async ({ hub, user }, wanted) => open(hub, await createBase(hub.knowledge, user, wanted)),
  }),
  reader("GET /knowledge/{kb}/info", {
    id: "readKnowledgeBase",
    doc: "Returns a knowledge base by its id or name.",
    gives: [
      "The knowledge base.",
      // With what clients of Agent Flow Lite read.
      toShape({
        ...base,
        kb_id: z.string(),
        collection_name: z.string(),
        vector_count: z.number(),
        collection_exists: z.boolean(),
      }),
    ],
    refusals: missing,
    run: async ({ hub, user }, { kb }) => {
      const found = await findBase(hub.knowledge, user, kb);
      return {
        ...open(hub, found),
        kbId: found.id,
        collectionName: `kb_${found.id}`,
        vectorCount: await countPassages(hub.knowledge, found.id),
        collectionExists: true,
      };
    },
  }),
  writer("DELETE /knowledge/{kb}", {
    id: "deleteKnowledgeBase",
    doc: "Deletes a knowledge base and all its documents.",
    done: "It was deleted.",
    refusals: changes,
    run: async ({ hub: { knowledge, work, stopping }, user }, { kb }) => {
      await deleteBase(knowledge, user, kb);
      work(() => removeDeleted(knowledge, stopping));
    },
  }),
  reader("GET /knowledge/{kb}/documents", {
    id: "listDocuments",
    doc: "Lists the documents of a knowledge base and their progress, in pages.",
    input: pageFields,
    gives: [
      `The documents ${PAGE}`,
      toShape({
        items: listOf(documentShape),
        total: z.number(),
        next_offset: z.number().nullable(),
        documents: listOf(documentShape),
      }),
    ],
    refusals: missing,
    run: async ({ hub, user }, { kb, ...page }) => {
      const found = toItems(await listDocuments(hub.knowledge, user, kb, page), page.offset);
      return { ...found, documents: found.items };
    },
  }),
  writer("DELETE /knowledge/{kb}/documents/{doc}", {
    id: "deleteDocument",
    doc: "Deletes a document.",
    done: "It was deleted.",
    refusals: changes,
    run: async ({ hub: { knowledge, work, stopping }, user }, { kb, doc }) => {
      await deleteDocument(knowledge, user, kb, doc);
      work(() => removeDeleted(knowledge, stopping));
    },
  }),
  writer("POST /knowledge/{kb}/documents/{doc}/vectors/{action}", {
    id: "changeVectors",
    doc: "Stops computing the vectors of a document (`cancel`), or continues (`resume`); its words stay searchable.",
    path: { action: z.enum(["cancel", "resume"]) },
    gives: ["The document.", documentShape],
    refusals: { 400: refused, ...changes },
    run: async ({ hub: { knowledge, work, stopping }, user }, { kb, doc, action }) => {
      const wanted = action === "cancel" ? "cancelled" : "pending";
      const document = await setVectors(knowledge, user, kb, doc, wanted);
      if (wanted === "pending") work(() => embedDocument(knowledge, document.id, stopping));
      return document;
    },
  }),
  reader("GET /knowledge/tasks/{id}", {
    id: "readTask",
    doc: "Returns the progress of a document; the id of the task is that of the document.",
    gives: ["The task.", taskShape],
    refusals: missing,
    run: ({ hub, user }, { id }) => findTask(hub.knowledge, user, id),
  }),
  reader("GET /knowledge/{kb}/documents/{doc}/passages/{index}", {
    id: "readPassage",
    doc: "Returns one passage of a document, counted from 0, with the passages `around` it; overlaps are left out.",
    path: { index: z.string().regex(/^\d{1,9}$/u, "expected a number from 0") },
    input: { around: z.coerce.number().int().min(0).max(20).default(1) },
    gives: [
      "The passage where it stands.",
      toShape({
        kb_id: z.string(),
        kb_name: z.string(),
        doc_id: z.string(),
        filename: z.string(),
        chunk_index: z.number(),
        /** Passages of the document. */
        chunk_count: z.number(),
        text: z.string(),
        before: placed,
        after: placed,
      }),
    ],
    refusals: { 400: "A field is invalid.", ...missing },
    run: async ({ hub, user }, { kb, doc, index, around }) => {
      const place = { documentId: doc, index: Number(index), around };
      const passage = await readPassage(hub.knowledge, user, kb, place);
      const toPlaced = (one: (typeof passage.before)[number]) => ({
        ...one,
        chunkIndex: one.index,
      });
      return {
        ...documentNames(passage.document),
        kbName: passage.base.name,
        chunkIndex: passage.index,
        text: passage.text,
        before: passage.before.map(toPlaced),
        after: passage.after.map(toPlaced),
      };
    },
  }),
  reader("GET /knowledge/{kb}/search", {
    id: "searchKnowledgeBase",
    doc: "Searches passages by words and by meaning.",
    limit: "search",
    input: {
      query: z.string().trim().min(1, "Query cannot be empty").max(4000),
      top_k: z.coerce.number().int().min(1).max(20).default(5),
      document: listed("Ids of documents, with commas between: no other is searched."),
      tag: listed("Tags, with commas between: only documents with one of them are searched."),
    },
    gives: [
      "The passages, best first.",
      toShape({
        kb_id: z.string(),
        query: z.string(),
        top_k: z.number(),
        results: z.array(
          z.object({
            text: z.string(),
            metadata: z.object({
              doc_id: z.string(),
              filename: z.string(),
              chunk_id: z.string(),
              chunk_index: z.number(),
              /** The page or slide on which the passage begins, where the document has some. */
              page: z.number().optional(),
            }),
            score: z.number(),
          }),
        ),
        total: z.number(),
      }),
    ],
    refusals: { 400: "A field is invalid.", ...missing },
    run: async ({ hub, user, signal }, { kb, query, topK, document, tag }) => {
      const isChosen = document !== undefined || tag !== undefined;
      const { baseId, hits } = await searchBase(hub.knowledge, user, kb, {
        query,
        count: topK,
        ...(isChosen ? { only: { documents: document ?? [], tags: tag ?? [] } } : {}),
        signal,
      });
      const results = hits.map((hit) => ({
        ...hit,
        metadata: {
          docId: hit.documentId,
          filename: hit.documentName,
          chunkId: hit.chunkId,
          chunkIndex: hit.index,
          page: hit.page,
        },
      }));
      return { kbId: baseId, query, topK, results, total: results.length };
    },
  }),
  reader("GET /knowledge/{kb}/sharing", {
    id: "readKnowledgeBaseSharing",
    doc: "Returns who besides the owner may search a knowledge base.",
    gives: ["Who has access.", sharingShape],
    refusals: {
      400: "A field is invalid.",
      403: "Only its owner may do this.",
      404: "Not found, or the user is in no such team.",
    },
    run: ({ hub, user }, { kb }) => readBaseSharing(hub.knowledge, user, kb),
  }),
  writer("PUT /knowledge/{kb}/sharing", {
    id: "shareKnowledgeBase",
    doc: "Shares a knowledge base with no one, a team or all accounts.",
    input: sharingFields,
    gives: ["Who has access.", sharingShape],
    refusals: {
      400: "A field is invalid.",
      403: "Only its owner may do this.",
      404: "Not found, or the user is in no such team.",
    },
    run: ({ hub, user }, { kb, ...sharing }) =>
      shareBase(hub.knowledge, user, kb, toSharing(sharing)),
  }),
];
