export { openJobs, openLocalJobs } from "./open-jobs.ts";
