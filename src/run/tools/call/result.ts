import type { Diagnostic, Json } from "../../../skill/index.ts";
import type { ToolCode } from "../diagnostics.ts";

/** What became of a call: one shape for the command line, MCP and programs. */
export type ToolResult = ToolSuccess | ToolFailure;

interface CallOutcome {
  /** Qualified, such as `web-search/search_web`. */
  readonly tool: string;
  readonly milliseconds: number;
  /** What was printed while the call ran, cut to the last part. */
  readonly stderr?: string;
}

export interface ToolSuccess extends CallOutcome {
  readonly ok: true;
  readonly result: Json;
}

export interface ToolFailure extends CallOutcome {
  readonly ok: false;
  readonly error: ToolError;
}

export interface ToolError {
  readonly code: ToolCode;
  readonly message: string;
  readonly hint?: string;
  /** Where in the code of the skill it happened. */
  readonly trace?: string;
}

export function toToolError({ code, message, hint }: Diagnostic, trace?: string): ToolError {
  return {
    // Every problem of a call is made with one of these codes.
    code: code as ToolCode,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(trace === undefined || trace === "" ? {} : { trace }),
  };
}
