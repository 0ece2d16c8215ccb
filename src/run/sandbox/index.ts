export { confine } from "./confine.ts";
export { createRunner } from "./create-runner.ts";
export type { Runner, RunnerOptions, RunOptions, RunReport } from "./runner.ts";
