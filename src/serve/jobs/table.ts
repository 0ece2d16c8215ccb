import type { JobLimits, JobLoaders } from "../../platform/jobs/index.ts";
import type { ChunkDocument } from "./chunk-document.ts";

/** Everything that the server does with bytes of strangers, by kind. Each has a file of its own beside this one. */
export interface ServerJobs {
  readonly "chunk-document": ChunkDocument;
}

export const serverJobs: JobLoaders<ServerJobs> = {
  "chunk-document": async () => (await import("./chunk-document.ts")).chunkDocument,
};

const MB = 1024 * 1024;

/** What one job of each kind may use. */
export const jobLimits: { readonly [Kind in keyof ServerJobs]: JobLimits } = {
  "chunk-document": { timeMs: 60_000, memoryMb: 640, outputBytes: 64 * MB },
};
