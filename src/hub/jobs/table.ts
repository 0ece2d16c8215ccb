import type { JobLimits, JobLoaders, JobRunner } from "../../platform/jobs/index.ts";
import type { CheckSkillDraft } from "./check-draft.ts";
import type { ReadSkills } from "./read-skills.ts";
import type { StripOwner } from "./strip-owner.ts";
import type { AuditPackage } from "./audit-package.ts";
import type { ChunkDocument } from "./chunk-document.ts";
import type { JudgeRelease } from "./judge-release.ts";
import type { ReadManifest } from "./read-manifest.ts";
import type { ReadPackage } from "./read-package.ts";
import type { ReadPgpKey } from "./read-pgp-key.ts";
import type { ReadPublication } from "./read-publication.ts";
import type { ReadTools } from "./read-tools.ts";
import type { ScanSkill } from "./scan-skill.ts";

/** Everything that the server does with untrusted bytes, by kind. Each has a file of its own beside this one. */
export interface ServerJobs {
  readonly "chunk-document": ChunkDocument;
  readonly "read-skills": ReadSkills;
  readonly "check-draft": CheckSkillDraft;
  readonly "strip-owner": StripOwner;
  readonly "scan-skill": ScanSkill;
  readonly "read-publication": ReadPublication;
  readonly "read-manifest": ReadManifest;
  readonly "read-pgp-key": ReadPgpKey;
  readonly "read-tools": ReadTools;
  readonly "read-package": ReadPackage;
  readonly "judge-release": JudgeRelease;
  readonly "audit-package": AuditPackage;
  readonly "run-operation": RunOperation;
}

/**
 * Runs an operation of `src/app` on text that a user sent; the room of the operations supplies it. The output comes as
 * JSON: the server sends it on, and need not build a hundred thousand values from untrusted text.
 */
export type RunOperation = (request: OperationRequest) => Promise<string>;

interface OperationRequest {
  readonly id: string;
  readonly input: unknown;
  readonly version: string;
  /** The skills that a server serves, for an operation that is about those; in the form of the operations. */
  readonly library?: unknown;
  /** Gives `{ output, text }`: the output, and as it is shown to people. */
  readonly isShown?: boolean;
}

export const hubJobs: JobLoaders<Omit<ServerJobs, "run-operation">> = {
  "chunk-document": async () => (await import("./chunk-document.ts")).chunkDocument,
  "read-skills": async () => (await import("./read-skills.ts")).readSkills,
  "check-draft": async () => (await import("./check-draft.ts")).checkSkillDraft,
  "strip-owner": async () => (await import("./strip-owner.ts")).stripOwner,
  "scan-skill": async () => (await import("./scan-skill.ts")).scanSkill,
  "read-publication": async () => (await import("./read-publication.ts")).readPublication,
  "read-manifest": async () => (await import("./read-manifest.ts")).readManifest,
  "read-pgp-key": async () => (await import("./read-pgp-key.ts")).readPgpKey,
  "read-tools": async () => (await import("./read-tools.ts")).readTools,
  "read-package": async () => (await import("./read-package.ts")).readPackage,
  "judge-release": async () => (await import("./judge-release.ts")).judgeFiles,
  "audit-package": async () => (await import("./audit-package.ts")).auditPackage,
};

/** Runs jobs over untrusted bytes, which are never parsed in the process of the server. */
export type Jobs = JobRunner<ServerJobs>;

const MB = 1024 * 1024;

/** What one job of each kind may use. */
export const jobLimits: { readonly [Kind in keyof ServerJobs]: JobLimits } = {
  "chunk-document": { timeMs: 60_000, memoryMb: 640, outputBytes: 64 * MB },
  "read-skills": { timeMs: 5000, memoryMb: 512, outputBytes: 32 * MB },
  "check-draft": { timeMs: 5000, memoryMb: 512, outputBytes: MB },
  "strip-owner": { timeMs: 5000, memoryMb: 512, outputBytes: MB },
  // Less than at a terminal, since others wait for the same workers.
  "scan-skill": { timeMs: 30_000, memoryMb: 768, outputBytes: 16 * MB },
  "read-publication": { timeMs: 20_000, memoryMb: 1024, outputBytes: 96 * MB },
  "read-manifest": { timeMs: 5000, memoryMb: 512, outputBytes: 8 * MB },
  "read-pgp-key": { timeMs: 5000, memoryMb: 512, outputBytes: MB },
  "read-tools": { timeMs: 10_000, memoryMb: 512, outputBytes: 8 * MB },
  "read-package": { timeMs: 30_000, memoryMb: 768, outputBytes: 16 * MB },
  "judge-release": { timeMs: 10_000, memoryMb: 512, outputBytes: MB },
  "audit-package": { timeMs: 60_000, memoryMb: 1024, outputBytes: 128 * MB },
  "run-operation": { timeMs: 10_000, memoryMb: 512, outputBytes: 8 * MB },
};

/** What an operation may use, by what its calls count against. */
export const operationLimits: { readonly [Limit in "check" | "scan"]: JobLimits } = {
  check: jobLimits["run-operation"],
  scan: jobLimits["scan-skill"],
};
