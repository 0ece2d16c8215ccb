import type { Catalog } from "./catalog.ts";
import { Best } from "./best.ts";

/** Ranks below this many others matter little. */
const RANK_CONSTANT = 20;
/** So many of each list are merged; those after them follow in the order of their words. */
const DEPTH = 200;
/** Makes every score by words less than that of any rank. */
const TAIL = 1e-6;

/** Skills that were found in one way, with a number that says how well. */
export interface Ranking {
  readonly numbers: Iterable<number>;
  readonly score: (number: number) => number;
}

/** Best first by what a ranking says, then by trust and use, then by id. */
export function compareBy(
  { entries }: Catalog,
  score: (number: number) => number,
): (a: number, b: number) => number {
  return (a, b) => {
    const difference = score(b) - score(a);
    if (difference !== 0) return difference;
    const [one, other] = [entries[a], entries[b]];
    if (one === undefined || other === undefined) return a - b;
    return other.quality - one.quality || (one.id < other.id ? -1 : 1);
  };
}

/**
 * Reciprocal rank fusion: a skill earns by its rank in each list, and those that a list cannot tell apart have the
 * same rank in it. What bears the very name comes before everything. Writes into `final`, where the scores by words
 * stand.
 */
export function fuse(
  catalog: Catalog,
  named: Ranking,
  rankings: readonly Ranking[],
  final: Float64Array,
): void {
  for (let number = 0; number < catalog.capacity; number += 1)
    final[number] = (final[number] ?? 0) * TAIL;
  const earned = new Map<number, number>();
  const earn = (number: number, points: number): void => {
    earned.set(number, (earned.get(number) ?? 0) + points);
  };
  for (const ranking of rankings)
    for (const [number, rank] of ranksOf(catalog, ranking))
      earn(number, 1 / (RANK_CONSTANT + rank));
  for (const number of named.numbers) earn(number, named.score(number));
  for (const [number, points] of earned) final[number] = points;
}

function ranksOf(catalog: Catalog, { numbers, score }: Ranking): ReadonlyMap<number, number> {
  const best = new Best(DEPTH, compareBy(catalog, score));
  for (const number of numbers) best.add(number);
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
