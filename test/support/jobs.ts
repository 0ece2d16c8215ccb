import { openJobs } from "../../src/app/jobs/index.ts";
import type { Jobs } from "../../src/hub/jobs/index.ts";

let opened: Jobs | undefined;

/** One pool for all tests of a process: workers keep nothing between jobs, and end with the process. */
export function sharedJobs(): Jobs {
  opened ??= openJobs();
  return opened;
}
