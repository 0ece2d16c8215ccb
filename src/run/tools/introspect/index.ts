export type { ImplementedParameter, ImplementedTool, ValueKind, ValueType } from "./implemented.ts";
export { type ModuleLanguage, readSource, type ToolModule } from "./read-module.ts";
export { judgeTools, readSkillFile, readSkillTools, type SkillTools } from "./skill-tools.ts";
export { syncDeclarations } from "./sync.ts";
