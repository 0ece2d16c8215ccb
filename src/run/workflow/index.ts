export { checkGraph, type GraphProblem } from "./check.ts";
export { graphCodes } from "./diagnostics.ts";
export { type EngineOptions, openEngine } from "./durable-engine.ts";
export type {
  Claim,
  Claimant,
  ClaimedRun,
  Held,
  Journal,
  JournalEntry,
  NewRun,
  Presence,
  RunEnd,
  Wanted,
  WorkflowEngine,
} from "./engine.ts";
export { MOST_ATTEMPTS } from "./engine.ts";
export { type GraphData, graphDataSchema, readGraph, type WorkflowGraph } from "./graph.ts";
export type { NodePorts, RunCode } from "./node.ts";
export type { NodeResult } from "./plan.ts";
