import { z } from "zod";
import { MOST_DOCUMENT_BYTES } from "../../../run/knowledge/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import {
  addDocument,
  countPassages,
  createBase,
  deleteBase,
  deleteDocument,
  findBase,
  findBaseForChange,
  findDocument,
  findTask,
  type KnowledgeBase,
  type KnowledgeDocument,
  listBases,
  listDocuments,
  processDocument,
  removeDeleted,
  retryDocument,
} from "../../../hub/knowledge/index.ts";
import { readForm } from "../body.ts";
import { apiCodes } from "../diagnostics.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "knowledge";
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };
/** What a form adds to the file that it carries. */
const FORM_BYTES = 64 * 1024;

const baseSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  owner_id: z.string(),
  document_count: z.number(),
  created_at: z.string(),
});

/** With what clients of Agent Flow Lite read. */
const baseInfoSchema = baseSchema.extend({
  kb_id: z.string(),
  collection_name: z.string(),
  vector_count: z.number(),
  collection_exists: z.boolean(),
});

const documentSchema = z.object({
  id: z.string(),
  /** Of `/api/v1/knowledge/tasks/{id}`, which says how far the processing is. */
  task_id: z.string(),
  kb_id: z.string(),
  filename: z.string(),
  size: z.number(),
  /** The same, as clients of Agent Flow Lite read it. */
  file_size: z.number(),
  status: z.enum(["pending", "processing", "completed", "failed"]),
  error: z.string().nullable(),
  chunk_count: z.number(),
  /** How often it was begun to be processed; it is given up after three that ended with the server. */
  attempts: z.number(),
  created_at: z.string(),
});

const taskSchema = z.object({
  task_id: z.string(),
  kb_id: z.string(),
  doc_id: z.string(),
  status: documentSchema.shape.status,
  error: z.string().nullable(),
  chunk_count: z.number(),
  /** Of 100. */
  progress: z.number(),
  started_at: z.string(),
});

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(200),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const baseParams = z.object({ kb: z.string() });
const documentParams = z.object({ kb: z.string(), doc: z.string() });

