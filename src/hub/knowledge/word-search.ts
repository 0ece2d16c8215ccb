import type { LaidOutDocument } from "./base-layout.ts";

export interface WordSearch {
  readonly baseId: string;
  /** The documents that are looked at. */
  readonly documents: readonly LaidOutDocument[];
  /** Those are all documents of the base. */
  readonly isWhole: boolean;
  readonly words: readonly string[];
  readonly count: number;
  readonly signal?: AbortSignal | undefined;
}

/** Pieces that have the rarest and most of the words, and what each word counts. */
export interface Candidates {
  readonly candidates: readonly (string | number)[];
  readonly weights: readonly number[];
}

/** How many of some pieces have each word. */
export interface Sample {
  readonly size: number;
  readonly having: ReadonlyMap<string, number>;
}

/** Reads keys of pieces that have all words of a question with these places; the answers come in the same order. */
export type ReadHaving<Key> = (
  asked: readonly (readonly number[])[],
) => Promise<readonly (readonly Key[])[]>;

interface Choice<Key> {
  readonly words: readonly string[];
  /** Pieces of the base. */
  readonly total: number;
  readonly sample: Sample | undefined;
  /** Pieces that may be read of all words together. */
  readonly most: number;
  readonly read: ReadHaving<Key>;
}

/**
 * Reads the pieces that have the rarest words, so that no more than `most` have to be read, however common the words of
 * a question are; the others count in the rank alone. How common a word is, a sample says: to count it would take as
 * long as to read it.
 */
export async function readCandidates<Key extends string | number>({
  words,
  total,
  sample,
  most,
  read,
}: Choice<Key>): Promise<{
  /** The words that each piece is known to have, as bits. */
  readonly masks: Map<Key, number>;
  /** What each word counts, by its place: a rare one more. */
  readonly weights: readonly number[];
}> {
  const expected = words.map((word) => expectedPieces(word, sample, total));
  const counts = [...expected];
  const rarest = words
    .map((_word, at) => at)
    .toSorted((a, b) => (expected[a] ?? 0) - (expected[b] ?? 0) || a - b);
  const masks = new Map<Key, number>();
  for (let first = 0; first < rarest.length && masks.size === 0;) {
    const chosen = rarest.slice(first, first + affordable(rarest.slice(first), expected, most));
    first += chosen.length;
    const asked = chosen.map((at) => [at]);
    // Where every word is common, those that have all of them come first.
    const isCommon = (expected[chosen[0] ?? 0] ?? 0) * 2 >= most;
    if (isCommon && rarest.length > 1) asked.push(rarest);
    for (const [index, keys] of (await read(asked)).entries()) {
      const places = asked[index] ?? [];
      const [at] = places;
      const mask = places.reduce((bits, place) => bits | (1 << place), 0);
      for (const key of keys) masks.set(key, (masks.get(key) ?? 0) | mask);
      if (at !== undefined && places.length === 1 && keys.length < most / 2)
        counts[at] = keys.length;
    }
  }
  const weights = counts.map((having) =>
    Math.log(1 + Math.max(0, total - having + 0.5) / (having + 0.5)),
  );
  return { masks, weights };
}

/** Of a word that no piece of the sample has, half a piece is expected. */
function expectedPieces(word: string, sample: Sample | undefined, total: number): number {
  if (sample === undefined || sample.size === 0) return 0;
  return Math.round((((sample.having.get(word) ?? 0) + 0.5) / sample.size) * total);
}

/** How many of the words can be read at once, at least one. */
function affordable(words: readonly number[], expected: readonly number[], most: number): number {
  let sum = 0;
  const end = words.findIndex((at) => {
    sum += expected[at] ?? 0;
    return sum > most;
  });
  return end < 0 ? words.length : Math.max(1, end);
}

/** Pieces that are compared by how often they have which of the words. */
const MOST_COMPARED = 400;

export function chooseBest<Key extends string | number>(
  masks: ReadonlyMap<Key, number>,
  weights: readonly number[],
): readonly Key[] {
  if (masks.size <= MOST_COMPARED) return [...masks.keys()];
  const weighed = new Map<number, number>();
  const weigh = (mask: number): number => {
    const known = weighed.get(mask);
    if (known !== undefined) return known;
    const weight = weights.reduce((sum, one, at) => sum + ((mask >>> at) & 1) * one, 0);
    weighed.set(mask, weight);
    return weight;
  };
  return [...masks]
    .map(([key, mask]) => ({ key, weight: weigh(mask) }))
    .toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_COMPARED)
    .map(({ key }) => key);
}
