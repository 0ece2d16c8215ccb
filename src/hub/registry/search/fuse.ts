import type { Catalog } from "./catalog.ts";
import { Best } from "./best.ts";

/** Ranks below this many others matter little. */
const RANK_CONSTANT = 20;
/** So many of each list are merged; those after them follow in the order of their words. */
const DEPTH = 200;
/** Lifts what was merged above every score by words. */
const MERGED = 1e6;

/** Skills that were found in one way, with a number that says how well. */
export interface Ranking {
  readonly numbers: Iterable<number>;
  readonly score: (number: number) => number;
  /** The same in a list, where there may be very many. */
  readonly scores?: Float64Array;
}

/** Best first by what a ranking says, then by trust and use, then by id. */
function compareBy({ entries, qualities }: Catalog, score: (number: number) => number): Compare {
  return (a, b) => score(b) - score(a) || compareEqual(a, b, qualities, entries);
}

/** The same, with the scores in a list: there may be very many. */
export function compareScores({ entries, qualities }: Catalog, scores: Float64Array): Compare {
  return (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || compareEqual(a, b, qualities, entries);
}

type Compare = (a: number, b: number) => number;

function compareEqual(
  a: number,
  b: number,
  qualities: readonly number[],
  entries: Catalog["entries"],
): number {
  const difference = (qualities[b] ?? 0) - (qualities[a] ?? 0);
  if (difference !== 0) return difference;
  return (entries[a]?.id ?? "") < (entries[b]?.id ?? "") ? -1 : 1;
}

/** How well a skill fits, from what `fuse` wrote: those that were merged before all others. */
export function toScore(value: number): number {
  return value >= MERGED ? value - MERGED : value / MERGED / 1000;
}

/**
 * Reciprocal rank fusion: a skill earns by its rank in each list, and those that a list cannot tell apart have the
 * same rank in it. What bears the very name comes before everything. Writes into `final`, where the scores by words
 * stand, and gives those that were merged.
 */
export function fuse(
  catalog: Catalog,
  named: Ranking,
  rankings: readonly Ranking[],
  final: Float64Array,
): readonly number[] {
  const earned = new Map<number, number>();
  const earn = (number: number, points: number): void => {
    earned.set(number, (earned.get(number) ?? 0) + points);
  };
  for (const ranking of rankings)
    for (const [number, rank] of ranksOf(catalog, ranking))
      earn(number, 1 / (RANK_CONSTANT + rank));
  for (const number of named.numbers) earn(number, named.score(number));
  for (const [number, points] of earned) final[number] = MERGED + points;
  return [...earned.keys()];
}

/** Nearly all of many are worse than the worst that is kept, which two look-ups tell. */
function bestOfMany(catalog: Catalog, numbers: Iterable<number>, scores: Float64Array): Best {
  const { qualities } = catalog;
  const best = new Best(DEPTH, compareScores(catalog, scores));
  let [leastScore, leastQuality] = [-1, -1];
  for (const number of numbers) {
    const score = scores[number] ?? 0;
    if (score < leastScore) continue;
    if (score === leastScore && (qualities[number] ?? 0) < leastQuality) continue;
    best.add(number);
    const { worst } = best;
    if (worst === undefined) continue;
    leastScore = scores[worst] ?? 0;
    leastQuality = qualities[worst] ?? 0;
  }
  return best;
}

function ranksOf(catalog: Catalog, ranking: Ranking): ReadonlyMap<number, number> {
  const { numbers, score, scores } = ranking;
  const best =
    scores === undefined
      ? new Best(DEPTH, compareBy(catalog, score))
      : bestOfMany(catalog, numbers, scores);
  if (scores === undefined) for (const number of numbers) best.add(number);
  const ranks = new Map<number, number>();
  let rank = 0;
  let last: number | undefined;
  for (const [index, number] of best.sorted().entries()) {
    const points = score(number);
    if (points !== last) rank = index + 1;
    last = points;
    ranks.set(number, rank);
  }
  return ranks;
}
