import { guardListener } from "../../../platform/index.ts";
import type { ConfinedProcess, SandboxEnd } from "../../../platform/sandbox/index.ts";
import { isObject, type Json, type JsonObject, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";

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

/** What is kept of what a worker prints. */
const KEPT_STDERR = 64 * 1024;
const STARTING_MS = 30_000;

/** A process in the sandbox that holds the tools of one skill ready. */
export class Worker {
  /** Names of the tools that the module has marked. */
  readonly tools: readonly string[];
  /** Of the interpreter, where its language has versions that skills ask for. */
  readonly version: string | undefined;
  /** Settles when nothing of it runs any more. */
  readonly ended: Promise<void>;
  readonly #process: ConfinedProcess;
  readonly #waiting: Map<number, (answer: Answer) => void>;
  readonly #stderr: Tail;
  /** Numbers of calls whose cancelling the process has heard of. */
  readonly #heard: Set<number>;
  readonly #spent: Spent;
  #next = 1;
  /** Takes no more calls, and ends with the last of those that it has. */
  #isRetired = false;
  #isEnded = false;

  private constructor(
    process: ConfinedProcess,
    greeting: Extract<Greeting, { kind: "ready" }>,
    waiting: Map<number, (answer: Answer) => void>,
    stderr: Tail,
    heard: Set<number>,
    spent: Spent,
  ) {
    this.#process = process;
    this.tools = greeting.tools;
    this.version = greeting.version;
    this.#waiting = waiting;
    this.#stderr = stderr;
    this.#heard = heard;
    this.#spent = spent;
    this.ended = this.#watch();
  }

  async #watch(): Promise<void> {
    const end = await this.#process.exited;
    this.#isEnded = true;
    for (const settle of this.#waiting.values()) settle({ kind: "ended", end });
    this.#waiting.clear();
  }

  /** Waits until the module is imported; throws where it cannot be. */
  static async start(process: ConfinedProcess, maxLineBytes: number): Promise<Worker> {
    const waiting = new Map<number, (answer: Answer) => void>();
    const stderr = new Tail(KEPT_STDERR);
    const heard = new Set<number>();
    const spent: Spent = { cpuSeconds: 0 };
    const { promise, resolve } = Promise.withResolvers<Greeting>();
    process.stderr.on("data", guardListener(stderr.add.bind(stderr), process.kill));
    process.stdin.on("error", () => {
      // The end of the process tells more.
    });
    readLines(process, maxLineBytes, (line) =>
      receive(line, { waiting, greet: resolve, stderr, heard, spent }),
    );
    const late = setTimeout(() => resolve({ kind: "late" }), STARTING_MS);
    const ended = process.exited.then((end): Greeting => ({ kind: "ended", end }));
    const greeting = await Promise.race([promise, ended]);
    clearTimeout(late);
    if (greeting.kind === "ready")
      return new Worker(process, greeting, waiting, stderr, heard, spent);
    process.kill();
    await process.exited;
    throw importFailure(greeting, stderr.text());
  }

  get canTake(): boolean {
    return !this.#isRetired && !this.#isEnded;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Processor time that it has used up in its life, as far as it tells. */
  get cpuSeconds(): number {
    return this.#spent.cpuSeconds;
  }

  /** How much was printed so far, to be handed to `printedSince`. */
  get printed(): number {
    return this.#stderr.total;
  }

  printedSince(mark: number): string {
    return this.#stderr.since(mark);
  }

  /** Hands in a call; the number is for `cancel`. */
  call(tool: string, given: JsonObject): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = this.#next++;
    const answer = new Promise<Answer>((settle) =>
      this.#waiting.set(id, (outcome) => {
        settle(outcome);
        if (this.#isRetired && !this.isBusy) this.kill();
      }),
    );
    this.#process.stdin.write(`${JSON.stringify({ id, call: tool, arguments: given })}\n`);
    return { id, answer };
  }

  /** Whether the process has taken notice of the cancelling of a call; one that is stuck has not. */
  hasHeard(id: number): boolean {
    return this.#heard.has(id);
  }

  /** Asks the tool to stop; whether it does shows in its answer. */
  cancel(id: number): void {
    if (this.#waiting.has(id)) this.#process.stdin.write(`${JSON.stringify({ cancel: id })}\n`);
  }

  /** The answer of a call that nobody waits for any more. */
  forget(id: number): void {
    this.#waiting.delete(id);
    this.#heard.delete(id);
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

type Greeting =
  | {
      readonly kind: "ready";
      readonly tools: readonly string[];
      readonly version: string | undefined;
    }
  | { readonly kind: "failed"; readonly error: WorkerError }
  | { readonly kind: "ended"; readonly end: SandboxEnd }
  | { readonly kind: "late" };

function importFailure(
  greeting: Exclude<Greeting, { kind: "ready" }>,
  printed: string,
): SkillError {
  const why =
    greeting.kind === "failed"
      ? `${greeting.error.kind}: ${greeting.error.message}`
      : greeting.kind === "late"
        ? `it took longer than ${STARTING_MS / 1000} seconds`
        : sayEnd(greeting.end);
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

export function sayEnd(end: SandboxEnd): string {
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

/** What a process has used up. */
interface Spent {
  cpuSeconds: number;
}

interface Receiver {
  readonly waiting: Map<number, (answer: Answer) => void>;
  readonly greet: (greeting: Greeting) => void;
  readonly stderr: Tail;
  readonly heard: Set<number>;
  readonly spent: Spent;
}

function receive(line: string, { waiting, greet, stderr, heard, spent }: Receiver): void {
  const message = parse(line);
  // What a program that the tool started has printed between the answers.
  if (message === undefined) return stderr.add(new TextEncoder().encode(`${line}\n`));
  const { ready, failed, id, result, error, cpu } = message;
  if (typeof cpu === "number") spent.cpuSeconds = cpu;
  const noticed = message["heard"];
  // One that has answered meanwhile is of no interest any more.
  if (typeof noticed === "number" && waiting.has(noticed)) heard.add(noticed);
  if (isListOfTexts(ready)) {
    const { version } = message;
    const known = typeof version === "string" ? version : undefined;
    return greet({ kind: "ready", tools: ready, version: known });
  }
  if (isObject(failed)) return greet({ kind: "failed", error: workerError(failed) });
  const settle = typeof id === "number" ? waiting.get(id) : undefined;
  if (settle === undefined || typeof id !== "number") return;
  waiting.delete(id);
  if (isObject(error)) settle({ kind: "error", error: workerError(error) });
  else settle({ kind: "result", value: result ?? null });
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

/** Lines of the output; a line beyond the limit ends the process, which has no business in sending it. */
function readLines(
  process: ConfinedProcess,
  maxLineBytes: number,
  onLine: (line: string) => void,
): void {
  let parts: string[] = [];
  let held = 0;
  process.stdout.setEncoding("utf8");
  const take = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      parts.push(text.slice(from, at));
      onLine(parts.length === 1 ? (parts[0] ?? "") : parts.join(""));
      parts = [];
      held = 0;
      from = at + 1;
    }
    if (from === text.length) return;
    parts.push(from === 0 ? text : text.slice(from));
    held += text.length - from;
    if (held > maxLineBytes) process.kill();
  };
  process.stdout.on("data", guardListener(take, process.kill));
}

/** The last part of what was printed. */
class Tail {
  readonly #limit: number;
  readonly #decoder = new TextDecoder();
  #text = "";
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  add(data: Uint8Array): void {
    const text = this.#decoder.decode(data, { stream: true });
    this.#total += text.length;
    this.#text = (this.#text + text).slice(-this.#limit);
  }

  text(): string {
    return this.#text;
  }

  since(mark: number): string {
    const fresh = this.#total - mark;
    return fresh <= 0 ? "" : this.#text.slice(-fresh);
  }
}
