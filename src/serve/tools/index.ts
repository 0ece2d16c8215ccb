export { openSkillTools, type ToolSandbox } from "./open-tools.ts";
