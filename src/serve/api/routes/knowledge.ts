import { z } from "zod";
import {
  countPassages,
  createBase,
  deleteBase,
  findBase,
  type KnowledgeBase,
  listBases,
  removeDeleted,
} from "../../../hub/knowledge/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { answerPage, pageOf, pageQuery } from "./knowledge-page.ts";

const tag = "knowledge";
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };

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

const baseParams = z.object({ kb: z.string() });

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
      toBase(await createBase(ports.knowledge, caller.user, body)),
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
      return {
        ...toBase(base),
        kb_id: base.id,
        collection_name: `kb_${base.id}`,
        vector_count: await countPassages(ports.knowledge, base.id),
        collection_exists: true,
      };
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
    },
  }),
];

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
