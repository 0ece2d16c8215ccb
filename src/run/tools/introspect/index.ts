export type { ImplementedParameter, ImplementedTool } from "./implemented.ts";
export { MODULE_FILES, type ModuleLanguage, readSource } from "./read-module.ts";
export { judgeTools, readInlineTools, readSkillTools, type SkillTools } from "./skill-tools.ts";
export { syncDeclarations } from "./sync.ts";
