export { type CallOptions, Caller } from "./caller.ts";
export type { ToolError, ToolFailure, ToolResult, ToolSuccess } from "./result.ts";
export { type RegisteredTool, registeredTool } from "./tool.ts";
export { Worker } from "./worker.ts";
