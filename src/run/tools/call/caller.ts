import { type Json, type JsonObject, SkillError } from "../../../skill/index.ts";
import { type ToolCode, toolCodes, toolProblem } from "../diagnostics.ts";
import { toToolError, type ToolError, type ToolResult } from "./result.ts";
import { findProblems } from "./schema.ts";
import { checkArguments, type RegisteredTool } from "./tool.ts";
import { type Answer, formatEnd, type Worker, type WorkerError } from "./worker.ts";

export interface CallOptions {
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal;
  /** Milliseconds; else what the tool says, or a minute. */
  readonly timeoutMs?: number;
}

export interface CallerOptions {
  /** Starts the process in the sandbox and imports the module. */
  readonly start: () => Promise<Worker>;
  readonly now: () => number;
  /** Bytes of a result at most. */
  readonly maxResultBytes: number;
  /** Seconds on the clock that no call may take longer than, whatever it or its tool asks for. */
  readonly wallSeconds: number;
  /** Seconds of processor time that one process has. */
  readonly cpuSeconds: number;
}

const TIMEOUT_MS = 60_000;
/** What a process may have used up of its processor time before another one takes the next call. */
const WORN = 0.1;
/** How long a cancelled tool has to stop by itself. */
const PATIENCE_MS = 500;

