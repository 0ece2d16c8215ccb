import { Worker } from "node:worker_threads";

export interface Watchdog {
  readonly begin: (memoryMb: number) => void;
  readonly end: () => void;
}

/**
 * Runs in a thread of its own, because a job that never returns leaves the main thread no time to look. Kills the
 * process when it takes too much memory, and when the server that started it is gone.
 */
const PROGRAM = `
const { workerData: { shared, parent } } = require("node:worker_threads");
const state = new Int32Array(shared);
for (;;) {
  Atomics.wait(state, 0, 0);
  if (process.ppid !== parent || process.memoryUsage.rss() / 1048576 > state[1]) process.kill(process.pid, "SIGKILL");
  Atomics.wait(state, 2, 0, 20);
}`;

export function startWatchdog(): Watchdog {
  // Whether a job runs, how many megabytes it may have, and a cell that never changes, to sleep on.
  const shared = new SharedArrayBuffer(12);
  const state = new Int32Array(shared);
  const thread = new Worker(PROGRAM, {
    eval: true,
    workerData: { shared, parent: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  return {
    begin: (memoryMb) => {
      Atomics.store(state, 1, memoryMb);
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
    },
    end: () => {
      Atomics.store(state, 0, 0);
    },
  };
}
