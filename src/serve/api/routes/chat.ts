import { z } from "zod";
import {
  type ChatCourse,
  type ChatSession,
  deleteChat,
  listChats,
  readChat,
  renameChat,
} from "../../../hub/chat/index.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { type ChatBody, startChat } from "./chat-turn.ts";

const tag = "chat";
const missing = { doc: "There is no such session.", schema: problemSchema };
const foreign = { doc: "The session belongs to another user.", schema: problemSchema };

const chatBody: z.ZodType<ChatBody> = z.object({
  session_id: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,128}$/u, "Session id must be 1 to 128 letters, digits, _ or -"),
  message: z.string().max(100_000),
  workflow_id: z.string().min(1).nullish(),
  kb_id: z.string().min(1).nullish(),
  model: z.string().min(1).max(256).nullish(),
  retry: z.boolean().optional(),
});

const sessionSchema = z.object({
  id: z.string(),
  /** The same, as clients of Agent Flow Lite read it. */
  session_id: z.string(),
  user_id: z.string(),
  message_count: z.number(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

const courseSchema: z.ZodType<ChatCourse> = z.object({
  request_id: z.string(),
  kb_id: z.string().nullable(),
  model: z.string().nullable(),
  events: z.array(z.object({ event: z.string(), data: z.record(z.string(), z.json()) })),
  partial: z.string().exactOptional(),
});

const sessionParams = z.object({ id: z.string() });

const userRoute = routesOf({ tag, access: "user", scope: "chat" });

export const chatRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "POST",
    path: "/api/v1/chat/completions",
    id: "chat",
    doc: "Says something in a session and streams the answer; `@skill text` runs a skill, `workflow_id` a workflow. With `retry` the last question is asked again, and what came of it is forgotten.",
    limit: "chat",
    body: chatBody,
    answers: {
      200: { doc: "The events.", schema: z.string(), media: "text/event-stream" },
      400: { doc: "A field is at fault.", schema: problemSchema },
      403: foreign,
      404: { doc: "There is no such workflow for this user.", schema: problemSchema },
      413: { doc: "The message is larger than an account may have.", schema: problemSchema },
      429: { doc: "Too many messages.", schema: problemSchema },
      503: { doc: "No language model is configured.", schema: problemSchema },
      507: { doc: "The account has no room left for a chat.", schema: problemSchema },
    },
    handle: startChat,
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/chat/sessions",
    id: "listChats",
    doc: "Lists the sessions of the user, newest first, in pages.",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(200),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answers: {
      200: {
        doc: "The sessions of the page; `total` counts those of all pages, and `next_offset` says where the next one begins.",
        schema: z.object({
          sessions: z.array(sessionSchema),
          total: z.number(),
          next_offset: z.number().nullable(),
        }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { items, total } = await listChats(ports, caller.user, query);
      const next = query.offset + items.length;
      return {
        sessions: items.map(toSession),
        total,
        next_offset: next < total ? next : null,
      };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/chat/sessions/{id}",
    id: "readChat",
    doc: "Gives a session with what was said last; a long one has `earlier`, how many messages there are before these, and `before` with that number gives the last of them. `course` of a question holds the events of its answer but for the words, without `done` where it broke off; where its server died, `partial` has the words until then.",
    params: sessionParams,
    query: z.object({
      before: z.coerce.number().int().min(0).max(2_000_000_000).optional(),
    }),
    answers: {
      200: {
        doc: "The session.",
        schema: sessionSchema.extend({
          earlier: z.number().exactOptional(),
          messages: z.array(
            z.object({
              role: z.enum(["user", "assistant"]),
              content: z.string(),
              created_at: z.string(),
              /** The same, as clients of Agent Flow Lite read it. */
              timestamp: z.string(),
              course: courseSchema.nullable(),
            }),
          ),
        }),
      },
      403: foreign,
      404: missing,
    },
    handle: async ({ ports, caller, params, query }) => {
      const { messages, earlier, ...session } = await readChat(
        ports,
        caller.user,
        params.id,
        query.before,
      );
      return {
        ...toSession(session),
        ...(earlier === 0 ? {} : { earlier }),
        messages: messages.map(({ role, content, createdAt, course = null }) => ({
          role,
          content,
          created_at: createdAt,
          timestamp: createdAt,
          course,
        })),
      };
    },
  }),
  userRoute({
    method: "PATCH",
    path: "/api/v1/chat/sessions/{id}",
    id: "renameChat",
    doc: "Gives a session another title.",
    params: sessionParams,
    body: z.object({ title: z.string().trim().min(1).max(256) }),
    answers: { 200: { doc: "The session.", schema: sessionSchema }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params, body }) =>
      toSession(await renameChat(ports, caller.user, params.id, body.title)),
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/chat/sessions/{id}",
    id: "deleteChat",
    doc: "Forgets a session.",
    params: sessionParams,
    answers: { 204: { doc: "It is gone." }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params }) => {
      await deleteChat(ports, caller.user, params.id);
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/chat/models",
    id: "listModels",
    doc: "Lists the configured language models.",
    answers: {
      200: {
        doc: "The models.",
        schema: z.object({
          items: z.array(
            z.object({
              id: z.string(),
              provider: z.string(),
              name: z.string(),
              context_window: z.number().nullable(),
            }),
          ),
          default_model: z.string().nullable(),
          total: z.number(),
        }),
      },
    },
    handle: async ({ ports, caller }) => {
      const models = ports.models.forUser(caller.user);
      return {
        items: models.models.map(({ id, provider, name, contextWindow }) => ({
          id,
          provider,
          name,
          context_window: contextWindow ?? null,
        })),
        default_model: models.defaultModel ?? null,
        total: models.models.length,
      };
    },
  }),
];

function toSession({
  id,
  ownerId,
  title,
  messageCount,
  createdAt,
  updatedAt,
}: ChatSession): z.output<typeof sessionSchema> {
  return {
    id,
    session_id: id,
    user_id: ownerId,
    message_count: messageCount,
    title,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
