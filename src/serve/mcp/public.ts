/** Skills of any format behind MCP: for programs that serve them, or that build their own server on top. */
export {
  createMcpHttp,
  listenMcp,
  type ListenMcpOptions,
  type McpCaller,
  type McpHttp,
  type McpHttpOptions,
  type RunningMcp,
} from "./http.ts";
export { createSkillServer, type SkillServer, type SkillServerOptions } from "./skill-server.ts";
export { serveOverStdio, type StdioOptions } from "./stdio.ts";
export { loadedTools } from "./tools/loaded-tools.ts";
export type { ToolProvider } from "./tools/provider.ts";
