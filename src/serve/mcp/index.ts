/** For the rest of the house: all that programs get, and the command on top. */
export {
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCommand,
  type McpCommandOptions,
} from "./command/mcp-command.ts";
export { reportCatalog } from "./command/report.ts";
export { catalogDocument } from "./face/documents.ts";
export { STDIO_LIMITS } from "./stdio.ts";
export * from "./public.ts";
