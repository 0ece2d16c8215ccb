export {
  type Attest,
  type Consent,
  permissionProblems,
  policyFor,
  requireWhole,
} from "./authorize.ts";
export { findInstaller, installPackages, packageProblems } from "./dependencies.ts";
export { findSkillFile, type SkillPlaces, skillRoots } from "./find-skill.ts";
export {
  describeTools,
  LoadedSkill,
  type LoadableTools,
  type LoadOptions,
  loadProblems,
  loadSkill,
  loadTools,
} from "./load-skill.ts";
export { type NamedTool, ToolRegistry } from "./registry.ts";
