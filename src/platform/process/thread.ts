import { Worker } from "node:worker_threads";

/** A thread that answers questions, started by the first one. */
export interface Thread {
  readonly ask: (value: unknown) => Promise<unknown>;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * Messages are `{id, value}`, answers `{id, value}` or `{id, error}`. A thread that ends fails what it was asked,
 * and the next question starts another. It keeps no process alive.
 */
export function openThread(file: URL): Thread {
  let worker: Worker | undefined;
  let count = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const settle = ({ id, value, error }: Answer): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  };
  const start = (): Worker => {
    const started = new Worker(file);
    let reason = "The thread ended.";
    started.on("message", settle);
    started.on("error", (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    started.on("exit", () => {
      if (worker === started) worker = undefined;
      for (const id of waiting.keys()) settle({ id, error: reason });
    });
    return started;
  };
  return {
    ask: async (value) => {
      worker ??= start();
      count += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(count, asked);
      // Whoever waits for an answer must get it before the process ends.
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
      worker.postMessage({ id: count, value });
      return await asked.promise;
    },
  };
}
