import { type JobLoaders, openPool, runJobsHere } from "../../platform/jobs/index.ts";
import { hubJobs, jobLimits, type Jobs, type ServerJobs } from "../../hub/jobs/index.ts";

export const serverJobs: JobLoaders<ServerJobs> = {
  ...hubJobs,
  "run-operation": async () => (await import("./run-pure.ts")).runPure,
};

/** In processes of their own, for a server that many use. */
export function openJobs(): Jobs {
  // The built program has its worker beside it; run from the sources, it is a source too.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./jobs.js";
  return openPool({ entry: new URL(file, import.meta.url), limits: jobLimits });
}

/** In this process, for a command, whose user is the only one: it starts faster, and delays no other user. */
export function openLocalJobs(): Jobs {
  return runJobsHere(serverJobs);
}
