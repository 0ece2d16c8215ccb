/** Linting where the files of the caller are: a run, what fixes made of it, and who does both. */
import type { AppliedFix, LintOptions, LintReport } from "../../check/index.ts";
import type { Basis, FoundFile, SkippedEntry } from "../../platform/index.ts";

/** What linting depends on beside the files: plain data, so that other threads can be given it. */
export type LintSettings = Pick<LintOptions, "dialect" | "config" | "base" | "inner">;

export interface LintRun {
  readonly report: LintReport;
  /** The files of the report, in its order. */
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Files that the configuration leaves out of linting. It has no say in what is scanned. */
  readonly ignored?: readonly FoundFile[];
  /** Texts that are in no file, by the paths under which they are shown. */
  readonly texts?: ReadonlyMap<string, string>;
  /** What the report was made from, beside the configuration, where all of it is known. */
  readonly basis?: Basis | undefined;
  /** Unsaved texts of the files, by their shown paths: the rest of each skill is read from its folder. */
  readonly drafts?: ReadonlyMap<string, string>;
}

export interface FixOptions {
  readonly isUnsafe: boolean;
  readonly isDryRun: boolean;
  /** The paths that the caller named; nothing outside of them is written. */
  readonly trees: readonly string[];
}

export interface FixedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly applied: readonly AppliedFix[];
}

export interface UnfixedFile {
  readonly path: string;
  readonly reason: string;
  /** It could not be written, such as for a denied permission; otherwise it must not be. */
  readonly isFailure: boolean;
}

export interface FixOutcome {
  readonly fixed: readonly FixedFile[];
  /** Files with fixes that were not written, and why. */
  readonly unfixed: readonly UnfixedFile[];
}

export interface ThreadOptions {
  /** Threads to use; without a number, as many as pay. */
  readonly jobs?: number | undefined;
}

/** Linting on this computer. */
export interface LocalLinter {
  /** The configuration of a file, or of the nearest one above the working directory. */
  readonly settings: (file: string | undefined) => LintSettings;
  /** Lints all skills below the paths, through a cache and in several threads where it pays. */
  readonly lint: (
    paths: readonly string[],
    settings: LintSettings,
    options: ThreadOptions & { readonly isCached: boolean },
  ) => Promise<LintRun>;
  /** Applies the fixes of a run to its files, each written whole or not at all. */
  readonly fix: (run: LintRun, settings: LintSettings, options: FixOptions) => Promise<FixOutcome>;
  /** The run with what the scanner finds in the same skills. */
  readonly scan: (run: LintRun, options: ThreadOptions) => Promise<LintRun>;
}
