export type { PackageAudit } from "./audit-package.ts";
export type { DocumentInput, IndexedChunk } from "./chunk-document.ts";
export { type Jobs, openJobs, openLocalJobs } from "./open-jobs.ts";
export type { PackageFacts } from "./read-package.ts";
export type { AuditedScan } from "./scan-skill.ts";
