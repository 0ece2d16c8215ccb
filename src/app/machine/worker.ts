/** A thread that helps with many files: it is given all of them and takes what is left. */
import { parentPort, workerData } from "node:worker_threads";
import type { FoundFile } from "../../platform/index.ts";
import { createLintTask, readTaskOptions } from "./lint/task.ts";
import { readScanOptions } from "./scan/options.ts";
import { type Task, type ThreadSetup, runTask } from "./threads/task.ts";

// The thread that starts this one hands this over.
const { options, counter } = workerData as ThreadSetup;

parentPort?.once("message", (files: readonly FoundFile[]) => {
  void answer(files);
});

async function answer(files: readonly FoundFile[]): Promise<void> {
  const indexes: number[] = [];
  const texts: string[] = [];
  const { work, pack } = await createTask();
  await runTask(files, counter, work, (index, result) => {
    indexes.push(index);
    texts.push(pack(result));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  parentPort?.postMessage({ indexes, texts });
}

/** The scanner is large, so that threads which lint do not load it. */
async function createTask(): Promise<Task<unknown>> {
  const forScan = readScanOptions(options);
  // What a task packs is what it made itself, so that its kind does not matter here.
  if (forScan === undefined) return createLintTask(readTaskOptions(options)) as Task<unknown>;
  const { createScanTask } = await import("./scan/task.ts");
  return createScanTask(forScan) as Task<unknown>;
}
