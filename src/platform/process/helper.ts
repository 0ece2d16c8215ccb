import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { guardListener } from "../guard-listener.ts";

/** A process of its own that answers questions, started by the first one. */
export interface Helper {
  readonly ask: (value: unknown) => Promise<unknown>;
}

export interface HelperOptions {
  /** A file of this program. */
  readonly file: URL;
  readonly words: readonly string[];
  /** Ends when it was not asked for so long; the next question starts another. */
  readonly idleMs: number;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * For what takes much memory that a thread would never give back. Messages are `{id, value}`, answers `{id, value}` or
 * `{id, error}`. It gets no variable of the environment, keeps no process alive, and ends with the one that asks.
 */
export function openHelper({ file, words, idleMs }: HelperOptions): Helper {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const release = (): void => {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(() => {
      child?.kill("SIGKILL");
      child = undefined;
    }, idleMs).unref();
  };
  const settle = ({ id, value, error }: Answer): void => {
    const asked = waiting.get(id);
    if (asked === undefined) return;
    waiting.delete(id);
    if (error === undefined) asked.resolve(value);
    else asked.reject(new Error(error));
    if (waiting.size === 0) release();
  };
  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(file), words, {
      serialization: "advanced",
      execArgv: ["--no-warnings"],
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const end = (reason: string): void => {
      // No call waits for an idle one, and another may have begun.
      if (child !== started) return;
      child = undefined;
      for (const id of waiting.keys()) settle({ id, error: reason });
    };
    started.on(
      "message",
      guardListener(settle, () => started.kill("SIGKILL")),
    );
    started.on("error", ({ message }) => {
      end(message);
    });
    started.once("exit", () => {
      end("The process ended.");
    });
    return started;
  };
  return {
    ask: async (value) => {
      clearTimeout(idle);
      child ??= start();
      // Whoever waits for an answer must get it before this process ends.
      child.ref();
      child.channel?.ref();
      count += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(count, asked);
      child.send({ id: count, value });
      return await asked.promise;
    },
  };
}
