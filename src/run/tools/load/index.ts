export type { PackagePlan } from "./dependencies.ts";
export { findSkillFile, type FoundSkill, type SkillPlaces, skillRoots } from "./find-skill.ts";
export { LoadedSkill, type LoadOptions, loadSkill, loadTools } from "./load-skill.ts";
export { type NamedTool, ToolRegistry } from "./registry.ts";
