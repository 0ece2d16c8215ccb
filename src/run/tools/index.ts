/** Tools that skills bring in code: read, checked, loaded into the sandbox and called. */
export {
  type AgentManifest,
  type AgentPlan,
  type LoadedAgent,
  loadAgent,
  MANIFEST_FILES,
  planAgent,
  readManifest,
} from "./agent/index.ts";
export type { RegisteredTool, ToolResult } from "./call/index.ts";
export { createToolBox } from "./call/tool-box.ts";
export { toolCodes, toolProblem } from "./diagnostics.ts";
export { dispatchCommand, type ToolCommand } from "./dispatch/index.ts";
export {
  type ImplementedTool,
  MODULE_FILES,
  readInlineTools,
  readSkillTools,
  type SkillTools,
  syncDeclarations,
} from "./introspect/index.ts";
export {
  type Attest,
  type Consent,
  describeTools,
  findInstaller,
  findSkillFile,
  installPackages,
  LoadedSkill,
  type LoadableTools,
  type LoadOptions,
  loadProblems,
  loadTools,
  loadSkill,
  type NamedTool,
  packageProblems,
  permissionProblems,
  policyFor,
  requireWhole,
  type SkillPlaces,
  skillRoots,
  ToolRegistry,
} from "./load/index.ts";
export {
  adaptSkill,
  type MigratedSkill,
  migrateSkill,
  missingHandlers,
  readAdapted,
  renderMigrationReport,
} from "./migrate/index.ts";
