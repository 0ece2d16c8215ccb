import type { ScanContext } from "./context.ts";
import type { Confidence, ScanCategory, ScanSeverity } from "./finding.ts";

/**
 * One thing that the scanner looks for. A rule is three files: `rules/<id>.ts`, its page
 * docs/reference/diagnostics/scan/<id>.md with examples that run as tests, and a line in `rules/index.ts`.
 */
export interface ScanRule {
  /** `scan/<id>`. */
  readonly code: string;
  /** One line, what a skill should be like. */
  readonly title: string;
  readonly severity: ScanSeverity;
  readonly category: ScanCategory;
  /** Without it, `high`. */
  readonly confidence?: Confidence;
  /** The next action of a reviewer. */
  readonly hint?: string;
  readonly check: (context: ScanContext) => void;
}
