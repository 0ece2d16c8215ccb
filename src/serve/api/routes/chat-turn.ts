import type { RunEvent } from "../../../run/execute/index.ts";
import { converse, done, execute, withTimeLimit } from "../../../run/execute/index.ts";
import type { ChatMessage } from "../../../run/models/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import {
  addMessages,
  answerRoom,
  calledSkill,
  chatCodes,
  type CourseEvent,
  courseEvent,
  fitHistory,
  forgetQuestion,
  historyOf,
  keepCourse,
  openChat,
  readCall,
  tooLongFor,
} from "../../../hub/chat/index.ts";
import type { RunPurpose } from "../../../hub/runs/index.ts";
import { findSkill, type KeptSkill } from "../../../hub/skills/index.ts";
import { findWorkflow } from "../../../hub/workflows/index.ts";
import { diagnosticOf } from "../problem.ts";
import type { CallerContext } from "../route.ts";
import { streamAnswer } from "../sse.ts";
import { isKept, NOT_KEPT } from "./chat-answer.ts";

import type { Clock } from "../../../platform/machine/index.ts";
import { runInChat, type Turn } from "./chat-workflow.ts";
import { lastWords, recorded, RUN_SECONDS, runPorts, toStream } from "./runs.ts";

/** Long enough for many words, and short enough to lose few of them. */
const EVERY_MS = 500;

interface SoFar {
  /** More was said. */
  readonly note: () => void;
  /** Nothing more is kept once this has settled. */
  readonly stop: () => Promise<void>;
}

/** Keeps what was said so far from time to time: where the server dies, that is all there will ever be. */
function keepSoFar(clock: Clock, keep: () => Promise<void>): SoFar {
  let cancel: (() => void) | undefined;
  let keeping: Promise<void> = Promise.resolve();
  let isStopped = false;
  const begin = async (): Promise<void> => {
    try {
      await keep();
    } catch {
      // The end is kept as well, and tells where that fails.
    } finally {
      cancel = undefined;
    }
  };
  return {
    note: () => {
      if (isStopped || cancel !== undefined) return;
      cancel = clock.after(EVERY_MS, () => {
        keeping = begin();
      });
    },
    stop: async () => {
      isStopped = true;
      cancel?.();
      await keeping;
    },
  };
}

export interface ChatBody {
  readonly session_id: string;
  readonly message: string;
  readonly workflow_id?: string | null | undefined;
  readonly kb_id?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly retry?: boolean | undefined;
}

type ChatContext = CallerContext<undefined, undefined, ChatBody>;

/** Says something in a session, and streams what comes of it. */
export async function startChat(context: ChatContext): Promise<Response> {
  const { ports, caller, body } = context;
  const { session_id: sessionId, message } = body;
  if (message.trim() === "")
    throw new SkillError({
      code: chatCodes.invalid,
      severity: "error",
      message: "Message cannot be empty",
      path: ["message"],
    });
  const { contextWindow } = ports.models.forUser(caller.user).resolve(body.model ?? undefined);
  await ports.models.checkBudget(caller.user);
  const window = { contextWindow, countTokens: await ports.knowledge.countTokens() };
  const workflow =
    typeof body.workflow_id === "string"
      ? await findWorkflow(ports.workflows, caller.user, body.workflow_id)
      : undefined;
  // Nodes of a workflow may have models of their own.
  if (workflow === undefined) await checkLength(message, window);
  await openChat(ports, caller.user, sessionId, message);
  if (body.retry === true) await forgetQuestion(ports, sessionId, message);
  const said = await historyOf(ports, caller.user, sessionId);
  const history = await fitHistory(said, message, window);
  // What somebody said is kept whatever becomes of the answer.
  const position = await addMessages(ports, sessionId, [{ role: "user", content: message }]);
  return workflow === undefined
    ? streamTurn(context, { history, position }, answerRoom(contextWindow))
    : await runInChat(context, workflow, { ...turnOf(body), history });
}

async function checkLength(
  message: string,
  window: Parameters<typeof tooLongFor>[1],
): Promise<void> {
  const found = await tooLongFor(message, window);
  if (found !== undefined)
    throw new SkillError({
      code: chatCodes.invalid,
      severity: "error",
      message: `Message is too long for the model: ${found.tokens} tokens, expected at most ${found.most}`,
      path: ["message"],
    });
}

function turnOf({ session_id: sessionId, message, model }: ChatBody): Turn {
  return { sessionId, message, ...(typeof model === "string" ? { model } : {}) };
}

interface Question {
  /** What was said before it. */
  readonly history: readonly ChatMessage[];
  /** Where it stands in its session. */
  readonly position: number;
}

function streamTurn(
  context: ChatContext,
  { history, position }: Question,
  maxTokens: number | undefined,
): Response {
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
              ...(maxTokens === undefined ? {} : { maxTokens }),
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
  return streamAnswer(toStream(recorded(ports, purpose, saving(context, position, events))), {
    clock: ports.clock,
    onBroken: lastWords(context),
    onGone: () => {
      gone.abort();
    },
  });
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
    const known = diagnosticOf(error);
    if (known === undefined) throw error;
    yield { kind: "thought", data: { type: "skill", status: "error", error: known.message } };
    yield { kind: "done", data: { status: "error", message: `Skill '${name}' not found` } };
    return;
  }
  const { skill, dialect } = kept;
  const description = kept.description ?? name;
  yield {
    kind: "thought",
    data: { type: "skill", status: "loaded", skill_name: name, description },
  };
  const call = readCall(body.message, skill.template.inputs ?? []);
  yield* execute(
    {
      skill,
      dialect,
      inputs: call?.values ?? {},
      signal,
      ...(typeof body.model === "string" ? { model: body.model } : {}),
    },
    runPorts(context),
  );
}

/** Keeps the answer, also where it broke off; where it cannot be kept, that is the end of the answer. */
async function* saving(
  { ports, body, requestId }: ChatContext,
  position: number,
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<RunEvent, void> {
  const words: string[] = [];
  const told: CourseEvent[] = [];
  const { session_id: sessionId, kb_id = null, model = null } = body;
  const course = { request_id: requestId, kb_id, model, events: told };
  const soFar = keepSoFar(ports.clock, () =>
    keepCourse(ports, sessionId, position, { ...course, partial: words.join("") }),
  );
  let isSaved = false;
  const save = async (): Promise<boolean> => {
    if (isSaved) return true;
    isSaved = true;
    await soFar.stop();
    const content = words.join("");
    return await isKept(ports, { sessionId, content, requestId, question: { position, course } });
  };
  try {
    for await (const event of events) {
      if (event.kind === "token") words.push(event.data.content);
      soFar.note();
      const kept = courseEvent(event, told.length);
      if (kept !== undefined) told.push(kept);
      // Whoever hears of the end can rely on the answer being kept.
      if (event.kind === "done" && !(await save())) {
        yield { kind: "error", data: { message: NOT_KEPT } };
        yield done("error", NOT_KEPT);
      } else yield event;
    }
  } finally {
    await save();
  }
}
