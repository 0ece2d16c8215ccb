export { type Attest, type Consent, effectiveTier, policyFor, requireWhole } from "./authorize.ts";
export { type PackagePlan, packageProblems } from "./dependencies.ts";
export { findSkillFile, type SkillPlaces, skillRoots } from "./find-skill.ts";
export {
  describeTools,
  LoadedSkill,
  type LoadOptions,
  loadSkill,
  loadTools,
} from "./load-skill.ts";
export { type NamedTool, ToolRegistry } from "./registry.ts";
