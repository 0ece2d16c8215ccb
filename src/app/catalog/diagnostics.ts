import type { Diagnostic, Severity } from "../../skill/model/index.ts";

/** What can be said of skills that are to be served over MCP. */
export const mcpCodes = {
  /** A skill breaks the contract that guards the start of its server. */
  contract: "mcp/contract",
  dependency: "mcp/dependency",
  needsAccess: "mcp/needs-access",
  noFolder: "mcp/no-folder",
  refusedStart: "mcp/refused-start",
} as const;

export type McpCode = (typeof mcpCodes)[keyof typeof mcpCodes];

export function mcpProblem(
  code: McpCode,
  severity: Severity,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "path" | "cause"> = {},
): Diagnostic {
  return { code, severity, message, ...details };
}
