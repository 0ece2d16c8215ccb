import type { ChatMessage } from "../../../run/models/index.ts";
import { followExecution, startExecution, type Workflow } from "../../../hub/workflows/index.ts";
import type { ApiPorts } from "../ports.ts";
import type { CallerContext } from "../route.ts";
import { type StreamEvent, streamAnswer } from "../sse.ts";
import { isKept, NOT_KEPT } from "./chat-answer.ts";
import { lastWords } from "./runs.ts";

/** The most that a workflow may take as a part of a chat. */
const WORKFLOW_SECONDS = 300;

export interface Turn {
  readonly sessionId: string;
  readonly message: string;
  readonly model?: string;
  /** What was said before. */
  readonly history?: readonly ChatMessage[];
}

type Context = Pick<
  CallerContext<unknown, unknown, unknown>,
  "ports" | "caller" | "request" | "requestId"
>;

/** Answers with what a workflow makes of the message. The answer is kept also where the client goes away. */
export async function runInChat(
  { ports, caller, request, requestId }: Context,
  workflow: Workflow,
  { sessionId, message: input, ...more }: Turn,
): Promise<Response> {
  const id = await startExecution(ports.workflows, caller.user, workflow, { input, ...more });
  const { promise: kept, resolve, reject } = Promise.withResolvers<boolean>();
  ports.work(async () => {
    try {
      resolve(await keepAnswer(ports, { sessionId, id, requestId }));
    } catch (error) {
      reject(error);
    }
  });
  // The stream hears of it, if there still is one.
  kept.catch(() => {});
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  return streamAnswer(tell(ports, id, { kept, signal }), {
    clock: ports.clock,
    onBroken: lastWords({ ports, requestId }),
    onGone: () => {
      gone.abort();
    },
    headers: { "x-execution-id": id },
  });
}

interface Kept {
  readonly sessionId: string;
  readonly id: string;
  readonly requestId: string;
}

/** False: there is an answer, and it could not be kept. */
async function keepAnswer(ports: ApiPorts, { sessionId, id, requestId }: Kept): Promise<boolean> {
  const options = { after: 0, signal: ports.stopping };
  let isWhole = true;
  for await (const { kind, data } of followExecution(ports.workflows, id, options)) {
    if (kind !== "workflow_complete") continue;
    // The journal wrote it.
    const { final_output: output } = data as { readonly final_output: unknown };
    const content = typeof output === "string" ? output : JSON.stringify(output);
    if (output !== null && content !== "")
      isWhole = await isKept(ports, { sessionId, content, requestId });
  }
  return isWhole;
}

async function* tell(
  { workflows, clock }: ApiPorts,
  id: string,
  { kept, signal }: { readonly kept: Promise<boolean>; readonly signal: AbortSignal },
): AsyncGenerator<StreamEvent, void> {
  let isLate = false;
  const cancelTimer = clock.after(WORKFLOW_SECONDS * 1000, () => {
    isLate = true;
    // The run tells its end, or has told it already.
    workflows.engine.cancel(id).catch(() => {});
  });
  try {
    for await (const { position, kind, data } of followExecution(workflows, id, {
      after: 0,
      signal,
    })) {
      const isEnd = kind === "done";
      // Whoever hears of the end can rely on the answer being kept.
      const isLost = isEnd && !(await kept);
      if (isLost) {
        yield { event: "error", data: { message: NOT_KEPT } };
        yield { event: "done", data: { status: "error", message: NOT_KEPT } };
      } else if (isEnd && isLate) {
        const message = `Workflow execution timed out (${WORKFLOW_SECONDS}s)`;
        yield { event: "error", data: { message } };
        yield { event: "done", data: { status: "error", message: "Timeout" } };
      } else yield { event: kind, data, id: position };
    }
  } finally {
    cancelTimer();
  }
}
