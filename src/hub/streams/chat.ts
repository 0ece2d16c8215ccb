/** Says something in a session, and follows what comes of it. */
import type { Clock } from "../../platform/machine/index.ts";
import { converse, done, execute, type RunEvent, withTimeLimit } from "../../run/execute/index.ts";
import type { AttachedFile, ChatMessage } from "../../run/models/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import {
  addMessages,
  answerRoom,
  calledSkill,
  chatCodes,
  type TranscriptEvent,
  transcriptEvent,
  fitHistory,
  forgetQuestion,
  readHistory,
  saveTranscript,
  openChat,
  readCall,
  tooLongFor,
} from "../chat/index.ts";
import { diagnosticOf } from "../requests/index.ts";
import type { RunPurpose } from "../runs/index.ts";
import { findSkill, type StoredSkill } from "../skills/index.ts";
import { findWorkflow } from "../workflows/index.ts";
import { isStoredAnswer, NOT_KEPT } from "./chat-answer.ts";
import { runInChat } from "./chat-workflow.ts";
import type { Following, StreamContext } from "./context.ts";
import { recorded, RUN_SECONDS, runPorts, toStream } from "./runs.ts";

/** Long enough for many words, and short enough to lose few of them. */
const EVERY_MS = 500;

interface SoFar {
  /** More was said. */
  readonly note: () => void;
  /** Nothing more is kept once this has settled. */
  readonly stop: () => Promise<void>;
}

/** Keeps what was said so far from time to time: where the server dies, that is all there will ever be. */
function savePeriodically(clock: Clock, keep: () => Promise<void>): SoFar {
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

export interface ChatTurn {
  readonly sessionId: string;
  readonly message: string;
  /** They go with this question, and are not kept. */
  readonly files: readonly AttachedFile[];
  readonly workflowId: string | undefined;
  readonly knowledgeBase: string | undefined;
  readonly model: string | undefined;
  /** The last question is asked again, and what came of it is forgotten. */
  readonly isRetry: boolean;
}

/** What stands in the way is thrown before anything begins. */
export async function chat(context: StreamContext, turn: ChatTurn): Promise<Following> {
  const { hub, user } = context;
  const { sessionId, message, model } = turn;
  if (message.trim() === "")
    throw new SkillError({
      code: chatCodes.invalid,
      severity: "error",
      message: "Message cannot be empty",
      path: ["message"],
    });
  const { contextWindow } = hub.models.forUser(user).resolve(model);
  await hub.models.checkBudget(user);
  const window = { contextWindow, countTokens: await hub.knowledge.countTokens() };
  const workflow =
    turn.workflowId === undefined
      ? undefined
      : await findWorkflow(hub.workflows, user, turn.workflowId);
  if (workflow !== undefined && turn.files.length > 0)
    throw new SkillError({
      code: chatCodes.invalid,
      severity: "error",
      message: "A workflow takes no files: send them to a model or a skill",
      path: ["files"],
    });
  // Nodes of a workflow may have models of their own.
  if (workflow === undefined) await checkLength(message, window);
  await openChat(hub, user, sessionId, message);
  if (turn.isRetry) await forgetQuestion(hub, sessionId, message);
  const said = await readHistory(hub, user, sessionId);
  const history = await fitHistory(said, message, window);
  // The message is kept whatever becomes of the answer.
  const position = await addMessages(hub, sessionId, [{ role: "user", content: message }]);
  if (workflow === undefined)
    return streamAnswer(context, turn, { history, position }, answerRoom(contextWindow));
  const named = model === undefined ? {} : { model };
  return await runInChat(context, workflow, { sessionId, message, ...named, history });
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

interface Question {
  /** What was said before it. */
  readonly history: readonly ChatMessage[];
  /** Where it stands in its session. */
  readonly position: number;
}

function streamAnswer(
  context: StreamContext,
  turn: ChatTurn,
  { history, position }: Question,
  maxTokens: number | undefined,
): Following {
  const { hub, user, requestId, signal } = context;
  const { sessionId, message, files, knowledgeBase, model } = turn;
  const name = calledSkill(message);
  const events = withTimeLimit(
    (limited) =>
      name === undefined
        ? converse(
            {
              history,
              message,
              files,
              signal: limited,
              ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
              ...(model === undefined ? {} : { model }),
              ...(maxTokens === undefined ? {} : { maxTokens }),
            },
            runPorts(context),
          )
        : callSkill(context, turn, name, limited),
    {
      clock: hub.clock,
      seconds: RUN_SECONDS,
      signal,
      ...(name === undefined ? { message: `LLM response timed out (${RUN_SECONDS}s)` } : {}),
    },
  );
  const purpose: RunPurpose = {
    kind: "chat",
    userId: user.id,
    requestId,
    sessionId,
    ...(name === undefined ? {} : { skill: name }),
  };
  return { events: toStream(recorded(context, purpose, saving(context, turn, position, events))) };
}

async function* callSkill(
  context: StreamContext,
  { message, files, model }: ChatTurn,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  yield { kind: "thought", data: { type: "skill", status: "start", skill_name: name } };
  let kept: StoredSkill;
  try {
    kept = await findSkill(context.hub.storedSkills, context.user, name);
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
  const call = readCall(message, skill.template.inputs ?? []);
  yield* execute(
    {
      skill,
      dialect,
      inputs: call?.values ?? {},
      files,
      signal,
      ...(model === undefined ? {} : { model }),
    },
    runPorts(context),
  );
}

/** Keeps the answer, also where it broke off; where it cannot be kept, that is the end of the answer. */
async function* saving(
  { hub, requestId }: StreamContext,
  { sessionId, knowledgeBase, model }: ChatTurn,
  position: number,
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<RunEvent, void> {
  const words: string[] = [];
  const told: TranscriptEvent[] = [];
  const named = { kb_id: knowledgeBase ?? null, model: model ?? null };
  const course = { request_id: requestId, ...named, events: told };
  const soFar = savePeriodically(hub.clock, () =>
    saveTranscript(hub, sessionId, position, { ...course, partial: words.join("") }),
  );
  let isSaved = false;
  const save = async (): Promise<boolean> => {
    if (isSaved) return true;
    isSaved = true;
    await soFar.stop();
    const content = words.join("");
    return await isStoredAnswer(hub, {
      sessionId,
      content,
      requestId,
      question: { position, course },
    });
  };
  try {
    for await (const event of events) {
      if (event.kind === "token") words.push(event.data.content);
      soFar.note();
      const kept = transcriptEvent(event, told.length);
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
