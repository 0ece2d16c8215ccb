/** Tools that skills bring in code: read, checked, loaded into the sandbox and called. */
export {
  type AgentManifest,
  type AgentPlan,
  type AgentSkill,
  type LoadedAgent,
  loadAgent,
  MANIFEST_FILES,
  planAgent,
  type PlannedSkill,
  readManifest,
} from "./agent/index.ts";
export type {
  CallOptions,
  RegisteredTool,
  ToolError,
  ToolFailure,
  ToolResult,
  ToolSuccess,
} from "./call/index.ts";
export { toolBoxOf } from "./call/tool-box.ts";
export { type ToolCode, toolCodes, toolProblem } from "./diagnostics.ts";
export { dispatchCommand, type ToolCommand } from "./dispatch/index.ts";
export {
  type ImplementedParameter,
  type ImplementedTool,
  MODULE_FILES,
  readSkillTools,
  type SkillTools,
  syncDeclarations,
  type ToolModule,
} from "./introspect/index.ts";
export {
  type Attest,
  type Consent,
  describeTools,
  effectiveTier,
  findSkillFile,
  LoadedSkill,
  type LoadOptions,
  loadSkill,
  type NamedTool,
  type PackagePlan,
  packageProblems,
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
