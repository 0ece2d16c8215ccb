/** A thread that helps to lint: it is given all files and takes what is left. */
import { parentPort, workerData } from "node:worker_threads";
import type { FoundFile } from "../platform/index.ts";
import { createLintTask, readTaskOptions } from "./lint/task.ts";
import { type ThreadSetup, workOff } from "./threads/task.ts";

// The thread that starts this one hands this over.
const { options, counter } = workerData as ThreadSetup;
const { work, pack } = createLintTask(readTaskOptions(options));

parentPort?.once("message", (files: readonly FoundFile[]) => {
  const indexes: number[] = [];
  const texts: string[] = [];
  workOff(files, counter, work, (index, result) => {
    indexes.push(index);
    texts.push(pack(result));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  parentPort?.postMessage({ indexes, texts });
});
