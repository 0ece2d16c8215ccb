export type { DocumentInput, IndexedChunk } from "./chunk-document.ts";
export { type Jobs, openJobs, openLocalJobs } from "./open-jobs.ts";
