import { z } from "zod";
import {
  type DocumentChoice,
  type PassageInPlace,
  readPassage,
  searchBase,
} from "../../../hub/knowledge/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const hitSchema = z.object({
  text: z.string(),
  metadata: z.object({
    doc_id: z.string(),
    filename: z.string(),
    chunk_id: z.string(),
    chunk_index: z.number(),
    /** The page or slide on which the passage begins, where the document has some. */
    page: z.number().exactOptional(),
  }),
  score: z.number(),
});

const placedSchema = z.object({ chunk_index: z.number(), text: z.string() });

const passageSchema = z.object({
  kb_id: z.string(),
  kb_name: z.string(),
  doc_id: z.string(),
  filename: z.string(),
  chunk_index: z.number(),
  /** Passages of the document. */
  chunk_count: z.number(),
  text: z.string(),
  before: z.array(placedSchema),
  after: z.array(placedSchema),
});

export const knowledgePassageRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/documents/{doc}/passages/{index}",
    id: "readPassage",
    tag: "knowledge",
    doc: "Gives one passage of a document, counted from 0, with the passages `around` it; what they repeat is left out.",
    access: "user",
    scope: "knowledge:read",
    params: z.object({
      kb: z.string(),
      doc: z.string(),
      index: z.string().regex(/^\d{1,9}$/u, "expected a number from 0"),
    }),
    query: z.object({ around: z.coerce.number().int().min(0).max(20).default(1) }),
    answers: {
      200: { doc: "The passage where it stands.", schema: passageSchema },
      400: { doc: "A field is at fault.", schema: problemSchema },
      404: { doc: "There is none for this user.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, query }) => {
      const { kb, doc: documentId, index } = params;
      const place = { documentId, index: Number(index), around: query.around };
      return toWire(await readPassage(ports.knowledge, caller.user, kb, place));
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/search",
    id: "searchKnowledgeBase",
    tag: "knowledge",
    doc: "Finds passages by words and by meaning.",
    access: "user",
    scope: "knowledge:read",
    limit: "search",
    params: z.object({ kb: z.string() }),
    query: z.object({
      query: z.string().trim().min(1, "Query cannot be empty").max(4000),
      top_k: z.coerce.number().int().min(1).max(20).default(5),
      document: listed("Ids of documents, with commas between: no other is searched."),
      tag: listed("Tags, with commas between: only documents with one of them are searched."),
    }),
    answers: {
      200: {
        doc: "The passages, best first.",
        schema: z.object({
          kb_id: z.string(),
          query: z.string(),
          top_k: z.number(),
          results: z.array(hitSchema),
          total: z.number(),
        }),
      },
      400: { doc: "A field is at fault.", schema: problemSchema },
      404: { doc: "There is none for this user.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, query, request }) => {
      const { baseId, hits } = await searchBase(ports.knowledge, caller.user, params.kb, {
        query: query.query,
        count: query.top_k,
        ...chosenBy(query),
        signal: request.signal,
      });
      const results = hits.map((hit) => ({
        text: hit.text,
        metadata: {
          doc_id: hit.documentId,
          filename: hit.documentName,
          chunk_id: hit.chunkId,
          chunk_index: hit.index,
          ...(hit.page === undefined ? {} : { page: hit.page }),
        },
        score: hit.score,
      }));
      return {
        kb_id: baseId,
        query: query.query,
        top_k: query.top_k,
        results,
        total: results.length,
      };
    },
  }),
];

function listed(doc: string) {
  return z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .exactOptional()
    .describe(doc);
}

function chosenBy({
  document: documents,
  tag: tags,
}: {
  readonly document?: readonly string[];
  readonly tag?: readonly string[];
}): { readonly only?: DocumentChoice } {
  if (documents === undefined && tags === undefined) return {};
  return { only: { documents: documents ?? [], tags: tags ?? [] } };
}

function toWire(passage: PassageInPlace): z.output<typeof passageSchema> {
  const { base, document, index, text, before, after } = passage;
  return {
    kb_id: base.id,
    kb_name: base.name,
    doc_id: document.id,
    filename: document.name,
    chunk_index: index,
    chunk_count: document.chunkCount,
    text,
    before: before.map(placedToWire),
    after: after.map(placedToWire),
  };
}

function placedToWire(placed: PassageInPlace["before"][number]): z.output<typeof placedSchema> {
  return { chunk_index: placed.index, text: placed.text };
}
