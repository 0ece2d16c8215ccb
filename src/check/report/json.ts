import type { Diagnostic } from "../../skill/index.ts";
import type { FileResult } from "../lint/result.ts";
import type { Reporter } from "./reporter.ts";

/** For programs: the findings as they are, without what is only of use inside. */
export const json: Reporter = {
  id: "json",
  summary: "for programs",
  render: ({ files, errors, warnings, infos, fixable }) =>
    `${JSON.stringify({ errors, warnings, infos, fixable, files: files.map(publicFile) })}\n`,
};

function publicFile(file: FileResult): unknown {
  const { path, dialect, dialectReason, name, description, diagnostics } = file;
  return {
    path,
    name,
    description,
    dialect,
    reason: dialectReason,
    diagnostics: diagnostics.map(publicDiagnostic),
  };
}

/** The file is named above, and a cause is of no use outside of the process. */
function publicDiagnostic(diagnostic: Diagnostic): unknown {
  const { code, severity, message, hint, range, path, related, fix } = diagnostic;
  return { code, severity, message, hint, range, path, related, fix };
}
