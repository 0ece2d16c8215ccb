export type { Runner, RunnerOptions, RunOptions, RunReport } from "./runner.ts";
