export { openSkillTools, type OpenToolsFor, type ToolSandbox } from "./open-tools.ts";
export { grantRights, listRights, type SkillRights, withdrawRights } from "./rights.ts";
