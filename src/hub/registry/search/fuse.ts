import type { Catalog } from "./catalog.ts";
import { TopResults } from "./best.ts";

/** Ranks below this many others matter little. */
const RANK_CONSTANT = 20;
/** So many of each list are merged; those after them follow in the order of their words. */
export const DEPTH = 200;
/** Lifts what was merged above every score by words. */
const MERGED = 1e6;

/** Skills that were found in one way, with a number that says how well. */
export interface Ranking {
  readonly numbers: Iterable<number>;
  readonly score: (number: number) => number;
}

type Compare = (a: number, b: number) => number;

/** Best first by what a ranking says, then by trust and use, then by id. */
export function compareBy(
  { entries, qualities }: Pick<Catalog, "entries" | "qualities">,
  score: (number: number) => number,
): Compare {
  return (a, b) => {
    const difference = score(b) - score(a) || (qualities[b] ?? 0) - (qualities[a] ?? 0);
    if (difference !== 0) return difference;
    return (entries[a]?.id ?? "") < (entries[b]?.id ?? "") ? -1 : 1;
  };
}

/** How well a skill fits, from what `fuse` gave or a score by words: those that were merged before all others. */
export function toScore(value: number): number {
  return value >= MERGED ? value - MERGED : value / MERGED / 1000;
}

/**
 * Reciprocal rank fusion: a skill earns by its rank in each list, and those that a list cannot tell apart have the
 * same rank in it. What bears the very name comes before everything. Gives how well each of the best fits, above
 * every score by words.
 */
export function fuse(
  catalog: Catalog,
  named: Ranking,
  rankings: readonly Ranking[],
): ReadonlyMap<number, number> {
  const earned = new Map<number, number>();
  const earn = (number: number, points: number): void => {
    earned.set(number, (earned.get(number) ?? MERGED) + points);
  };
  for (const ranking of rankings)
    for (const [number, rank] of ranksOf(catalog, ranking))
      earn(number, 1 / (RANK_CONSTANT + rank));
  for (const number of named.numbers) earn(number, named.score(number));
  return earned;
}

function ranksOf(catalog: Catalog, { numbers, score }: Ranking): ReadonlyMap<number, number> {
  const best = new TopResults(DEPTH, compareBy(catalog, score));
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
