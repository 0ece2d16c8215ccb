export { type CallOptions, Caller } from "./caller.ts";
export type { ToolResult } from "./result.ts";
export { type RegisteredTool, registeredTool } from "./tool.ts";
export { Worker } from "./worker.ts";
