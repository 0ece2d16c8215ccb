/** The tasks extension (SEP-2663) from the side of whoever calls: a server may answer a call with a task in place of its result. */
import type { Client, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { z } from "zod";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** How often a server is asked that says nothing of it, and how often at least and at most. */
const POLL_MS = 1000;
const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 10_000;

/** What a server tells of a task. */
export interface TaskState {
  readonly taskId: string;
  readonly status: string;
  readonly pollIntervalMs?: number | undefined;
  readonly result?: object | undefined;
  readonly error?: { readonly message: string } | undefined;
  readonly inputRequests?: { readonly [key: string]: { readonly params?: unknown } } | undefined;
}

const taskShape: z.ZodType<TaskState> = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  pollIntervalMs: z.number().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
  inputRequests: z.record(z.string(), z.looseObject({ params: z.unknown() })).optional(),
});

/** Passes answers that are tasks on in a form that the SDK takes, which knows no such answer. */
export function allowTasks(transport: Transport): void {
  let listener: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => listener,
    set: (next: Transport["onmessage"]) => {
      listener = next && ((message, extra) => next(withoutTask(message), extra));
    },
  });
}

function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || message.result["resultType"] !== "task") return message;
  const { resultType: _type, ...task } = message.result;
  // As an error nothing holds it against what the tool promises to answer with.
  const result = {
    resultType: "complete",
    content: [],
    isError: true,
    _meta: { [TASKS_EXTENSION]: task },
  };
  return { ...message, result };
}

/** The task that an answer stands for. */
export function taskIn({
  _meta: meta,
}: {
  readonly _meta?: object | undefined;
}): TaskState | undefined {
  const told = (meta as { readonly [key: string]: unknown } | undefined)?.[TASKS_EXTENSION];
  const parsed = taskShape.safeParse(told);
  return parsed.success ? parsed.data : undefined;
}

export interface FollowOptions {
  readonly timeoutMs: number;
  /** Answers what the task asks for; where absent, it is cancelled then. */
  readonly answer?: (question: unknown) => Promise<object>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The result of a task, when it is there. */
export async function followTask(
  client: Client,
  { taskId }: TaskState,
  { timeoutMs, answer, wait }: FollowOptions,
): Promise<object> {
  const options = { timeout: timeoutMs };
  const look = (): Promise<TaskState> =>
    client.request({ method: "tasks/get", params: { taskId } }, taskShape, options);
  const tell = async (method: string, more: object = {}): Promise<void> => {
    await client.request({ method, params: { taskId, ...more } }, z.looseObject({}), options);
  };
  const answered = new Set<string>();
  for (;;) {
    const task = await look();
    switch (task.status) {
      case "completed":
        return task.result ?? {};
      case "failed":
        throw new Error(task.error?.message ?? "the task failed");
      case "cancelled":
        throw new Error("the task was cancelled");
      case "input_required": {
        if (answer === undefined) {
          await tell("tasks/cancel");
          throw new Error("the task asks a question, and there is no terminal to ask on");
        }
        const open = Object.entries(task.inputRequests ?? {}).filter(([key]) => !answered.has(key));
        const inputResponses: Record<string, object> = {};
        for (const [key, { params }] of open) {
          inputResponses[key] = await answer(params);
          answered.add(key);
        }
        if (open.length > 0) await tell("tasks/update", { inputResponses });
        break;
      }
      default:
    }
    const pause = task.pollIntervalMs ?? POLL_MS;
    await wait(Math.min(Math.max(pause, SHORTEST_POLL_MS), LONGEST_POLL_MS));
  }
}
