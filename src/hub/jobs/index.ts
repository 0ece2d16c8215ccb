export type { PackageAudit } from "./audit-package.ts";
export type { DocumentInput, IndexedChunk } from "./chunk-document.ts";
export { type ReleaseFacts, filesBelow } from "./release-facts.ts";
export { moduleIn } from "./package-module.ts";
export type { PackageFacts } from "./read-package.ts";
export {
  checkPackageSize,
  packageTooLarge,
  type PackageSource,
  type SourceFile,
  tooManyFiles,
} from "./package-source.ts";
export {
  hubJobs,
  jobLimits,
  type Jobs,
  operationLimits,
  type RunOperation,
  type ServerJobs,
} from "./table.ts";
export type { ToolReadResult } from "./read-tools.ts";
export { type Publication, readPublication } from "./read-publication.ts";
