export { type AppliedSkill, type ApplyOptions, applyPlan, type Done } from "./apply.ts";
export { type Agree, type ConsentRequest, notAgreed, refusedPermission } from "./consent.ts";
export type { ConversionWish, ConvertedSkill } from "./convert-fetched.ts";
export { type FrozenOptions, type FrozenReport, installFrozen } from "./frozen.ts";
export type { Admitted, GateName, GateOptions, GateStep } from "./gates.ts";
export type { Installed, InstallOptions } from "./install-skill.ts";
export { installSkill } from "./install-skill.ts";
export { installedBehind, type LinkReport, linkSkills } from "./links.ts";
export { MergeConflictError } from "./merge-conflict.ts";
export type { MergeConflict, Preference } from "./merge.ts";
export type { OriginRecord } from "./origin-file.ts";
export { rangesIn } from "./needs.ts";
export { type PlannedSkill, planInstall, type PlanRequest } from "./plan.ts";
export {
  pinSkill,
  type RemovedSkill,
  type RemoveOptions,
  removeSkills,
  requireInstalled,
} from "./remove.ts";
export type { NestedSkill, Risks } from "./risks.ts";
export {
  type AgreeToSigner,
  formatSignerChange,
  type SignerChange,
  type SignerOptions,
} from "./signer.ts";
export { RiskySkillError, type ScanMemory } from "./scan-fetched.ts";
