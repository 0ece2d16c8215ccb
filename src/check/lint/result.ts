import type { Diagnostic, Range } from "../../skill/index.ts";
import type { SkillFacts } from "./rule.ts";
import type { Suppression } from "./suppress.ts";

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
