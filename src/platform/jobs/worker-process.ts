import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { guardListener } from "../guard-listener.ts";
import type { JobReply, JobRequest } from "./contract.ts";

/** Why a worker ended while it had a job; `lost` says that it ended before it had begun with it. */
export type EndCause = "time" | "memory" | "aborted" | "crashed" | "lost";

/** How a job ended: with a reply of the worker, or together with it. */
export type JobEnd =
  | Exclude<JobReply, { readonly type: "ready" | "begun" }>
  | { readonly type: "ended"; readonly cause: EndCause };

/** A worker that takes longer to start is given up. */
const START_MS = 60_000;

/**
 * One process that runs jobs one after the other. It gets no variable of the environment, and does not keep the
 * server alive while it is idle.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  #settle: ((end: JobEnd) => void) | undefined;
  #killedFor: EndCause | undefined;
  #hasBegun = false;

  constructor(entry: URL, heapMb: number) {
    this.#child = fork(fileURLToPath(entry), [], {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${heapMb}`, "--no-warnings"],
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const take = (reply: JobReply): void => {
      if (reply.type === "ready") this.#ready.resolve();
      else if (reply.type === "begun") this.#hasBegun = true;
      else this.#settle?.(reply);
    };
    this.#child.on(
      "message",
      guardListener(take, () => this.kill("crashed")),
    );
    // A message to a process that has just ended is no fault of its own: the end of the process tells.
    this.#child.on("error", () => {
      if (this.#child.pid === undefined) this.#end("lost");
    });
    this.#child.once("exit", (code, signal) => this.#end(toEndCause(code, signal)));
    this.#release();
  }

  #end(cause: EndCause): void {
    this.#settle?.({ type: "ended", cause: this.#killedFor ?? (this.#hasBegun ? cause : "lost") });
    this.#ready.resolve();
    this.#exited.resolve();
  }

  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  kill(cause: EndCause): void {
    this.#killedFor ??= cause;
    // Whoever waits for its end must not be left waiting by a process that has nothing else to do.
    this.#child.ref();
    this.#child.kill("SIGKILL");
  }

  /** Never rejects. The time begins when the worker is ready. */
  async run(request: JobRequest, timeMs: number): Promise<JobEnd> {
    const end = Promise.withResolvers<JobEnd>();
    this.#settle = end.resolve;
    this.#hasBegun = false;
    this.#hold();
    const starting = setTimeout(() => this.kill("crashed"), START_MS);
    await this.#ready.promise;
    clearTimeout(starting);
    const timer = setTimeout(() => this.kill("time"), timeMs);
    if (this.#child.connected) this.#child.send(request);
    else end.resolve({ type: "ended", cause: this.#killedFor ?? "lost" });
    try {
      return await end.promise;
    } finally {
      this.#settle = undefined;
      clearTimeout(timer);
      this.#release();
    }
  }

  #hold(): void {
    this.#child.ref();
    this.#channel()?.ref?.();
  }

  #release(): void {
    this.#child.unref();
    this.#channel()?.unref?.();
  }

  /** That of Bun keeps no process alive, and has neither. */
  #channel(): Partial<NonNullable<ChildProcess["channel"]>> | null | undefined {
    return this.#child.channel;
  }
}

/** The heap limit aborts; the watchdog of the worker, and a system without memory, kill. */
function toEndCause(code: number | null, signal: NodeJS.Signals | null): EndCause {
  const isMemory = signal === "SIGKILL" || signal === "SIGABRT" || code === 134;
  return isMemory ? "memory" : "crashed";
}
