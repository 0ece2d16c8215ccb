/** What was said in chats. */
import { z } from "zod";
import {
  type ChatTranscript,
  type ChatSession,
  deleteChat,
  listChats,
  readChat,
  renameChat,
} from "../../hub/chat/index.ts";
import { chat } from "../../hub/streams/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { toItems } from "./list-page.ts";
import { bodyWithFiles, filesField, toFiles } from "./files.ts";
import { asIs, from, listOf, orNull, type Shape, toShape } from "./shape.ts";

const user = forUsers({ tag: "chat", scope: "chat" });

const refusals = { 403: "Only the owner of the session may do this.", 404: "No such session." };

const session = {
  id: z.string(),
  /** The same, as clients of Agent Flow Lite read it. */
  session_id: z.string(),
  user_id: z.string(),
  message_count: z.number(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
};

function toSession<Session extends ChatSession>(
  found: Session,
): Session & { readonly sessionId: string; readonly userId: string } {
  return { ...found, sessionId: found.id, userId: found.ownerId };
}

const sessionShape: Shape<ChatSession> = from(toShape(session), toSession);

const courseShape: Shape<ChatTranscript> = asIs(
  z.object({
    request_id: z.string(),
    kb_id: z.string().nullable(),
    model: z.string().nullable(),
    events: z.array(z.object({ event: z.string(), data: z.record(z.string(), z.json()) })),
    partial: z.string().exactOptional(),
  }),
);

export const chatOperations: readonly HubOperation<HubContext>[] = [
  user.stream("POST /chat/completions", {
    id: "chat",
    doc: "Sends a message in a chat session and streams the answer; `@skill text` runs a skill, `workflow_id` a workflow. With `retry`, the last question is asked again and its former answer is deleted. `files` are images, PDF or text files for this question alone; they are not stored.",
    limit: "chat",
    input: {
      session_id: z
        .string()
        .regex(/^[a-zA-Z0-9_-]{1,128}$/u, "Session id must be 1 to 128 letters, digits, _ or -"),
      message: z.string().max(100_000),
      workflow_id: z.string().min(1).nullish(),
      kb_id: z.string().min(1).nullish(),
      model: z.string().min(1).max(256).nullish(),
      retry: z.boolean().optional(),
      files: filesField,
    },
    maxBytes: bodyWithFiles,
    tells: "The events.",
    broken: "done",
    refusals: {
      400: "A field is invalid.",
      403: refusals[403],
      404: "No such workflow, or not visible to this user.",
      413: "The message is larger than the quota allows.",
      429: "Too many messages.",
      503: "No language model is configured.",
      507: "The account's quota for chats is used up.",
    },
    run: (
      context,
      { sessionId, message, workflowId, kbId, model, files, retry: isRetry = false },
    ) =>
      chat(context, {
        sessionId,
        message,
        files: toFiles(files),
        workflowId: workflowId ?? undefined,
        knowledgeBase: kbId ?? undefined,
        model: model ?? undefined,
        isRetry,
      }),
  }),
  user("GET /chat/sessions", {
    id: "listChats",
    doc: "Lists the user's chat sessions, newest first, in pages.",
    input: {
      limit: z.coerce.number().int().min(1).max(200).default(200),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    },
    gives: [
      "The sessions of the page; `total` counts those of all pages, and `next_offset` says where the next one begins.",
      toShape({
        sessions: listOf(sessionShape),
        total: z.number(),
        next_offset: z.number().nullable(),
      }),
    ],
    run: async ({ hub, user: asker }, page) => {
      const { items, ...rest } = toItems(await listChats(hub, asker, page), page.offset);
      return { sessions: items, ...rest };
    },
  }),
  user("GET /chat/sessions/{id}", {
    id: "readChat",
    doc: "Returns a chat session with its last messages. In a long one, `earlier` is the number of messages before these; pass it as `before` to read them. `course` of a question holds the events of its answer except for the words, without `done` where it broke off; where the server died, `partial` has the words until then.",
    input: { before: z.coerce.number().int().min(0).max(2_000_000_000).optional() },
    gives: [
      "The session.",
      toShape({
        ...session,
        earlier: z.number().optional(),
        messages: listOf(
          toShape({
            role: z.enum(["user", "assistant"]),
            content: z.string(),
            created_at: z.string(),
            /** The same, as clients of Agent Flow Lite read it. */
            timestamp: z.string(),
            course: orNull(courseShape),
          }),
        ),
      }),
    ],
    refusals,
    run: async ({ hub, user: asker }, { id, before }) => {
      const { messages, earlier, ...found } = await readChat(hub, asker, id, before);
      return {
        ...toSession(found),
        earlier: earlier === 0 ? undefined : earlier,
        messages: messages.map((message) => ({ ...message, timestamp: message.createdAt })),
      };
    },
  }),
  user("PATCH /chat/sessions/{id}", {
    id: "renameChat",
    doc: "Renames a chat session.",
    input: { title: z.string().trim().min(1).max(256) },
    gives: ["The session.", sessionShape],
    refusals,
    run: ({ hub, user: asker }, { id, title }) => renameChat(hub, asker, id, title),
  }),
  user("DELETE /chat/sessions/{id}", {
    id: "deleteChat",
    doc: "Deletes a chat session.",
    done: "It was deleted.",
    refusals,
    run: ({ hub, user: asker }, { id }) => deleteChat(hub, asker, id),
  }),
  user("GET /chat/models", {
    id: "listModels",
    doc: "Lists the configured language models.",
    gives: [
      "The models.",
      toShape({
        items: listOf(
          toShape({
            id: z.string(),
            provider: z.string(),
            name: z.string(),
            context_window: z.number().nullable(),
          }),
        ),
        default_model: z.string().nullable(),
        /** Of all prices and costs. */
        currency: z.string(),
        total: z.number(),
      }),
    ],
    run: ({ hub, user: asker }) => {
      const { models: items, defaultModel } = hub.models.forUser(asker);
      const { currency } = hub.models.rules();
      return { items, defaultModel, currency, total: items.length };
    },
  }),
];
