export { workflowCodes } from "./diagnostics.ts";
export {
  cancelExecution,
  type Execution,
  type ExecutionQuery,
  findExecution,
  finishedNodes,
  type FinishedNode,
  listExecutions,
  resumeExecution,
  startExecution,
} from "./executions.ts";
export { followExecution, type FollowOptions, type KeptEvent } from "./follow.ts";
export { openWorkflows, type WorkflowOptions } from "./open-workflows.ts";
export type { WorkflowPorts } from "./ports.ts";
export {
  createWorkflow,
  deleteWorkflow,
  findWorkflow,
  listWorkflows,
  type NewWorkflow,
  readWorkflowSharing,
  shareWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowUpdate,
} from "./workflows.ts";
