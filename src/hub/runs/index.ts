export { deleteOldRuns as forgetRuns } from "./forget-runs.ts";
export { listRuns } from "./list-runs.ts";
export type { RunInputs } from "./content.ts";
export { readRun } from "./read-run.ts";
export { recordRun } from "./record-run.ts";
export { endLeftRuns } from "./open-runs.ts";
export { toRunRow as rowOf, type RunPurpose, type RunRecord } from "./run-row.ts";
export { type ModelUsage, tokenUsageSince } from "./token-usage.ts";
