/**
 * Programs that go on beside the tests, started by a small process; `spawner.ts` says why, and runs those that only
 * have to come to their end.
 */
import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";

export type Order =
  | ({ readonly kind: "start"; readonly id: number } & Start)
  | { readonly kind: "kill"; readonly id: number; readonly signal: NodeJS.Signals }
  | { readonly kind: "input"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: "end of input"; readonly id: number };

export type Report = { readonly id: number } & (
  | { readonly kind: "started"; readonly pid: number }
  | {
      readonly kind: "output";
      readonly from: "stdout" | "stderr";
      readonly bytes: Uint8Array;
    }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "close" }
);

interface Start {
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Events {
  exit: [code: number | null, signal: NodeJS.Signals | null];
  close: [code: number | null, signal: NodeJS.Signals | null];
  error: [error: Error];
}

/** What `spawn` of Node gives, as far as tests use it. */
export class Started extends EventEmitter<Events> {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  readonly stdout: PassThrough = new PassThrough();
  readonly stderr: PassThrough = new PassThrough();
  readonly stdin: Writable;
  readonly #id: number;

  constructor(id: number) {
    super();
    this.#id = id;
    this.stdin = new Writable({
      write: (bytes: Buffer, _encoding, done) => order({ kind: "input", id, bytes }, done),
      final: (done) => order({ kind: "end of input", id }, done),
    });
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    order({ kind: "kill", id: this.#id, signal });
  }

  take(report: Report): void {
    if (report.kind === "started") this.pid = report.pid;
    else if (report.kind === "output") this[report.from].write(report.bytes);
    else if (report.kind === "failed") this.emit("error", new Error(report.message));
    else if (report.kind === "exit") {
      this.exitCode = report.code;
      this.signalCode = report.signal;
      this.emit("exit", report.code, report.signal);
    } else {
      started.delete(this.#id);
      this.stdout.end();
      this.stderr.end();
      this.emit("close", this.exitCode, this.signalCode);
    }
  }
}

const started = new Map<number, Started>();
let starter: ChildProcess | undefined;
let last = 0;

interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export function startBeside(
  command: string,
  words: readonly string[],
  { cwd, env = process.env }: StartOptions = {},
): Started {
  last += 1;
  const child = new Started(last);
  started.set(last, child);
  const where = cwd === undefined ? {} : { cwd };
  order({ kind: "start", id: last, command, words, env, ...where });
  return child;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs to its end, while this process goes on answering others. */
export function runBeside(
  command: string,
  words: readonly string[],
  {
    onOutput,
    timeout,
    ...options
  }: StartOptions & {
    readonly onOutput?: (text: string) => void;
    /** Milliseconds, after which it is ended. */
    readonly timeout?: number;
  } = {},
): Promise<Ended> {
  const child = startBeside(command, words, options);
  const timer = timeout === undefined ? undefined : setTimeout(() => child.kill(), timeout);
  child.stdin.end();
  const text = { stdout: "", stderr: "" };
  for (const from of ["stdout", "stderr"] as const)
    child[from].setEncoding("utf8").on("data", (part: string) => {
      text[from] += part;
      onOutput?.(part);
    });
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(timer);
      settle({ code, ...text });
    });
  });
}

function order(message: Order, done: (error?: Error | null) => void = () => undefined): void {
  starter ??= open();
  starter.send(message, done);
}

function open(): ChildProcess {
  const child = fork(join(import.meta.dirname, "starter-program.ts"), {
    execArgv: [],
    serialization: "advanced",
  });
  child.on("message", (report: Report) => started.get(report.id)?.take(report));
  // The tests end when they are done, and this process with them.
  child.unref();
  child.channel?.unref();
  return child;
}
