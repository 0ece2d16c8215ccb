import { deserialize } from "node:v8";
import { SkillError } from "../../skill/model/index.ts";
import { failure } from "../failure.ts";
import type { JobLimits, JobRefusal } from "./contract.ts";
import { jobCodes } from "./diagnostics.ts";
import type { JobEnd } from "./worker-process.ts";

interface EndedJob {
  readonly kind: string;
  readonly limits: JobLimits;
  readonly signal: AbortSignal | undefined;
}

/** The value of a job, or the error with which it failed. */
export function toResult(end: JobEnd, { kind, limits, signal }: EndedJob): unknown {
  switch (end.type) {
    case "value":
      return deserialize(end.value);
    case "refused":
      throw toError(end.refusal);
    case "limit":
      throw limitError(end.limit, limits);
    case "fault":
      throw new Error(`The job ${kind} failed: ${end.reason}`);
    case "ended":
      if (end.cause === "aborted") throw signal?.reason ?? closedError();
      if (end.cause === "crashed" || end.cause === "lost")
        throw new Error(`The worker of the job ${kind} crashed.`);
      throw limitError(end.cause, limits);
  }
}

function toError(serialized: Uint8Array): SkillError {
  // The worker serialized one.
  const { diagnostic, ...codes } = deserialize(serialized) as JobRefusal;
  return new SkillError(diagnostic, codes);
}

function limitError(limit: "time" | "memory" | "output", limits: JobLimits): SkillError {
  const exceeded = {
    time: `takes longer than ${limits.timeMs / 1000} seconds`,
    memory: `needs more than ${limits.memoryMb} MB of memory`,
    output: `gives more than ${limits.outputBytes} bytes`,
  };
  return failure(
    jobCodes[limit],
    `Processing this content ${exceeded[limit]}, so it was stopped.`,
    { hint: "Send less at once, or simpler content." },
  );
}

export function busyError(): SkillError {
  return failure(jobCodes.busy, "The server has too much to process. Try again in a moment.");
}

export function closedError(): Error {
  return new Error("The server is stopping.");
}
