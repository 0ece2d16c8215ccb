export { changeConfig } from "./change-config.ts";
export { declaredNames } from "./declared-names.ts";
export { discover, type Root } from "./discover.ts";
export { explain, type ExplainedReason, type Explanation } from "./explain.ts";
export { fileOf } from "./file-of.ts";
export { gate } from "./gate.ts";
export { gatesOf } from "./gates-of.ts";
export type { HostGap } from "./host-advice.ts";
export type { HostView } from "./hosts.ts";
export {
  type Candidate,
  type DemandCache,
  loadCandidate,
  type LoadedSkill,
  type LoadResult,
  sharedDemands,
} from "./load.ts";
export { SelectionMemory } from "./memory.ts";
export {
  type Reason,
  type ReasonCode,
  reasonCodes,
  formatAsSystem,
  formatReason,
} from "./reasons.ts";
export { type Step } from "./recorder.ts";
export { type Remedy } from "./remedy.ts";
export { type Evaluation, type Selection, selectSkills } from "./select.ts";
export { isSet, isStandIn, prepareGate, type GateContext, type GateInput } from "./context.ts";
export type { MissingRequirements, Verdict } from "./verdict.ts";
