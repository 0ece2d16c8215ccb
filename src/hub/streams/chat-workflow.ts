import type { ChatMessage } from "../../run/models/index.ts";
import { followExecution, startExecution, type Workflow } from "../workflows/index.ts";
import { isStoredAnswer, NOT_KEPT } from "./chat-answer.ts";
import type { Following, StreamContext, StreamEvent, StreamHub } from "./context.ts";

/** The most that a workflow may take as a part of a chat. */
const WORKFLOW_SECONDS = 300;

export interface Turn {
  readonly sessionId: string;
  readonly message: string;
  readonly model?: string;
  /** What was said before. */
  readonly history?: readonly ChatMessage[];
}

/** Answers with what a workflow makes of the message. The answer is kept also where the client goes away. */
export async function runInChat(
  { hub, user, requestId, signal }: StreamContext,
  workflow: Workflow,
  { sessionId, message: input, ...more }: Turn,
): Promise<Following> {
  const id = await startExecution(hub.workflows, user, workflow, { input, ...more });
  const { promise: kept, resolve, reject } = Promise.withResolvers<boolean>();
  const late = new AbortController();
  hub.work(async () => {
    // Also where the client has gone away: otherwise nothing would follow the run to its end.
    const cancelTimer = hub.clock.after(WORKFLOW_SECONDS * 1000, () => {
      late.abort();
      // The run tells its end, or has told it already.
      hub.workflows.engine.cancel(id).catch(() => {});
    });
    try {
      resolve(await saveAnswer(hub, { sessionId, id, requestId }));
    } catch (error) {
      reject(error);
    } finally {
      cancelTimer();
    }
  });
  // The stream hears of it, if there still is one.
  kept.catch(() => {});
  return { events: readEvents(hub, id, { kept, signal, late: late.signal }), executionId: id };
}

interface SavedAnswer {
  readonly sessionId: string;
  readonly id: string;
  readonly requestId: string;
}

/** False: there is an answer, and it could not be kept. */
async function saveAnswer(
  hub: StreamHub,
  { sessionId, id, requestId }: SavedAnswer,
): Promise<boolean> {
  const options = { after: 0, signal: hub.stopping };
  let isWhole = true;
  for await (const { kind, data } of followExecution(hub.workflows, id, options)) {
    if (kind !== "workflow_complete") continue;
    // The journal wrote it.
    const { final_output: output } = data as { readonly final_output: unknown };
    const content = typeof output === "string" ? output : JSON.stringify(output);
    if (output !== null && content !== "")
      isWhole = await isStoredAnswer(hub, { sessionId, content, requestId });
  }
  return isWhole;
}

interface ChatSubscription {
  readonly kept: Promise<boolean>;
  readonly signal: AbortSignal;
  /** The run has taken too long. */
  readonly late: AbortSignal;
}

async function* readEvents(
  { workflows }: StreamHub,
  id: string,
  { kept, signal, late }: ChatSubscription,
): AsyncGenerator<StreamEvent, void> {
  const found = followExecution(workflows, id, { after: 0, signal });
  for await (const { position, kind, data } of found) {
    const isEnd = kind === "done";
    // Whoever hears of the end can rely on the answer being kept.
    const isLost = isEnd && !(await kept);
    if (isLost) {
      yield { event: "error", data: { message: NOT_KEPT } };
      yield { event: "done", data: { status: "error", message: NOT_KEPT } };
    } else if (isEnd && late.aborted) {
      const message = `Workflow execution timed out (${WORKFLOW_SECONDS}s)`;
      yield { event: "error", data: { message } };
      yield { event: "done", data: { status: "error", message: "Timeout" } };
    } else yield { event: kind, data, id: position };
  }
}
