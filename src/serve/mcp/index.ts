export type {
  Catalog,
  LeftOut,
  ServedFile,
  ServedReference,
  ServedSkill,
} from "./catalog/catalog.ts";
export type { SkillLimits } from "./catalog/folder.ts";
export {
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCommand,
  type McpCommandOptions,
} from "./commands.ts";
export { mcpCodes } from "./diagnostics.ts";
export {
  type Allowed,
  type Authorize,
  createMcpHttp,
  listenMcp,
  type ListenMcpOptions,
  MCP_PATH,
  type McpHttp,
  type McpHttpOptions,
  type RunningMcp,
} from "./http.ts";
export { catalogDocument } from "./face/documents.ts";
export { reportCatalog } from "./report.ts";
export { createSkillServer, type SkillServer, type SkillServerOptions } from "./skill-server.ts";
export { serveOverStdio } from "./stdio.ts";
export type { SkillTool, ToolPorts, ToolProvider } from "./tools/provider.ts";
