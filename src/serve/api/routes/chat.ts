import { z } from "zod";
import {
  converse,
  execute,
  type RunEvent,
  type RunPorts,
  withTimeLimit,
} from "../../../run/execute/index.ts";
import type { ChatMessage } from "../../../run/models/index.ts";
import { SkillError } from "../../../skill/index.ts";
import {
  addMessages,
  calledSkill,
  chatCodes,
  type ChatSession,
  deleteChat,
  fitHistory,
  historyOf,
  listChats,
  openChat,
  readCall,
  readChat,
  renameChat,
} from "../../chat/index.ts";
import { retrieveFor } from "../../knowledge/index.ts";
import type { RunPurpose } from "../../runs/index.ts";
import { findSkill, type KeptSkill } from "../../skills/index.ts";
import { findWorkflow } from "../../workflows/index.ts";
import { type ApiRoute, type CallerContext, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { streamAnswer } from "../sse.ts";
import { runInChat, type Turn } from "./chat-workflow.ts";
import { recorded, RUN_SECONDS, toStream } from "./runs.ts";

const tag = "chat";
const missing = { doc: "There is no such session.", schema: problemSchema };
const foreign = { doc: "The session is somebody else's.", schema: problemSchema };

interface ChatBody {
  readonly session_id: string;
  readonly message: string;
  readonly workflow_id?: string | null | undefined;
  readonly kb_id?: string | null | undefined;
  readonly model?: string | null | undefined;
}

const chatBody: z.ZodType<ChatBody> = z.object({
  session_id: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,128}$/u, "Session id must be 1 to 128 letters, digits, _ or -"),
  message: z.string().max(100_000),
  workflow_id: z.string().min(1).nullish(),
  kb_id: z.string().min(1).nullish(),
  model: z.string().min(1).nullish(),
});

const sessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

const sessionParams = z.object({ id: z.string() });

export const chatRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/chat/completions",
    id: "chat",
    tag,
    doc: "Says something in a session and streams the answer; `@skill text` runs a skill, `workflow_id` a workflow.",
    access: "user",
    scope: "chat",
    limit: "chat",
    body: chatBody,
    answers: {
      200: { doc: "The events.", schema: z.string(), media: "text/event-stream" },
      400: { doc: "A field is at fault.", schema: problemSchema },
      403: foreign,
      404: { doc: "There is no such workflow for this user.", schema: problemSchema },
      429: { doc: "Too many messages.", schema: problemSchema },
      503: { doc: "No language model is configured.", schema: problemSchema },
    },
    handle: startChat,
  }),
  route({
    method: "GET",
    path: "/api/v1/chat/sessions",
    id: "listChats",
    tag,
    doc: "Lists the sessions of the user, newest first.",
    access: "user",
    scope: "chat",
    answers: {
      200: {
        doc: "The sessions.",
        schema: z.object({ sessions: z.array(sessionSchema), total: z.number() }),
      },
    },
    handle: async ({ ports, caller }) => {
      const sessions = await listChats(ports, caller.user);
      return Response.json({ sessions: sessions.map(toSession), total: sessions.length });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/chat/sessions/{id}",
    id: "readChat",
    tag,
    doc: "Gives a session with everything that was said.",
    access: "user",
    scope: "chat",
    params: sessionParams,
    answers: {
      200: {
        doc: "The session.",
        schema: sessionSchema.extend({
          messages: z.array(
            z.object({
              role: z.enum(["user", "assistant"]),
              content: z.string(),
              created_at: z.string(),
            }),
          ),
        }),
      },
      403: foreign,
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      const { messages, ...session } = await readChat(ports, caller.user, params.id);
      return Response.json({
        ...toSession(session),
        messages: messages.map(({ role, content, createdAt }) => ({
          role,
          content,
          created_at: createdAt,
        })),
      });
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/chat/sessions/{id}",
    id: "renameChat",
    tag,
    doc: "Gives a session another title.",
    access: "user",
    scope: "chat",
    params: sessionParams,
    body: z.object({ title: z.string().trim().min(1).max(256) }),
    answers: { 200: { doc: "The session.", schema: sessionSchema }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params, body }) =>
      Response.json(toSession(await renameChat(ports, caller.user, params.id, body.title))),
  }),
  route({
    method: "DELETE",
    path: "/api/v1/chat/sessions/{id}",
    id: "deleteChat",
    tag,
    doc: "Forgets a session.",
    access: "user",
    scope: "chat",
    params: sessionParams,
    answers: { 204: { doc: "It is gone." }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params }) => {
      await deleteChat(ports, caller.user, params.id);
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/chat/models",
    id: "listModels",
    tag,
    doc: "Lists the configured language models.",
    access: "user",
    scope: "chat",
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
    handle: ({ ports: { models } }) =>
      Response.json({
        items: models.models.map(({ id, provider, name, contextWindow }) => ({
          id,
          provider,
          name,
          context_window: contextWindow ?? null,
        })),
        default_model: models.defaultModel ?? null,
        total: models.models.length,
      }),
  }),
];

