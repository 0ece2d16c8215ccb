import type { ChatMessage } from "../../../run/models/index.ts";
import { addMessages } from "../../chat/index.ts";
import { followExecution, startExecution, type Workflow } from "../../workflows/index.ts";
import type { ApiPorts } from "../ports.ts";
import type { CallerContext } from "../route.ts";
import { type StreamEvent, streamAnswer } from "../sse.ts";

/** The most that a workflow may take as a part of a chat. */
const WORKFLOW_SECONDS = 300;

export interface Turn {
  readonly sessionId: string;
  readonly message: string;
  readonly model?: string;
  /** What was said before. */
  readonly history?: readonly ChatMessage[];
}

type Context = Pick<CallerContext<unknown, unknown, unknown>, "ports" | "caller" | "request">;

/** Answers with what a workflow makes of the message. The answer is kept also where the client goes away. */
export async function runInChat(
  { ports, caller, request }: Context,
  workflow: Workflow,
  { sessionId, message: input, ...more }: Turn,
): Promise<Response> {
  const id = await startExecution(ports.workflows, caller.user, workflow, { input, ...more });
  const { promise: kept, resolve, reject } = Promise.withResolvers<void>();
  ports.work(async () => {
    try {
      resolve(await keepAnswer(ports, sessionId, id));
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
    onGone: () => {
      gone.abort();
    },
    headers: { "x-execution-id": id },
  });
}

async function keepAnswer(ports: ApiPorts, sessionId: string, id: string): Promise<void> {
  const options = { after: 0, signal: ports.stopping };
  for await (const { kind, data } of followExecution(ports.workflows, id, options)) {
    if (kind !== "workflow_complete") continue;
    // The journal wrote it.
    const { final_output: output } = data as { readonly final_output: unknown };
    const content = typeof output === "string" ? output : JSON.stringify(output);
    if (output !== null && content !== "")
      await addMessages(ports, sessionId, [{ role: "assistant", content }]);
  }
}

async function* tell(
  { workflows, clock }: ApiPorts,
  id: string,
  { kept, signal }: { readonly kept: Promise<void>; readonly signal: AbortSignal },
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
      if (isEnd) await kept;
      if (isEnd && isLate) {
        const message = `Workflow execution timed out (${WORKFLOW_SECONDS}s)`;
        yield { event: "error", data: { message } };
        yield { event: "done", data: { status: "error", message: "Timeout" } };
      } else yield { event: kind, data, id: position };
    }
  } finally {
    cancelTimer();
  }
}
