import type { JobLimits, JobLoaders } from "../../platform/jobs/index.ts";
import type { CheckSkillDraft } from "./check-draft.ts";
import type { ChunkDocument } from "./chunk-document.ts";
import type { ReadSkills } from "./read-skills.ts";
import type { StripOwner } from "./strip-owner.ts";

/** Everything that the server does with bytes of strangers, by kind. Each has a file of its own beside this one. */
export interface ServerJobs {
  readonly "chunk-document": ChunkDocument;
  readonly "read-skills": ReadSkills;
  readonly "check-draft": CheckSkillDraft;
  readonly "strip-owner": StripOwner;
}

export const serverJobs: JobLoaders<ServerJobs> = {
  "chunk-document": async () => (await import("./chunk-document.ts")).chunkDocument,
  "read-skills": async () => (await import("./read-skills.ts")).readSkills,
  "check-draft": async () => (await import("./check-draft.ts")).checkSkillDraft,
  "strip-owner": async () => (await import("./strip-owner.ts")).stripOwner,
};

const MB = 1024 * 1024;

/** What one job of each kind may use. */
export const jobLimits: { readonly [Kind in keyof ServerJobs]: JobLimits } = {
  "chunk-document": { timeMs: 60_000, memoryMb: 640, outputBytes: 64 * MB },
  "read-skills": { timeMs: 5000, memoryMb: 512, outputBytes: 32 * MB },
  "check-draft": { timeMs: 5000, memoryMb: 512, outputBytes: MB },
  "strip-owner": { timeMs: 5000, memoryMb: 512, outputBytes: MB },
};