type ChatContext = CallerContext<undefined, undefined, ChatBody>;

async function startChat(context: ChatContext): Promise<Response> {
  const { ports, caller, body } = context;
  const { session_id: sessionId, message } = body;
  if (message.trim() === "")
    throw new SkillError({
      code: chatCodes.invalid,
      severity: "error",
      message: "Message cannot be empty",
      path: ["message"],
    });
  const { contextWindow } = ports.models.resolve(body.model ?? undefined);
  const workflow =
    typeof body.workflow_id === "string"
      ? await findWorkflow(ports.workflows, caller.user, body.workflow_id)
      : undefined;
  await openChat(ports, caller.user, sessionId, message);
  const countTokens = await ports.knowledge.countTokens();
  const history = fitHistory(await historyOf(ports, caller.user, sessionId), {
    contextWindow,
    countTokens,
  });
  // What somebody said is kept whatever becomes of the answer.
  await addMessages(ports, sessionId, [{ role: "user", content: message }]);
  return workflow === undefined
    ? streamTurn(context, history)
    : await runInChat(context, workflow, { ...turnOf(body), history });
}

function turnOf({ session_id: sessionId, message, model }: ChatBody): Turn {
  return { sessionId, message, ...(typeof model === "string" ? { model } : {}) };
}

function streamTurn(context: ChatContext, history: readonly ChatMessage[]): Response {
  const { ports, caller, body, request } = context;
  const { session_id: sessionId, message } = body;
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  const name = calledSkill(message);
  const events = withTimeLimit(
    (limited) =>
      name === undefined
        ? converse(
            {
              history,
              message,
              signal: limited,
              ...(typeof body.kb_id === "string" ? { knowledgeBase: body.kb_id } : {}),
              ...(typeof body.model === "string" ? { model: body.model } : {}),
            },
            runPorts(context),
          )
        : callSkill(context, name, limited),
    {
      clock: ports.clock,
      seconds: RUN_SECONDS,
      signal,
      ...(name === undefined ? { message: `LLM response timed out (${RUN_SECONDS}s)` } : {}),
    },
  );
  const purpose: RunPurpose = {
    kind: "chat",
    userId: caller.user.id,
    requestId: context.requestId,
    sessionId,
    ...(name === undefined ? {} : { skill: name }),
  };
  return streamAnswer(toStream(recorded(ports, purpose, saving(context, events))), {
    clock: ports.clock,
    onGone: () => {
      gone.abort();
    },
  });
}

function runPorts({ ports, caller, requestId }: ChatContext): RunPorts {
  return {
    models: ports.models,
    retrieve: retrieveFor(ports.knowledge, caller.user),
    ...(ports.openTools === undefined ? {} : { openTools: ports.openTools }),
    onProblem: (problem) => {
      ports.onProblem(problem, requestId);
    },
  };
}

async function* callSkill(
  context: ChatContext,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const { ports, caller, body } = context;
  yield { kind: "thought", data: { type: "skill", status: "start", skill_name: name } };
  let kept: KeptSkill;
  try {
    kept = await findSkill(ports.shelf, caller.user, name);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { message } = error.diagnostic;
    yield { kind: "thought", data: { type: "skill", status: "error", error: message } };
    yield { kind: "done", data: { status: "error", message: `Skill '${name}' not found` } };
    return;
  }
  const { skill, reading } = kept;
  const description = reading.dialect.describe(reading).description ?? name;
  yield {
    kind: "thought",
    data: { type: "skill", status: "loaded", skill_name: name, description },
  };
  const call = readCall(body.message, skill.template.inputs ?? []);
  yield* execute(
    {
      skill,
      dialect: reading.dialect,
      inputs: call?.values ?? {},
      signal,
      ...(typeof body.model === "string" ? { model: body.model } : {}),
    },
    runPorts(context),
  );
}

/** Keeps the answer, also where it broke off. */
async function* saving(
  { ports, body }: ChatContext,
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<RunEvent, void> {
  const words: string[] = [];
  const save = async (): Promise<void> => {
    const content = words.splice(0).join("");
    if (content !== "") await addMessages(ports, body.session_id, [{ role: "assistant", content }]);
  };
  try {
    for await (const event of events) {
      if (event.kind === "token") words.push(event.data.content);
      // Whoever hears of the end can rely on the answer being kept.
      if (event.kind === "done") await save();
      yield event;
    }
  } finally {
    await save();
  }
}

function toSession({
  id,
  title,
  createdAt,
  updatedAt,
}: ChatSession): z.output<typeof sessionSchema> {
  return { id, title, created_at: createdAt, updated_at: updatedAt };
}
