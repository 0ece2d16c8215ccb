export { forgetRuns } from "./forget-runs.ts";
export { listRuns, type RunFilter } from "./list-runs.ts";
export {
  type RecordPorts,
  recordRun,
  rowOf,
  type RunPurpose,
  type RunRecord,
} from "./record-run.ts";
