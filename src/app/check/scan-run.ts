/** Scanning where the files of the caller are. */
import type { ScanFile, ScannedSkill, ScanTier } from "../../check/scan/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import type { FeedText } from "../../platform/scanning/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { ThreadOptions } from "./lint-run.ts";

/** The files of one skill. */
export interface ScanContent {
  readonly files: readonly ScanFile[];
  /** The name of its folder, where there is one. */
  readonly directory?: string;
}

export interface ScanRun {
  readonly skills: readonly ScannedSkill[];
  /** Reads the files of each skill, in the order of the skills. */
  readonly contents: readonly (() => ScanContent)[];
  readonly skipped: readonly SkippedEntry[];
}

export interface BaselineOptions {
  /** The file of accepted findings. */
  readonly baseline?: string;
  /** Why what is found now is accepted. */
  readonly accept?: string;
  readonly author?: string;
  readonly expires?: string;
}

/** What became of a file of accepted findings. */
export interface BaselineAnswer {
  readonly file: string;
  /** Findings that were accepted now. */
  readonly added?: number;
  /** What is wrong with the file itself. */
  readonly problems: readonly Omit<Diagnostic, "cause">[];
}

/** Scanning on this computer. */
export interface LocalScanning {
  /** Reads lists of what is known to be bad. */
  readonly readFeeds: (files: readonly string[]) => readonly FeedText[];
  /** Scans all skills below the paths, in several threads where it pays. */
  readonly scan: (
    paths: readonly string[],
    options: ThreadOptions & { readonly tier: ScanTier; readonly feeds: readonly FeedText[] },
  ) => Promise<ScanRun>;
  /** Takes out what the baseline accepts, after what the caller accepts now was added to it. */
  readonly applyBaseline: (
    run: ScanRun,
    options: BaselineOptions,
  ) => { readonly run: ScanRun; readonly baseline?: BaselineAnswer };
}
