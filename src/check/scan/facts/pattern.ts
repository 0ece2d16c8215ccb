import type { ScanCategory, ScanSeverity } from "../finding.ts";
import type { FactClass } from "./facts.ts";

/** Facts that make up an attack together, none of which says much alone. */
export interface Pattern {
  readonly id: string;
  readonly severity: ScanSeverity;
  readonly category: ScanCategory;
  /** Completes "The text contains …". */
  readonly what: string;
  /** One class of each row is said in one sentence. */
  readonly needs: readonly (readonly FactClass[])[];
  /** One class of each row is said there or in the sentences beside it. */
  readonly near?: readonly (readonly FactClass[])[];
  /** None of these is said there. */
  readonly without?: readonly FactClass[];
  /** The words of `needs` stand within so many characters of one another. */
  readonly close?: number;
  /** A word of this class begins the sentence. */
  readonly first?: FactClass;
  /** Things alone decide, so that a sentence which forbids them says the opposite. */
  readonly isVerbless?: boolean;
  /** A text that shows it, and one that must not. */
  readonly example: string;
  readonly counterexample: string;
}
