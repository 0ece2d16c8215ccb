import type { ConfinedProcess, SandboxEnd } from "../../../platform/sandbox/index.ts";
import { isObject, type Json, type JsonObject, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { WorkerOutput } from "./worker-output.ts";

/** What a worker answers to a call. */
export type Answer =
  | { readonly kind: "result"; readonly value: Json }
  | { readonly kind: "error"; readonly error: WorkerError }
  | { readonly kind: "ended"; readonly end: SandboxEnd };

export interface WorkerError {
  /** `cancelled`, `not-json`, `too-large`, `bad-input`, or the class of what was thrown. */
  readonly kind: string;
  readonly message: string;
  readonly trace?: string;
}

const STARTING_MS = 30_000;
const MOST_WRONG_GREETINGS = 100;

/** A process in the sandbox that holds the tools of one skill ready. */
export class Worker {
  /** Names of the tools that the module has marked. */
  readonly tools: readonly string[];
  /** Of the interpreter, where its language has versions that skills ask for. */
  readonly version: string | undefined;
  /** Settles when nothing of it runs any more. */
  readonly ended: Promise<void>;
  readonly #process: ConfinedProcess;
  readonly #output: WorkerOutput;
  readonly #state: WorkerState;
  #next = 1;
  /** Takes no more calls, and ends with the last of those that it has. */
  #isRetired = false;
  #isEnded = false;

  private constructor(
    process: ConfinedProcess,
    greeting: Extract<WorkerGreeting, { kind: "ready" }>,
    output: WorkerOutput,
    state: WorkerState,
  ) {
    this.#process = process;
    this.tools = greeting.tools;
    this.version = greeting.version;
    this.#output = output;
    this.#state = state;
    this.ended = this.#watch();
  }

  async #watch(): Promise<void> {
    const end = await endOf(this.#process, this.#state);
    this.#isEnded = true;
    for (const settle of this.#state.waiting.values()) settle({ kind: "ended", end });
    this.#state.waiting.clear();
  }

  /** Waits until the module is imported; throws where it cannot be. */
  static async start(process: ConfinedProcess, limits: OutputLimits): Promise<Worker> {
    const { promise, resolve } = Promise.withResolvers<WorkerGreeting>();
    const state: WorkerState = {
      waiting: new Map(),
      heard: new Set(),
      greet: resolve,
      wrongGreetings: 0,
      cpuSeconds: 0,
      isOverOutput: false,
    };
    process.stdin.on("error", () => {
      // The end of the process tells more.
    });
    const output = new WorkerOutput(process, {
      ...limits,
      onAnswer: (line) => receive(line, state),
      onOver: () => {
        state.isOverOutput = true;
        process.kill();
      },
    });
    const late = setTimeout(() => resolve({ kind: "late" }), STARTING_MS);
    const ended = endOf(process, state).then((end): WorkerGreeting => ({ kind: "ended", end }));
    const greeting = await Promise.race([promise, ended]);
    clearTimeout(late);
    state.greet = undefined;
    if (greeting.kind === "ready") return new Worker(process, greeting, output, state);
    process.kill();
    await process.exited;
    throw importFailure(greeting, output.since(0));
  }

  get canTake(): boolean {
    return !this.#isRetired && !this.#isEnded;
  }

  get isBusy(): boolean {
    return this.#state.waiting.size > 0;
  }

  /** Processor time that it has used up in its life, as far as it tells. */
  get cpuSeconds(): number {
    return this.#state.cpuSeconds;
  }

  /** How much was printed so far, to be handed to `printedSince`. */
  get printed(): number {
    return this.#output.total;
  }

  printedSince(mark: number): string {
    return this.#output.since(mark);
  }

  /** Hands in a call; the number is for `cancel`. */
  call(tool: string, given: JsonObject): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = this.#next++;
    this.#output.allow();
    const answer = new Promise<Answer>((settle) =>
      this.#state.waiting.set(id, (outcome) => {
        settle(outcome);
        if (this.#isRetired && !this.isBusy) this.kill();
      }),
    );
    this.#process.stdin.write(`${JSON.stringify({ id, call: tool, arguments: given })}\n`);
    return { id, answer };
  }

  /** Whether the process has taken notice of the cancelling of a call; one that is stuck has not. */
  hasHeard(id: number): boolean {
    return this.#state.heard.has(id);
  }

  /** Asks the tool to stop; whether it does shows in its answer. */
  cancel(id: number): void {
    if (this.#state.waiting.has(id))
      this.#process.stdin.write(`${JSON.stringify({ cancel: id })}\n`);
  }

  /** The answer of a cancelled call. */
  forget(id: number): void {
    this.#state.waiting.delete(id);
    this.#state.heard.delete(id);
    if (this.#isRetired && !this.isBusy) this.kill();
  }

  /** For one whose tool does not stop: the calls beside it may end, then it goes. */
  retire(): void {
    this.#isRetired = true;
    if (!this.isBusy) this.kill();
  }

  kill(): void {
    this.#isRetired = true;
    this.#process.kill();
  }

  async close(): Promise<void> {
    this.kill();
    await this.#process.exited;
  }
}

type WorkerGreeting =
  | {
      readonly kind: "ready";
      readonly tools: readonly string[];
      readonly version: string | undefined;
    }
  | { readonly kind: "failed"; readonly error: WorkerError }
  | { readonly kind: "ended"; readonly end: SandboxEnd }
  | { readonly kind: "late" };

function importFailure(
  greeting: Exclude<WorkerGreeting, { kind: "ready" }>,
  printed: string,
): SkillError {
  const why =
    greeting.kind === "failed"
      ? `${greeting.error.kind}: ${greeting.error.message}`
      : greeting.kind === "late"
        ? `it took longer than ${STARTING_MS / 1000} seconds`
        : formatEnd(greeting.end);
  const said = greeting.kind === "failed" ? (greeting.error.trace ?? "") : printed;
  const tail = said.trim().split("\n").slice(-12).join("\n");
  return new SkillError(
    toolProblem(
      toolCodes.importFailed,
      `The tools cannot be imported: ${why.trim()}.`.replace(/\.\.$/, "."),
      {
        hint:
          tail === ""
            ? "The module runs in the sandbox, with what the skill declares and nothing else."
            : tail,
      },
    ),
  );
}

export function formatEnd(end: SandboxEnd): string {
  switch (end.kind) {
    case "ended":
      return `its process ended with code ${end.code}`;
    case "killed":
      return `its process was ended by ${end.signal}`;
    case "timed-out":
      return "its process took too long";
    case "over-limit":
      return `its process used more ${end.limit} than it may`;
    case "cancelled":
      return "it was cancelled";
    case "not-started":
      return "its process could not be started in the sandbox";
  }
}

export interface OutputLimits {
  /** Bytes of an answer. */
  readonly maxLineBytes: number;
  /** Characters that the tools may print while they are imported, and again with each call. */
  readonly maxPrinted: number;
}

/** What is known of a process while it runs. */
interface WorkerState {
  readonly waiting: Map<number, (answer: Answer) => void>;
  /** Numbers of calls whose cancelling the process has heard of. */
  readonly heard: Set<number>;
  /** Undefined once it has greeted. */
  greet: ((greeting: WorkerGreeting) => void) | undefined;
  wrongGreetings: number;
  cpuSeconds: number;
  isOverOutput: boolean;
}

/** It is ended the same way for each limit, so that only whoever ended it knows the reason. */
async function endOf({ exited }: ConfinedProcess, state: WorkerState): Promise<SandboxEnd> {
  const end = await exited;
  return state.isOverOutput ? { kind: "over-limit", limit: "output" } : end;
}

/** An answer to a call, or that its cancelling was heard of; anything else is a greeting. */
const ABOUT_CALL = /^\{"(?:id":(\d{1,15}),|heard":(\d{1,15})\}$)/;
const UNREADABLE: JsonObject = {
  kind: "Error",
  message: "its process sent an answer that cannot be read",
};

/**
 * Takes the answer to a pending call; the rest was printed by a program that the tool started, or by a tool that pretends to
 * be this program. A line is parsed once for each call at most, since no second one is waited for.
 */
function receive(line: string, state: WorkerState): boolean {
  const [about, answered, noticed] = ABOUT_CALL.exec(line) ?? [];
  if (about === undefined) return greet(line, state);
  const { waiting, heard } = state;
  if (noticed !== undefined) {
    const id = Number(noticed);
    if (!waiting.has(id) || heard.has(id)) return false;
    heard.add(id);
    return true;
  }
  const id = Number(answered);
  const settle = waiting.get(id);
  if (settle === undefined) return false;
  waiting.delete(id);
  heard.delete(id);
  const message: JsonObject = parse(line) ?? { error: UNREADABLE };
  const { error, result, cpu } = message;
  if (typeof cpu === "number") state.cpuSeconds = cpu;
  if (isObject(error)) settle({ kind: "error", error: workerError(error) });
  else settle({ kind: "result", value: result ?? null });
  return true;
}

/** A module can write such lines before the program that runs it greets: the first few that are wrong are passed over. */
function greet(line: string, state: WorkerState): boolean {
  const { greet: settle } = state;
  if (settle === undefined || state.wrongGreetings >= MOST_WRONG_GREETINGS) return false;
  const { ready, failed, version } = parse(line) ?? {};
  if (isListOfTexts(ready))
    settle({
      kind: "ready",
      tools: ready,
      version: typeof version === "string" ? version : undefined,
    });
  else if (isObject(failed)) settle({ kind: "failed", error: workerError(failed) });
  else {
    state.wrongGreetings += 1;
    return false;
  }
  state.greet = undefined;
  return true;
}

/** The module of a tool can write such a line as well as the program that runs it. */
function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function workerError({ kind, message, trace }: JsonObject): WorkerError {
  return {
    kind: typeof kind === "string" ? kind : "Error",
    message: typeof message === "string" ? message : "",
    ...(typeof trace === "string" ? { trace } : {}),
  };
}
