import type { Diagnostic } from "../../../skill/index.ts";

/** What can be wrong with a baseline itself. */
export const baselineCodes = {
  syntax: "baseline/syntax",
  stale: "baseline/stale",
  expired: "baseline/expired",
} as const;

export type BaselineCode = (typeof baselineCodes)[keyof typeof baselineCodes];

export function baselineProblem(
  code: BaselineCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "path">,
): Diagnostic {
  return {
    code,
    severity: code === baselineCodes.stale ? "warning" : "error",
    message,
    ...details,
  };
}
