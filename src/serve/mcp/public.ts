/** Skills of any dialect behind MCP: for programs that serve them, or that build their own server on top. */
export type {
  Catalog,
  LeftOut,
  ServedFile,
  ServedReference,
  ServedSkill,
} from "./catalog/catalog.ts";
export type { CatalogChanges } from "./catalog/diff.ts";
export type { SkillLimits } from "./catalog/folder.ts";
export type { DependencyGraph } from "./catalog/graph.ts";
export type { Judgement } from "./catalog/judge.ts";
export { mcpCodes } from "./diagnostics.ts";
export type { Notifier } from "./face/audience.ts";
export { CLIENT_EXTENSION } from "./face/clients.ts";
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
export { createSkillServer, type SkillServer, type SkillServerOptions } from "./skill-server.ts";
export { serveOverStdio, type StdioOptions } from "./stdio.ts";
export { loadedTools, OWN_TOOLS } from "./tools/loaded-tools.ts";
export type { SkillTool, ToolPorts, ToolProvider } from "./tools/provider.ts";
