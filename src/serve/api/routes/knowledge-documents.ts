/** Documents of knowledge bases: kept, indexed in two steps, followed while that goes on. */
import { z } from "zod";
import type { User } from "../../../hub/accounts/index.ts";
import {
  addDocument,
  deleteDocument,
  embedDocument,
  findBase,
  findBaseForChange,
  findDocument,
  findTask,
  followDocuments,
  type KnowledgeDocument,
  listDocuments,
  processDocument,
  removeDeleted,
  retryDocument,
  setVectors,
} from "../../../hub/knowledge/index.ts";
import { MOST_DOCUMENT_BYTES } from "../../../run/knowledge/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import { readForm } from "../body.ts";
import { apiCodes } from "../diagnostics.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { streamAnswer, type StreamEvent } from "../sse.ts";
import { answerPage, pageOf, pageQuery } from "./knowledge-page.ts";

const tag = "knowledge";
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };
/** What a form adds to the file that it carries. */
const FORM_BYTES = 64 * 1024;

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
  /** How far its passages can be found by meaning; by words they are found once it is completed. */
  vectors: z.object({
    status: z.enum(["none", "pending", "processing", "completed", "failed", "cancelled"]),
    done: z.number(),
    total: z.number(),
    model: z.string().nullable(),
    error: z.string().nullable(),
  }),
  tags: z.array(z.string()),
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
  vectors: documentSchema.shape.vectors,
  started_at: z.string(),
});

const baseParams = z.object({ kb: z.string() });
const documentParams = z.object({ kb: z.string(), doc: z.string() });

export const knowledgeDocumentRoutes: readonly ApiRoute[] = [
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
    query: z.object({
      tags: z
        .string()
        .max(2000)
        .default("")
        .describe("Tags of the document, with commas between; searches can choose by them."),
    }),
    answers: {
      507: { doc: "The account has no room left for it.", schema: problemSchema },
      200: {
        doc: "The base has this very file already: that document, whatever its name.",
        schema: documentSchema,
      },
      201: { doc: "The document.", schema: documentSchema },
      400: refused,
      403: refused,
      404: missing,
      413: refused,
    },
    handle: async ({ ports, caller, params, query, request }) => {
      const { knowledge } = ports;
      await findBaseForChange(knowledge, caller.user, params.kb);
      const file = await readFile(request);
      const tags = query.tags.split(",").flatMap((one) => one.trim() || []);
      const upload = { ...file, tags };
      const document = await addDocument(knowledge, caller.user, params.kb, upload);
      if (!document.isKnown) index(ports, document.id);
      return Response.json(toDocument(document), { status: document.isKnown ? 200 : 201 });
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
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/knowledge/{kb}/process/{doc}",
    id: "processDocument",
    tag,
    doc: "Indexes a document from its file, also one that is indexed: its text, its words, and its vectors.",
    access: "user",
    scope: "knowledge:write",
    params: documentParams,
    answers: {
      200: { doc: "It is being indexed already.", schema: documentSchema },
      202: { doc: "It has begun.", schema: documentSchema },
      403: refused,
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      const { knowledge } = ports;
      const base = await findBaseForChange(knowledge, caller.user, params.kb);
      const { id, status } = await findDocument(knowledge, base, params.doc);
      const isAtWork = status === "processing";
      if (status === "completed" || status === "failed")
        await retryDocument(knowledge, { id, baseId: base.id });
      if (!isAtWork) index(ports, id);
      const document = await findDocument(knowledge, base, params.doc);
      return Response.json(toDocument(document), { status: isAtWork ? 200 : 202 });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/knowledge/{kb}/documents/{doc}/vectors/{action}",
    id: "changeVectors",
    tag,
    doc: "Stops the making of vectors of a document (`cancel`), or goes on with it (`resume`); its words stay searchable.",
    access: "user",
    scope: "knowledge:write",
    params: documentParams.extend({ action: z.enum(["cancel", "resume"]) }),
    answers: {
      200: { doc: "The document.", schema: documentSchema },
      400: refused,
      403: refused,
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      const { knowledge } = ports;
      const wanted = params.action === "cancel" ? "cancelled" : "pending";
      const document = await setVectors(knowledge, caller.user, params.kb, params.doc, wanted);
      if (wanted === "pending")
        ports.work(() => embedDocument(knowledge, document.id, ports.stopping));
      return toDocument(document);
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/events",
    id: "followKnowledgeBase",
    tag,
    doc: "Tells how far documents are: at once, and whenever the knowledge base changes.",
    access: "user",
    scope: "knowledge:read",
    params: baseParams,
    answers: {
      200: {
        doc: "The event `changed` with the `revision` and the `documents` that are being indexed or were until now.",
        schema: z.string(),
        media: "text/event-stream",
      },
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      await findBase(ports.knowledge, caller.user, params.kb);
      const gone = new AbortController();
      const signal = AbortSignal.any([gone.signal, ports.stopping]);
      return streamAnswer(newsOf(ports, caller.user, params.kb, signal), {
        clock: ports.clock,
        onGone: () => gone.abort(),
      });
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
      toTask(await findTask(ports.knowledge, caller.user, params.id)),
  }),
];

/** Words first, which can be searched for at once; then vectors. */
function index({ knowledge, work, stopping }: ApiPorts, documentId: string): void {
  work(async () => {
    await processDocument(knowledge, documentId, stopping);
    await embedDocument(knowledge, documentId, stopping);
  });
}

async function* newsOf(
  { knowledge }: ApiPorts,
  user: User,
  kb: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  for await (const { revision, documents } of followDocuments(knowledge, user, kb, signal))
    yield { event: "changed", data: { revision, documents: documents.map(toDocument) } };
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

type DocumentAnswer = z.output<typeof documentSchema>;

function toDocument(document: KnowledgeDocument): DocumentAnswer {
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
    vectors: toVectors(document),
    tags: [...document.tags],
    created_at: document.createdAt,
  };
}

function toVectors({ vectors, chunkCount }: KnowledgeDocument): DocumentAnswer["vectors"] {
  return {
    status: vectors.status,
    done: vectors.done,
    total: chunkCount,
    model: vectors.model ?? null,
    error: vectors.error ?? null,
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
    vectors: toVectors(document),
    started_at: createdAt,
  };
}
