export { runJobs } from "./run-jobs.ts";
export type { JobLimits, JobLoaders, JobOptions, JobRunner } from "./contract.ts";
export { jobCodes } from "./diagnostics.ts";
export { runJobsHere } from "./local.ts";
export { isStranger, untrustedCaller } from "./untrusted-caller.ts";
export { openPool, type PoolOptions } from "./pool.ts";