/** Calls the tools of one skill in a process that stays warm, and in a new one after a crash. */
export class Caller {
  readonly #options: CallerOptions;
  /** Calls that were told to stop, until they have or are given up. */
  readonly #stopping = new Set<Promise<void>>();
  /** Also those that only wait for the end of their last calls. */
  readonly #all = new Set<Worker>();
  #worker: Promise<Worker> | undefined;
  #isClosed = false;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** The process that takes calls now, started where there is none. */
  async ready(): Promise<Worker> {
    if (this.#isClosed) throw new Error("The skill was closed.");
    // A process that a tool holds up would hold up every further call too.
    await Promise.all(this.#stopping);
    const known = this.#worker;
    const current = await known?.catch(() => undefined);
    if (current?.canTake === true) return current;
    // Of calls that find no process at the same time, one starts it.
    if (this.#worker !== known) return await this.ready();
    const started = this.#start();
    this.#worker = started;
    started.catch(() => {
      // Whoever waits hears of it; the next call tries again.
    });
    return await started;
  }

  async #start(): Promise<Worker> {
    const worker = await this.#options.start();
    this.#all.add(worker);
    void worker.ended.finally(() => this.#all.delete(worker));
    return worker;
  }

  async call(
    tool: RegisteredTool,
    given: JsonObject,
    options: CallOptions = {},
  ): Promise<ToolResult> {
    const begun = this.#options.now();
    const finish = (outcome: Outcome): ToolResult => {
      const { stderr, ...rest } = outcome;
      const called = { tool: tool.qualifiedName, milliseconds: this.#options.now() - begun };
      return { ...called, ...rest, ...(stderr === undefined || stderr === "" ? {} : { stderr }) };
    };
    const checked = checkArguments(tool, given);
    if ("problems" in checked)
      return finish(failed(toolCodes.badInput, checked.problems.join(" ")));
    if (options.signal?.aborted === true) return finish(cancelled());
    try {
      const worker = await this.ready();
      return finish(await this.#run(worker, tool, checked.value, options));
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      return finish({ ok: false, error: toToolError(error.diagnostic) });
    }
  }

  async #run(
    worker: Worker,
    tool: RegisteredTool,
    value: JsonObject,
    { signal, timeoutMs }: CallOptions,
  ): Promise<Outcome> {
    const mark = worker.printed;
    const { id, answer } = worker.call(tool.name, value);
    const asked = timeoutMs ?? (tool.timeout === undefined ? TIMEOUT_MS : tool.timeout * 1000);
    const limit = Math.min(asked, this.#options.wallSeconds * 1000);
    const { promise: given, resolve: giveUp } = Promise.withResolvers<"late" | "cancelled">();
    const timer = setTimeout(() => giveUp("late"), limit);
    const onAbort = (): void => giveUp("cancelled");
    signal?.addEventListener("abort", onAbort, { once: true });
    const first = await Promise.race([answer, given]);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    // What was printed before the answer may come a moment after it, by the other pipe.
    await new Promise((settle) => setImmediate(settle));
    const stderr = worker.printedSince(mark);
    if (typeof first === "object") {
      // The limit of the kernel is for the life of a process: an innocent call should not meet the end of it.
      if (worker.cpuSeconds > this.#options.cpuSeconds * WORN) worker.retire();
      return { ...this.#outcomeOf(tool, first), stderr };
    }
    this.#stop(worker, id, answer);
    const outcome =
      first === "cancelled"
        ? cancelled()
        : failed(
            toolCodes.timedOut,
            `\`${tool.qualifiedName}\` did not answer within ${limit / 1000} seconds.`,
            limit < asked
              ? `A skill of this tier gets no more than ${limit / 1000} seconds.`
              : "Give it longer with `--timeout`, or `timeout` where the tool is marked.",
          );
    return { ...outcome, stderr };
  }

  #stop(worker: Worker, id: number, answer: Promise<Answer>): void {
    const stopping = stop(worker, id, answer);
    this.#stopping.add(stopping);
    void stopping.finally(() => this.#stopping.delete(stopping));
  }

  #outcomeOf(tool: RegisteredTool, answer: Answer): Outcome {
    const name = tool.qualifiedName;
    if (answer.kind === "ended")
      return failed(
        toolCodes.workerEnded,
        `\`${name}\` stopped: ${formatEnd(answer.end)}.`,
        "The next call starts a new process.",
      );
    if (answer.kind === "error")
      return errorOutcome(name, answer.error, this.#options.maxResultBytes);
    const problems =
      tool.output === undefined ? [] : findProblems(tool.output, answer.value, "the result");
    if (problems.length > 0)
      return failed(
        toolCodes.badResult,
        problems.join(" "),
        `\`returns\` of \`${name}\` promises something else than it returned.`,
      );
    return { ok: true, result: answer.value };
  }

  /** Ends the process; the next call starts one anew. */
  async rest(): Promise<void> {
    await this.#worker?.catch(() => undefined);
    await Promise.all([...this.#all].map((worker) => worker.close()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.rest();
  }
}

type Outcome =
  | { readonly ok: true; readonly result: Json; readonly stderr?: string }
  | { readonly ok: false; readonly error: ToolError; readonly stderr?: string };

/** A tool that does not stop by itself takes its process with it, once the calls beside it are done. */
async function stop(worker: Worker, id: number, answer: Promise<Answer>): Promise<void> {
  worker.cancel(id);
  const { promise, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), PATIENCE_MS);
  const first = await Promise.race([answer, promise]);
  clearTimeout(timer);
  if (first !== "late") return;
  const isStuck = !worker.hasHeard(id);
  worker.forget(id);
  if (isStuck) worker.kill();
  else worker.retire();
}

function failed(code: ToolCode, message: string, hint?: string, trace?: string): Outcome {
  const problem = toolProblem(code, message, hint === undefined ? {} : { hint });
  return { ok: false, error: toToolError(problem, trace) };
}

function cancelled(): Outcome {
  return failed(toolCodes.cancelled, "The call was cancelled.");
}

function errorOutcome(name: string, error: WorkerError, maxResultBytes: number): Outcome {
  switch (error.kind) {
    case "cancelled":
      return cancelled();
    case "bad-input":
      return failed(toolCodes.badInput, error.message);
    case "not-json":
      return failed(
        toolCodes.resultNotJson,
        `The result of \`${name}\` cannot be written as JSON: ${error.message}.`,
        "Return maps, lists, texts, numbers, booleans or nothing.",
      );
    case "too-large":
      return failed(
        toolCodes.tooMuchOutput,
        `The result of \`${name}\` has ${error.message} characters; at most ${maxResultBytes} are allowed.`,
        "Return less, or write a file and return its path.",
      );
    default: {
      const said = error.message === "" ? error.kind : `${error.kind}: ${error.message}`;
      const message = `\`${name}\` failed: ${said.replace(/\.$/, "")}.`;
      return failed(toolCodes.failed, message, undefined, error.trace);
    }
  }
}
