/** The program of a worker, started by the pool of the server. */
import { answerJobs } from "../../platform/jobs/index.ts";
import { serverJobs } from "./open-jobs.ts";

answerJobs(serverJobs);
