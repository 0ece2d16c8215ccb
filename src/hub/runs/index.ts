export { forgetRuns } from "./forget-runs.ts";
export { listRuns, type RunFilter } from "./list-runs.ts";
export type { RunContent, RunInputs } from "./content.ts";
export { readRun, type WholeRun } from "./read-run.ts";
export { type RecordPorts, recordRun } from "./record-run.ts";
export { endLeftRuns } from "./open-runs.ts";
export { rowOf, type RunPurpose, type RunRecord } from "./run-row.ts";
