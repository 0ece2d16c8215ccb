import type { Diagnostic } from "../../skill/index.ts";

/** A failure of this program on one file is told like any other problem; the run goes on. */
export function internal(file: string, where: string, cause: unknown): Diagnostic {
  const start = { line: 1, column: 1, offset: 0 };
  const words = cause instanceof Error ? cause.message : String(cause);
  return {
    code: "lint/internal",
    severity: "error",
    message: `Skillwright failed in ${where}: ${words.replace(/\.$/, "")}.`,
    hint: "This is a defect of Skillwright. Please report it with the file.",
    file,
    range: { start, end: start },
    cause,
  };
}
