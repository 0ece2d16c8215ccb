import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { createCodeRunner, createRunner, type OwnPlaces } from "../../run/sandbox/index.ts";
import type { RunCode } from "../../run/workflow/index.ts";

export interface CodeRunnerOptions {
  /** Where interpreters and the sandbox are found. */
  readonly path: string;
  readonly now: () => number;
  /** What the server keeps, closed to all code. */
  readonly own: OwnPlaces;
}

/** Runs the code of workflow nodes in the sandbox. */
export function openCodeRunner({ path, now, own }: CodeRunnerOptions): RunCode {
  const confined = createBubblewrapRunner({ path, now, random: Math.random });
  return createCodeRunner(createRunner(confined, own), path);
}
