import { Worker } from "node:worker_threads";
import {
  type FolderReader,
  type FoundFile,
  type Meter,
  processorCount,
  readFolder,
} from "../../../platform/index.ts";
import { type Task, type ThreadAnswer, type ThreadSetup, runTask } from "./task.ts";

/** Below this, starting threads takes longer than they save. */
const MANY_FILES = 500;

/** Threads that help this one with the files of a run. */
export interface Pool {
  /** Reads folders, and starts the threads once so many skills were found that they pay. */
  watch(read?: FolderReader): FolderReader;
  /** Works on all files. The results stand in the order of the files, whichever thread made them. */
  run<Result>(files: readonly FoundFile[], task: Task<Result>): Promise<readonly Result[]>;
}

export interface PoolOptions {
  /** What the work depends on beside the files. */
  readonly options: unknown;
  /** Threads to use, this one included. Default: the pool decides. */
  readonly jobs: number | undefined;
  readonly maxJobs: number;
  /** From how many files on threads pay. Default: the pool decides. */
  readonly manyFiles?: number;
  /** Shows how far all threads have come. */
  readonly meter?: Meter | undefined;
}

export function createPool(pool: PoolOptions): Pool {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const helpers: Helper[] = [];
  const start = (jobs: number): void => {
    while (helpers.length < jobs - 1) helpers.push(startHelper({ options: pool.options, counter }));
  };
  const { meter } = pool;
  /** The counter tells what the others have taken too. */
  const metered = <Result>(task: Task<Result>, all: number): Task<Result> => {
    if (meter === undefined) return task;
    const step = (path: string): void =>
      meter.step({ unit: "skills", done: Math.min(Atomics.load(counter, 0), all), all, path });
    return {
      ...task,
      work: (file) => {
        step(file.shown);
        return task.work(file);
      },
    };
  };
  const many = pool.manyFiles ?? MANY_FILES;
  const own = pool.jobs ?? Math.min(pool.maxJobs, processorCount());
  return {
    watch: (read = readFolder) => {
      let found = 0;
      return (path) => {
        const content = read(path);
        found += content.skills.length;
        if (found >= many && helpers.length === 0) start(own);
        return content;
      };
    },
    run: async (files, task) => {
      if (pool.jobs !== undefined || files.length >= many) start(Math.min(own, files.length));
      try {
        return await runTogether(files, metered(task, files.length), counter, helpers);
      } finally {
        meter?.end();
      }
    },
  };
}

async function runTogether<Result>(
  files: readonly FoundFile[],
  task: Task<Result>,
  counter: Int32Array,
  helpers: readonly Helper[],
): Promise<readonly Result[]> {
  const answers = helpers.map((helper) => helper.ask(files));
  const results = new Map<number, Result>();
  await runTask(files, counter, task.work, (index, result) => results.set(index, result));
  for (const { indexes, texts } of await Promise.all(answers))
    for (const [at, index] of indexes.entries())
      results.set(index, task.unpack(texts[at] as string));
  // What a thread took and did not answer for is done here.
  const complete: Result[] = [];
  for (const [index, file] of files.entries())
    complete.push(results.get(index) ?? (await task.work(file)));
  return complete;
}

interface Helper {
  ask(files: readonly FoundFile[]): Promise<ThreadAnswer>;
}

const NOTHING: ThreadAnswer = { indexes: [], texts: [] };

function startHelper(setup: ThreadSetup): Helper {
  // The built program has its worker beside it; run from the sources, it is a source too.
  const file = import.meta.url.endsWith(".ts") ? "../worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { workerData: setup });
  const answer = new Promise<ThreadAnswer>((resolve) => {
    worker.once("message", resolve);
    // A thread that cannot start or breaks down is a thread less, not a failure of the run.
    worker.once("error", () => resolve(NOTHING));
    worker.once("exit", () => resolve(NOTHING));
  });
  return {
    ask: async (files) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
      worker.postMessage(files);
      const received = await answer;
      await worker.terminate();
      return received;
    },
  };
}
