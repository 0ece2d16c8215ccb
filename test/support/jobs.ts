import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openJobs } from "../../src/app/jobs/index.ts";
import { jobLimits, type Jobs } from "../../src/hub/jobs/index.ts";
import { openPool } from "../../src/platform/jobs/index.ts";
import { root } from "./source.ts";

let opened: Jobs | undefined;

const built = join(root, "dist/cli/jobs.js");

/** One pool for all tests of a process: workers keep nothing between jobs, and end with the process. */
export function sharedJobs(): Jobs {
  opened ??= builtJobs();
  return opened;
}

/** The same for a platform that closes its jobs with itself. */
export function lentJobs(): Jobs {
  const jobs = sharedJobs();
  return {
    run: (job, input, options) => jobs.run(job, input, options),
    close: () => Promise.resolve(),
  };
}

/** A pool of workers as they are built, where they are: they start in a tenth of the time that the sources take. */
export function builtJobs(): Jobs {
  if (!existsSync(built)) return openJobs();
  return openPool({ entry: pathToFileURL(built), limits: jobLimits });
}
