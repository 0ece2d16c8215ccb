import { writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import { SkillError } from "../../skill/model/index.ts";
import type { JobLoaders, JobRefusal, JobReply, JobRequest } from "./contract.ts";
import { startWatchdog } from "./watchdog.ts";

/** The main program of a worker: runs the jobs that the server sends until the server is gone. */
export function runJobs<Table>(loaders: JobLoaders<Table>): void {
  dieBeforeServer();
  const watchdog = startWatchdog();
  process.on("disconnect", () => {
    process.exit();
  });
  process.on("message", (request: JobRequest) => {
    send({ type: "begun" });
    watchdog.begin(request.memoryMb);
    void answer(loaders, request).finally(watchdog.end);
  });
  send({ type: "ready" });
}

async function answer<Table>(loaders: JobLoaders<Table>, request: JobRequest): Promise<void> {
  send(await runJob(loaders, request));
}

function send(reply: JobReply): void {
  process.send?.(reply);
}

/** Where memory is short, the system ends a worker before it ends the server. */
function dieBeforeServer(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems decide for themselves.
  }
}

async function runJob<Table>(
  loaders: JobLoaders<Table>,
  { kind, input, outputBytes }: JobRequest,
): Promise<JobReply> {
  try {
    // The pool is typed by the same table, so that the kind is there and the input fits.
    const job = (await loaders[kind as keyof Table]()) as (given: unknown) => unknown;
    const value = serialize(await job(input));
    if (value.byteLength > outputBytes) return { type: "limit", limit: "output" };
    return { type: "value", value, rssMb: rssMb() };
  } catch (error) {
    return toReply(error);
  }
}

/** What V8 throws where a single value would be larger than it can be. */
const TOO_LARGE = /^Invalid (?:string|array|typed array) length|allocation failed/iu;

function toReply(error: unknown): JobReply {
  if (SkillError.isInstance(error)) {
    const { status, exit } = error;
    const { cause: _, ...diagnostic } = error.diagnostic;
    const refusal: JobRefusal = {
      diagnostic,
      ...(status === undefined ? {} : { status }),
      ...(exit === undefined ? {} : { exit }),
    };
    return { type: "refused", refusal: serialize(refusal), rssMb: rssMb() };
  }
  if (error instanceof RangeError && TOO_LARGE.test(error.message))
    return { type: "limit", limit: "memory" };
  return {
    type: "fault",
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function rssMb(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}
