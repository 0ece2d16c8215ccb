export { openJobs, openLocalJobs } from "./open-jobs.ts";
export { clientMachine, type ServedLibrary } from "./served-library.ts";
