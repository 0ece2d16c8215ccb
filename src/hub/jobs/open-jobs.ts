import { type JobRunner, openPool, runJobsHere } from "../../platform/jobs/index.ts";
import { jobLimits, serverJobs, type ServerJobs } from "./table.ts";

/** Runs jobs over bytes of strangers, which are never parsed in the process of the server. */
export type Jobs = JobRunner<ServerJobs>;

/** In processes of their own, for a server that many use. */
export function openJobs(): Jobs {
  // The built program has its worker beside it; run from the sources, it is a source too.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./jobs.js";
  return openPool({ entry: new URL(file, import.meta.url), limits: jobLimits });
}

/** In this process, for a command whose user is the only one: it starts faster, and stops nobody else. */
export function openLocalJobs(): Jobs {
  return runJobsHere(serverJobs);
}
