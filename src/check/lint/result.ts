import type { Diagnostic, Range, Severity } from "../../skill/index.ts";
import type { SkillFacts } from "./rule.ts";
import type { Suppression } from "./suppress.ts";

/** What is counted and sorted by in a diagnostic, and the rest of it as JSON, without its file. */
export interface PackedDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly offset: number;
  readonly isFixable: boolean;
  readonly json: string;
}

/** What people are shown of a file, as text: thousands of results take a fraction of the time and memory so. */
export interface PackedFile {
  /** JSON of all but the diagnostics, without its last bracket. */
  readonly head: string;
  readonly diagnostics: readonly PackedDiagnostic[];
}

/** What linting one file gave: plain data, so that it can be cached and sent between threads. */
export interface FileResult {
  readonly path: string;
  readonly dialect: string;
  /** Completes "This is … because …". */
  readonly dialectReason: string;
  readonly name?: string;
  readonly description?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly facts: SkillFacts;
  /** The spans of the facts with their lines: rules over all files run when the text is gone. */
  readonly ranges: readonly Range[];
  /** What the file asks to leave unsaid of the rules over all files. */
  readonly suppressions: readonly Suppression[];
  /** Neighbouring files that were asked for and whether they were there: a cached result holds while these hold. */
  readonly probes: { readonly [relativePath: string]: boolean };
  /** The same as text, where there are many; what is asked for is parsed each time. */
  readonly packed?: PackedFile;
}

/** The results of all files, with counts by severity. */
export interface LintReport {
  readonly files: readonly FileResult[];
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly fixable: number;
  /** How many of the files are skills, where other files are among them. */
  readonly skills?: number;
}
