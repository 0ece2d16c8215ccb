import type { Diagnostic, Severity } from "../../skill/index.ts";
import { createFingerprints } from "./fingerprint.ts";
import type { Reporter } from "./reporter.ts";

const SEVERITIES: { readonly [Name in Severity]: "critical" | "minor" | "info" } = {
  error: "critical",
  warning: "minor",
  info: "info",
  hint: "info",
};

/** The code quality report of GitLab, whose merge requests show what is new and what is gone. */
export const gitlab: Reporter = {
  id: "gitlab",
  summary: "code quality report of GitLab",
  render: (report) => {
    const fingerprint = createFingerprints();
    const items = report.files.flatMap(({ path, diagnostics }) =>
      diagnostics.map((item) => toItem(path, item, fingerprint(item))),
    );
    return `${JSON.stringify(items, undefined, 2)}\n`;
  },
};

function toItem(path: string, item: Diagnostic, fingerprint: string): object {
  const { code, severity, message, hint, range } = item;
  return {
    description: hint === undefined ? message : `${message} ${hint}`,
    check_name: code,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path, lines: { begin: range?.start.line ?? 1 } },
  };
}
