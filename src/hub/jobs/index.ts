export type { DocumentInput, IndexedChunk } from "./chunk-document.ts";
export type { PackageFacts } from "./read-package.ts";
export { hubJobs, jobLimits, type Jobs, type RunOperation, type ServerJobs } from "./table.ts";
export { type Publication, readPublication } from "./read-publication.ts";
