/** Lints files in a thread of its own: takes a job, answers with its results as JSON, waits for the next. */
import { parentPort, workerData } from "node:worker_threads";
import { createLinter } from "../check/index.ts";
import type { Job, WorkerSetup } from "./jobs.ts";
import { createFileLinter } from "./lint/source.ts";

// The thread that starts this one hands this over.
const { settings, isHashed } = workerData as WorkerSetup;
const lint = createFileLinter(createLinter(settings), isHashed);

parentPort?.on("message", (job: Job) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  parentPort?.postMessage(JSON.stringify(job.files.map(lint)));
});
