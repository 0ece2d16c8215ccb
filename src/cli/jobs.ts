import { Worker } from "node:worker_threads";
import type { FoundFile } from "../platform/index.ts";
import type { Settings } from "./lint/settings.ts";
import type { Linted } from "./lint/source.ts";

/** What a worker is given when it starts. */
export interface WorkerSetup {
  readonly settings: Settings;
  /** Whether a cache asks for the hashes of the files. */
  readonly isHashed: boolean;
}

/** What a worker is asked: to lint these files. */
export interface Job {
  readonly files: readonly FoundFile[];
}

/** Files that a worker takes at a time: few enough that all end together. */
const CHUNK = 64;

/**
 * Lints the files in other threads. The results stand in the order of the files, whichever thread made
 * them and when.
 */
export async function lintInWorkers(
  files: readonly FoundFile[],
  setup: WorkerSetup,
  jobs: number,
): Promise<readonly Linted[]> {
  const results: Linted[] = [];
  results.length = files.length;
  let next = 0;
  const takeChunk = (): { readonly start: number; readonly job: Job } | undefined => {
    if (next >= files.length) return undefined;
    const start = next;
    next = Math.min(files.length, start + CHUNK);
    return { start, job: { files: files.slice(start, next) } };
  };
  const count = Math.min(jobs, Math.ceil(files.length / CHUNK));
  await Promise.all(
    Array.from({ length: count }, () =>
      runWorker(setup, takeChunk, (start, linted) => {
        for (const [index, item] of linted.entries()) results[start + index] = item;
      }),
    ),
  );
  return results;
}

function runWorker(
  setup: WorkerSetup,
  takeChunk: () => { readonly start: number; readonly job: Job } | undefined,
  onDone: (start: number, linted: readonly Linted[]) => void,
): Promise<void> {
  // The built program has its worker beside it; run from the sources, it is a source too.
  const isSource = import.meta.url.endsWith(".ts");
  const worker = new Worker(new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url), {
    workerData: setup,
  });
  return new Promise((resolve, reject) => {
    let current = takeChunk();
    const ask = (): void => {
      if (current === undefined) void worker.terminate().then(() => resolve());
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
      else worker.postMessage(current.job);
    };
    worker.on("message", (answer: string) => {
      // Text is cheaper to hand over than a tree of objects; the worker wrote it.
      if (current !== undefined) onDone(current.start, JSON.parse(answer) as readonly Linted[]);
      current = takeChunk();
      ask();
    });
    worker.on("error", reject);
    ask();
  });
}
