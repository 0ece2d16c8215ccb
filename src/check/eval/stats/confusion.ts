/** How often the right skill was loaded. */
import { type Proportion, wilson } from "./proportion.ts";

/** One run of a case about triggering. */
export interface TriggerOutcome {
  /** Which case it is a run of; absent: of one that has no other run. */
  readonly case?: string;
  /** What should have been loaded; absent: no skill. */
  readonly expected?: string;
  /** What was loaded first of the skills that count; absent: none. */
  readonly loaded?: string;
  readonly isRight: boolean;
}

export interface TriggerScores {
  readonly precision: Proportion;
  readonly recall: Proportion;
  /** The harmonic mean of both; absent where neither a skill was expected nor one loaded. */
  readonly f1?: number;
  readonly accuracy: Proportion;
}

/** The row of a skill: what was loaded where it was expected. */
export interface ConfusionRow {
  /** `(none)` where no skill was expected. */
  readonly expected: string;
  readonly loaded: readonly { readonly skill: string; readonly runs: number }[];
}

const NONE = "(none)";

/** Over all skills: recall counts runs that expected a skill, precision runs that loaded one. */
export function scoreTriggers(outcomes: readonly TriggerOutcome[]): TriggerScores {
  const expecting = outcomes.filter(({ expected }) => expected !== undefined);
  const loading = outcomes.filter(({ loaded }) => loaded !== undefined);
  const precision = shareOfRight(loading);
  const recall = shareOfRight(expecting);
  const sum = precision.value + recall.value;
  const isKnown = loading.length > 0 || expecting.length > 0;
  return {
    precision,
    recall,
    ...(isKnown ? { f1: sum === 0 ? 0 : (2 * precision.value * recall.value) / sum } : {}),
    accuracy: shareOfRight(outcomes),
  };
}

function shareOfRight(outcomes: readonly TriggerOutcome[]): Proportion {
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const cases = new Set(outcomes.map((outcome) => outcome.case ?? outcome)).size;
  return wilson(right, outcomes.length, cases);
}

export function confusionMatrix(outcomes: readonly TriggerOutcome[]): readonly ConfusionRow[] {
  const rows = Map.groupBy(outcomes, ({ expected }) => expected ?? NONE);
  return [...rows]
    .map(([expected, runs]) => ({
      expected,
      loaded: [...Map.groupBy(runs, ({ loaded }) => loaded ?? NONE)]
        .map(([skill, same]) => ({ skill, runs: same.length }))
        .toSorted((a, b) => b.runs - a.runs || (a.skill < b.skill ? -1 : 1)),
    }))
    .toSorted((a, b) => (a.expected < b.expected ? -1 : 1));
}
