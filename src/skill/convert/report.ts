import type { FacetId, Json, Path } from "../model/index.ts";

/**
 * What became of a value. `kept`: same place, same value. `mapped`: another place or form, the same
 * meaning. `approximated`: part of the meaning. `preserved`: beside the fields, since the target has none
 * for it; the way back restores it. `dropped`: gone, for the reason given.
 */
export type LossOutcome = "kept" | "mapped" | "approximated" | "preserved" | "dropped";

/** Stands in `source` for the instructions, which no frontmatter path reaches. */
export const BODY = "<body>";

export interface LossEntry {
  /** A place in the source frontmatter; it speaks for everything below it. */
  readonly source: Path;
  readonly facet?: FacetId;
  readonly outcome: LossOutcome;
  readonly target?: Path;
  /** Further places that a migration filled from it. */
  readonly also?: readonly Path[];
  readonly note?: string;
  /** The value as it was, where the target does not have it whole at `target`. */
  readonly value?: Json;
  /** The whole value stands here too. */
  readonly preservedAt?: Path;
}

/** A required field that the source did not have. */
export interface Addition {
  readonly target: Path;
  readonly value: Json;
  readonly note: string;
}

/** A required field that cannot be made up. */
export interface MissingField {
  readonly path: Path;
  readonly doc: string;
}

/** Accounts for every value of the source frontmatter. */
export interface LossReport {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly LossEntry[];
  readonly added: readonly Addition[];
  readonly missing: readonly MissingField[];
  /** What a person must look at before the skill is used. */
  readonly review: readonly string[];
}

export function countOutcomes(report: LossReport): { readonly [Key in LossOutcome]: number } {
  const counts = { kept: 0, mapped: 0, approximated: 0, preserved: 0, dropped: 0 };
  for (const { outcome } of report.entries) counts[outcome]++;
  return counts;
}
