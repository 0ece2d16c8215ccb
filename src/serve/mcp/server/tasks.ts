/** The tasks extension (SEP-2663): calls that take long are answered with a task, which the client asks for later. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  isInputRequiredResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { newSecret } from "../../../platform/machine/index.ts";
import { getKey, isObject } from "../../../skill/model/index.ts";
import { TASKS_EXTENSION } from "../early/server-info.ts";
import { findJobOwner } from "../job-owner.ts";

/** Whether calls of a tool may become tasks; `required` ones are refused to clients without the extension. */
export type TaskSupport = "optional" | "required";

/** What tasks have to know of tools. */
export interface TaskTools {
  readonly supportOf: (tool: string) => TaskSupport | undefined;
  /** What a call failed with that is no answer of its tool: the SDK would make one of it. */
  readonly failureOf: (context: ServerContext) => ProtocolError | undefined;
}

/** A call that ends within this time is answered at once. */
const GRACE_MS = 400;
/** How long a task can be asked for after it was made, and after it ended. */
const TTL_MS = 60 * 60 * 1000;
const POLL_MS = 500;
/** Tasks of one client that are kept; of more, those that ended first go. */
const MOST_TASKS = 64;

type Values = Readonly<Record<string, unknown>>;
type Status = "working" | "input_required" | "completed" | "failed" | "cancelled";
/** Runs the call, from its beginning, with all answers that the client has given so far. */
type Run = (signal: AbortSignal, responses: Values) => Promise<object>;

interface Task {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: string;
  readonly ended: AbortController;
  lastUpdatedAt: string;
  status: Status;
  result?: object;
  error?: { readonly code: number; readonly message: string };
  /** Questions that are still without an answer. */
  questions: Values;
  responses: Values;
  wake?: () => void;
  expires: number;
}

/** The tasks of all connections to a server: over HTTP each request has one of its own. */
export class Tasks {
  readonly #byId = new Map<string, Task>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** What a call answers with: its result where that is there soon, else a task for it. */
  async answer(owner: string, run: Run): Promise<object> {
    const ended = new AbortController();
    const first = run(ended.signal, {});
    // Whoever asks for the task is told of a failure.
    first.catch(() => {});
    const result = await Promise.race([first, laterThan(GRACE_MS)]);
    if (result !== undefined) return result;
    const task = this.#add(owner, ended);
    void this.#follow(task, first, run);
    return { resultType: "task", ...show(task), content: [] };
  }

  get(id: string, owner: string): object {
    const task = this.#find(id, owner);
    const { status, result, error, questions } = task;
    return {
      ...show(task),
      ...(status === "completed" ? { result } : {}),
      ...(status === "failed" ? { error } : {}),
      ...(status === "input_required" ? { inputRequests: questions } : {}),
    };
  }

  update(id: string, owner: string, responses: Values): void {
    const task = this.#find(id, owner);
    const known = Object.entries(responses).filter(([key]) => Object.hasOwn(task.questions, key));
    const answered = new Set(known.map(([key]) => key));
    task.responses = { ...task.responses, ...Object.fromEntries(known) };
    task.questions = Object.fromEntries(
      Object.entries(task.questions).filter(([key]) => !answered.has(key)),
    );
    if (Object.keys(task.questions).length === 0) task.wake?.();
  }

  cancel(id: string, owner: string): void {
    const task = this.#find(id, owner);
    if (isOver(task)) return;
    this.#set(task, { status: "cancelled" });
    task.ended.abort();
    task.wake?.();
  }

  close(): void {
    for (const task of this.#byId.values()) task.ended.abort();
    this.#byId.clear();
  }

  async #follow(task: Task, first: Promise<object>, run: Run): Promise<void> {
    try {
      let result = await first;
      while (isInputRequiredResult(result) && !isOver(task)) {
        const answered = new Promise<void>((settle) => {
          task.wake = settle;
        });
        task.questions = { ...result.inputRequests };
        this.#set(task, { status: "input_required" });
        await answered;
        if (isOver(task)) return;
        this.#set(task, { status: "working" });
        result = await run(task.ended.signal, task.responses);
      }
      if (!isOver(task)) this.#set(task, { status: "completed", result });
    } catch (error) {
      if (isOver(task)) return;
      const { code, message } =
        error instanceof ProtocolError
          ? error
          : { code: ProtocolErrorCode.InternalError, message: "The tool could not be run." };
      this.#set(task, { status: "failed", error: { code, message } });
    }
  }

