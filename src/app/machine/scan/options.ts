import type { ScanTier } from "../../../check/scan/index.ts";
import type { FeedText } from "../../../platform/scanning/index.ts";

/** What scanning depends on beside the skills; plain data, so that threads can be given it. */
export interface ScanTaskOptions {
  readonly kind: "scan";
  readonly tier: ScanTier;
  /** Lists of what is known to be bad that were named. */
  readonly feeds: readonly FeedText[];
}

/** The options as another thread was given them; undefined where they belong to other work. */
export function readScanOptions(value: unknown): ScanTaskOptions | undefined {
  const isOurs =
    typeof value === "object" && value !== null && "kind" in value && value.kind === "scan";
  // Only `scanSkills` starts threads with such options.
  return isOurs ? (value as ScanTaskOptions) : undefined;
}
