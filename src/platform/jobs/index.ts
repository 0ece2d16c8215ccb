export { answerJobs } from "./answer-jobs.ts";
export type { JobLimits, JobLoaders, JobOptions, JobRunner } from "./contract.ts";
export { jobCodes } from "./diagnostics.ts";
export { runJobsHere } from "./local.ts";
export { isStranger, strangerAt } from "./strangers.ts";
export { openPool, type PoolOptions } from "./pool.ts";
