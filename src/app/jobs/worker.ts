/** The program of a worker, started by the pool of the server. */
import { runJobs } from "../../platform/jobs/index.ts";
import { serverJobs } from "./open-jobs.ts";

runJobs(serverJobs);