  #add(owner: string, ended: AbortController): Task {
    const now = this.#now();
    const own = [...this.#byId.values()].filter((task) => task.owner === owner);
    for (const task of this.#byId.values()) if (task.expires < now) this.#byId.delete(task.id);
    if (own.length >= MOST_TASKS) {
      const oldest = own.find(isOver);
      if (oldest === undefined) {
        ended.abort();
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `A client can have ${MOST_TASKS} tasks at a time; wait for one, or cancel it.`,
        );
      }
      this.#byId.delete(oldest.id);
    }
    const at = new Date(now).toISOString();
    const task: Task = {
      id: newSecret(),
      owner,
      createdAt: at,
      lastUpdatedAt: at,
      ended,
      status: "working",
      questions: {},
      responses: {},
      expires: now + TTL_MS,
    };
    this.#byId.set(task.id, task);
    return task;
  }

  #set(task: Task, change: Pick<Task, "status"> & Partial<Task>): void {
    const now = this.#now();
    Object.assign(task, change, { lastUpdatedAt: new Date(now).toISOString() });
    task.expires = now + TTL_MS;
  }

  #find(id: string, owner: string): Task {
    const task = this.#byId.get(id);
    if (task?.owner === owner && (task.expires >= this.#now() || !isOver(task))) return task;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task.");
  }
}

function isOver({ status }: Task): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function show({ id, status, createdAt, lastUpdatedAt }: Task): object {
  return {
    taskId: id,
    status,
    createdAt,
    lastUpdatedAt,
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_MS,
  };
}

function laterThan(milliseconds: number): Promise<undefined> {
  return new Promise((settle) => {
    setTimeout(() => settle(undefined), milliseconds).unref();
  });
}

const taskParams = z.looseObject({ taskId: z.string() });

type Handler = (request: ToolRequest, context: ServerContext) => object | Promise<object>;
interface ToolRequest {
  readonly params: { readonly name: string };
}

/** Answers for tasks, and has calls of tools become some where they take long. */
export function answerTasks(
  mcp: McpServer,
  tasks: Tasks,
  { supportOf, failureOf }: TaskTools,
): void {
  const { server } = mcp;
  server.setRequestHandler("tasks/get", { params: taskParams }, async ({ taskId }, context) => ({
    ...tasks.get(taskId, askerIn(context)),
  }));
  server.setRequestHandler("tasks/update", { params: taskParams }, async ({ taskId }, context) => {
    tasks.update(taskId, askerIn(context), { ...context.mcpReq.inputResponses });
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params: taskParams }, async ({ taskId }, context) => {
    tasks.cancel(taskId, askerIn(context));
    return {};
  });
  const failing = (inner: Handler): Handler => {
    return async (request, context) => {
      const result = await inner(request, context);
      const failure = failureOf(context);
      if (failure !== undefined) throw failure;
      return result;
    };
  };
  const asTask =
    (call: Handler): Handler =>
    async (request, context) => {
      const support = supportOf(request.params.name);
      const mayBeTask = support !== undefined && declaresTasks(context);
      if (support === "required" && !mayBeTask) throw missing();
      if (!mayBeTask) return await call(request, context);
      return await tasks.answer(ownerIn(context), async (signal, responses) => {
        const { mcpReq } = context;
        const inputResponses = { ...mcpReq.inputResponses, ...responses };
        // The request is answered while the call goes on, and with it its signal ends.
        return await call(request, {
          ...context,
          mcpReq: { ...mcpReq, signal, inputResponses },
        });
      });
    };
  aroundCalls(mcp, (inner) => asTask(failing(inner)));
}

/** The SDK sets the handler for calls itself, with the first tool: one that comes and goes has it do that here. */
function aroundCalls(mcp: McpServer, wrap: (call: Handler) => Handler): void {
  const { server } = mcp;
  const set = server.setRequestHandler.bind(server) as (...words: unknown[]) => void;
  server.setRequestHandler = (method: string, ...rest: unknown[]) => {
    const handler = rest.pop() as Handler;
    set(method, ...rest, method === "tools/call" ? wrap(handler) : handler);
  };
  mcp.registerTool("first", {}, () => ({ content: [] })).remove();
  server.setRequestHandler = set;
}

/** Who asks for a task; fails for a client that does not know tasks. */
function askerIn(context: ServerContext): string {
  if (!declaresTasks(context)) throw missing();
  return ownerIn(context);
}

/** Over standard input and output there is one client. */
function ownerIn({ http }: ServerContext): string {
  return findJobOwner(http?.authInfo) ?? "";
}

/** A client of the newer era says with every request what it can do. */
function declaresTasks({ mcpReq }: ServerContext): boolean {
  const envelope: unknown = mcpReq.envelope;
  const said = isObject(envelope) ? getKey(envelope, CLIENT_CAPABILITIES_META_KEY) : undefined;
  const extensions = isObject(said) ? getKey(said, "extensions") : undefined;
  return isObject(extensions) && isObject(getKey(extensions, TASKS_EXTENSION));
}

function missing(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}
