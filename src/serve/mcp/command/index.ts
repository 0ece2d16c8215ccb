export { catalogDocument } from "../face/documents.ts";
export {
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCommand,
  type McpCommandOptions,
} from "./mcp-command.ts";
export { reportCatalog } from "./report.ts";
