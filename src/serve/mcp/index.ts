/** For the rest of the house: all that programs get, and the command on top. */
export {
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCommand,
  type McpCommandOptions,
} from "./command/mcp-command.ts";
export type { FoundSkill as ListedSkill } from "../../app/catalog/index.ts";
export type { SkillStore } from "../../app/catalog/index.ts";
export type { Verdict, VerdictStore } from "../../app/catalog/index.ts";
export { reportCatalog } from "./command/report.ts";
export { catalogDocument } from "./server/documents.ts";
export { STDIO_LIMITS } from "./stdio.ts";
export { mcpCodes } from "../../app/catalog/index.ts";
export { type Authorize, MCP_PATH } from "./http.ts";
export { OWN_TOOLS } from "./tools/loaded-tools.ts";
export { LockedSkill } from "./tools/locked-skill.ts";
export type { SkillTool } from "./tools/provider.ts";
export { type FindSkills, type Hit, searchSkills as searchServed } from "./tools/search.ts";
export * from "./public.ts";
