export { beginAt, keepsAnswers } from "./start-nodes.ts";
export { checkGraph, type GraphProblem, usesRunModel } from "./check.ts";
export { DataBudget } from "./data-budget.ts";
export { graphCodes } from "./diagnostics.ts";
export { type EngineOptions, MOST_RUN_BYTES, openEngine } from "./durable-engine.ts";
export type {
  Claim,
  Claimant,
  ClaimedRun,
  Held,
  Journal,
  JournalEntry,
  StoredWait,
  NewWait,
  NewRun,
  Presence,
  RunEnd,
  Wanted,
  WorkflowEngine,
} from "./engine.ts";
export { MOST_ATTEMPTS } from "./engine.ts";
export { type GraphData, graphDataSchema, readGraph, type WorkflowGraph } from "./graph.ts";
export { ImportExcess, importForeign, type ImportLoss } from "./import/index.ts";
export { inputsOf, readInputs, readInputText } from "./inputs.ts";
export type { NodeField, NodeForm } from "./nodes/form.ts";
export { nodeForms } from "./nodes/index.ts";
export { policyFields } from "./nodes/policy.ts";
export type {
  ChildRuns,
  Decision,
  FamilyRun,
  LentWorkflows,
  NodePorts,
  NodeResult,
  RunCode,
} from "./node.ts";
export { NodeError } from "./node-error.ts";
