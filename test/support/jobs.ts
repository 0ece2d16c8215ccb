import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openJobs } from "../../src/app/jobs/index.ts";
import { jobLimits, type Jobs } from "../../src/hub/jobs/index.ts";
import { openPool } from "../../src/platform/jobs/index.ts";
import { root } from "./source.ts";

let opened: Jobs | undefined;

/** One pool for all tests of a process: workers keep nothing between jobs, and end with the process. */
export function sharedJobs(): Jobs {
  opened ??= openJobs();
  return opened;
}

/** A pool of workers as they are built, which start in a fraction of the time: for processes that tests kill. */
export function builtJobs(): Jobs {
  return openPool({ entry: pathToFileURL(join(root, "dist/cli/jobs.js")), limits: jobLimits });
}