export const knowledgeRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/knowledge",
    id: "listKnowledgeBases",
    tag,
    doc: "Lists the knowledge bases that the user may search, newest first, in pages.",
    access: "user",
    scope: "knowledge:read",
    query: pageQuery,
    answers: {
      200: {
        doc: "The knowledge bases of the page; `total` counts those of all pages, and `next_offset` says where the next one begins.",
        schema: pageOf(baseSchema),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { items, total } = await listBases(ports.knowledge, caller.user, query);
      return answerPage(items.map(toBase), total, query.offset);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/knowledge",
    id: "createKnowledgeBase",
    tag,
    doc: "Makes a knowledge base, owned by the user.",
    access: "user",
    scope: "knowledge:write",
    body: z.object({ name: z.string().default(""), description: z.string().max(1024).default("") }),
    answers: {
      201: { doc: "The knowledge base.", schema: baseSchema },
      400: refused,
      409: refused,
      507: { doc: "The account has no room left for it.", schema: problemSchema },
    },
    handle: async ({ ports, caller, body }) =>
      Response.json(toBase(await createBase(ports.knowledge, caller.user, body)), {
        status: 201,
      }),
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/info",
    id: "readKnowledgeBase",
    tag,
    doc: "Gives a knowledge base by its id or name.",
    access: "user",
    scope: "knowledge:read",
    params: baseParams,
    answers: { 200: { doc: "The knowledge base.", schema: baseInfoSchema }, 404: missing },
    handle: async ({ ports, caller, params }) => {
      const base = await findBase(ports.knowledge, caller.user, params.kb);
      return Response.json({
        ...toBase(base),
        kb_id: base.id,
        collection_name: `kb_${base.id}`,
        vector_count: await countPassages(ports.knowledge, base.id),
        collection_exists: true,
      });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/knowledge/{kb}",
    id: "deleteKnowledgeBase",
    tag,
    doc: "Takes a knowledge base away with all of its documents.",
    access: "user",
    scope: "knowledge:write",
    params: baseParams,
    answers: { 204: { doc: "It is gone." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params }) => {
      await deleteBase(ports.knowledge, caller.user, params.kb);
      ports.work(() => removeDeleted(ports.knowledge, ports.stopping));
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/knowledge/{kb}/upload",
    id: "uploadDocument",
    tag,
    doc: "Keeps a document of a form field `file` and begins to index it.",
    access: "user",
    scope: "knowledge:write",
    params: baseParams,
    form: ["file"],
    answers: {
      507: { doc: "The account has no room left for it.", schema: problemSchema },
      201: { doc: "The document.", schema: documentSchema },
      400: refused,
      403: refused,
      404: missing,
      413: refused,
    },
    handle: async ({ ports, caller, params, request }) => {
      const { knowledge } = ports;
      await findBaseForChange(knowledge, caller.user, params.kb);
      const file = await readFile(request);
      const document = await addDocument(knowledge, caller.user, params.kb, file);
      ports.work(() => processDocument(knowledge, document.id, ports.stopping));
      return Response.json(toDocument(document), { status: 201 });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/documents",
    id: "listDocuments",
    tag,
    doc: "Lists the documents of a knowledge base and how far each is, in pages.",
    access: "user",
    scope: "knowledge:read",
    params: baseParams,
    query: pageQuery,
    answers: {
      200: {
        doc: "The documents of the page; `total` counts those of all pages, and `next_offset` says where the next one begins.",
        schema: pageOf(documentSchema).extend({ documents: z.array(documentSchema) }),
      },
      404: missing,
    },
    handle: async ({ ports, caller, params, query }) => {
      const { items, total } = await listDocuments(ports.knowledge, caller.user, params.kb, query);
      const documents = items.map(toDocument);
      return answerPage(documents, total, query.offset, { documents });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/knowledge/{kb}/documents/{doc}",
    id: "deleteDocument",
    tag,
    doc: "Takes a document away.",
    access: "user",
    scope: "knowledge:write",
    params: documentParams,
    answers: { 204: { doc: "It is gone." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params }) => {
      await deleteDocument(ports.knowledge, caller.user, params.kb, params.doc);
      ports.work(() => removeDeleted(ports.knowledge, ports.stopping));
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/knowledge/{kb}/process/{doc}",
    id: "processDocument",
    tag,
    doc: "Begins to index a document that is not indexed yet or failed.",
    access: "user",
    scope: "knowledge:write",
    params: documentParams,
    answers: {
      200: { doc: "It is indexed, or about to be.", schema: documentSchema },
      202: { doc: "It has begun.", schema: documentSchema },
      403: refused,
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      const { knowledge } = ports;
      const base = await findBaseForChange(knowledge, caller.user, params.kb);
      const document = await findDocument(knowledge, base, params.doc);
      const isDue = document.status === "pending" || document.status === "failed";
      if (document.status === "failed") await retryDocument(knowledge, document.id);
      if (isDue) ports.work(() => processDocument(knowledge, document.id, ports.stopping));
      return Response.json(toDocument(document), { status: isDue ? 202 : 200 });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/tasks/{id}",
    id: "readTask",
    tag,
    doc: "Says how far the processing of a document is; its id is that of the document.",
    access: "user",
    scope: "knowledge:read",
    params: z.object({ id: z.string() }),
    answers: { 200: { doc: "The task.", schema: taskSchema }, 404: missing },
    handle: async ({ ports, caller, params }) =>
      Response.json(toTask(await findTask(ports.knowledge, caller.user, params.id))),
  }),
];

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number(),
    next_offset: z.number().nullable(),
  });
}

function answerPage(
  items: readonly unknown[],
  total: number,
  offset: number,
  more: object = {},
): Response {
  const next = offset + items.length;
  return Response.json({ items, total, next_offset: next < total ? next : null, ...more });
}

async function readFile(
  request: Request,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) throw noFile();
  const form = await readForm(request, {
    maxBytes: MOST_DOCUMENT_BYTES + FORM_BYTES,
    maxParts: MOST_PARTS,
    field: "file",
  });
  const file = form.find(({ name }) => name === "file");
  if (file?.fileName === undefined) throw noFile();
  return { name: file.fileName, bytes: file.bytes };
}

const MOST_PARTS = 20;

function noFile(): SkillError {
  return new SkillError({
    code: apiCodes.invalid,
    severity: "error",
    message: "Expected a form with a file in the field `file`",
    path: ["file"],
  });
}

function toBase(base: KnowledgeBase): z.output<typeof baseSchema> {
  const { id, name, description, ownerId, documentCount, createdAt } = base;
  return {
    id,
    name,
    description,
    owner_id: ownerId,
    document_count: documentCount,
    created_at: createdAt,
  };
}

function toDocument(document: KnowledgeDocument): z.output<typeof documentSchema> {
  return {
    id: document.id,
    task_id: document.id,
    kb_id: document.baseId,
    filename: document.name,
    size: document.size,
    file_size: document.size,
    status: document.status,
    error: document.error ?? null,
    chunk_count: document.chunkCount,
    attempts: document.attempts,
    created_at: document.createdAt,
  };
}

function toTask(document: KnowledgeDocument): z.output<typeof taskSchema> {
  const { id, baseId, status, error, chunkCount, createdAt } = document;
  return {
    task_id: id,
    kb_id: baseId,
    doc_id: id,
    status,
    error: error ?? null,
    chunk_count: chunkCount,
    progress: status === "completed" ? 100 : 0,
    started_at: createdAt,
  };
}
