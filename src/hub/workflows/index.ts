export { type Approval, decideApproval, listApprovals } from "./approvals.ts";
export { checkModel } from "./check-model.ts";
export { workflowCodes } from "./diagnostics.ts";
export {
  cancelExecution,
  cancelAllExecutions,
  type Execution,
  findExecution,
  finishedNodes,
  type FinishedNode,
  type OpenWait,
  openWaits,
  listExecutions,
  resumeExecution,
  startExecution,
} from "./executions.ts";
export { followExecution } from "./follow.ts";
export { MOST_RUN_BYTES } from "../../run/workflow/index.ts";
export { openWorkflows, type WorkflowOptions } from "./open-workflows.ts";
export type { WorkflowPorts } from "./ports.ts";
export { forgetExecutions, removeDeleted } from "./remove.ts";
export { type FireOptions, fireSchedules } from "./fire-schedules.ts";
export { findDelivered, forgetDeliveries } from "./deliveries.ts";
export { checkSignature, findHook, runHook } from "./webhooks.ts";
export {
  createTrigger,
  deleteTrigger,
  forgetTriggers,
  enableTrigger,
  listTriggers,
  computeNextTimes,
  type Trigger,
  type TriggerPorts,
} from "./triggers.ts";
export {
  createWorkflow,
  deleteWorkflow,
  findOwnWorkflow,
  findWorkflow,
  listWorkflows,
  readWorkflowSharing,
  shareWorkflow,
  type NewWorkflow,
  updateWorkflow,
  type Workflow,
} from "./workflows.ts";
