/** How a system shows its skills to the model. */
import type { Path } from "../model/index.ts";

/** What is written for a character, by character. */
export type EscapeTable = { readonly [character: string]: string };

/**
 * Text around and for the skills. In `entry`, `{name}`, `{description}`, `{location}` and
 * `{read_path}` stand for the values; `{always}` and `{note}` for the optional parts, or nothing.
 */
export interface ListingForm {
  readonly before: string;
  readonly entry: string;
  readonly after: string;
}

/** Skills are counted, then descriptions shortened together, then skills cut from the end. */
export interface ShrinkingBudget {
  readonly kind: "shrink-then-cut";
  readonly maxSkills: number;
  readonly maxLength: number;
  /** Shortest and longest description in the compact form. */
  readonly shortest: number;
  readonly longest: number;
  readonly ellipsis: string;
  readonly compact: ListingForm;
  readonly bare: ListingForm;
  /** The line before the list; `{included}` and `{total}` stand for counts. */
  readonly notes: {
    readonly cut: { readonly full: string; readonly compact: string; readonly bare: string };
    readonly whole: { readonly compact: string; readonly bare: string };
  };
  /** Where the configuration sets the limits; the first that is there counts. */
  readonly limits: { readonly maxSkills: readonly Path[]; readonly maxLength: readonly Path[] };
  /** A further cut to a share of the model's context: one character for so many tokens. */
  readonly context: { readonly tokensPerCharacter: number; readonly shortest: number };
}

/** Names stay; descriptions are dropped, the least used first. */
export interface DroppingBudget {
  readonly kind: "drop-descriptions";
  readonly maxDescription: number;
  readonly ellipsis: string;
  /** Share of the model's context, in characters for one token. */
  readonly charactersPerToken: number;
  readonly bareEntry: string;
  readonly limits: { readonly maxLength: readonly Path[] };
}

export interface ListingRules {
  readonly order: "by-name" | "as-given";
  readonly full: ListingForm;
  readonly whenEmpty: "nothing" | "empty-block";
  readonly escapes: {
    readonly name: EscapeTable;
    readonly description: EscapeTable;
    readonly location: EscapeTable;
  };
  /** Blanks around values are dropped. */
  readonly trims: boolean;
  /** When to use a skill follows its description. */
  readonly appendsWhenToUse: boolean;
  /** What stands for `{always}` and, with `{text}`, for `{note}`. */
  readonly alwaysText: string;
  readonly noteText: string;
  /** A line above the list while nodes stand in for this machine, if it fits; `{nodes}` is their ids. */
  readonly nodesText?: string;
  /** Prefixes of locations that an agent can read, and what it reads them by; `{agent}` is its id. */
  readonly readPaths?: readonly { readonly prefix: string; readonly path: string }[];
  readonly budget?: ShrinkingBudget | DroppingBudget;
}
