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

export interface WordCount {
  /** The place of the word in the question. */
  readonly at: number;
  /** Pieces that have it. */
  readonly having: number;
}

export interface RareWords {
  /** The words whose pieces are read, the rarest first; the others only count in the rank. */
  readonly chosen: readonly WordCount[];
  /** All words, where even the rarest is in more pieces than are read. */
  readonly common: readonly WordCount[];
  /** What each word counts, by its place: a rare one more. */
  readonly weights: readonly number[];
}

/** Chooses words so that no more than `most` pieces have to be read, however common the words of a question are. */
export function countRareWords(counts: readonly number[], total: number, most: number): RareWords {
  const present = counts
    .map((having, at): WordCount => ({ at, having }))
    .filter(({ having }) => having > 0)
    .toSorted((a, b) => a.having - b.having || a.at - b.at);
  const chosen: WordCount[] = [];
  let sum = 0;
  for (const word of present) {
    sum += word.having;
    if (chosen.length > 0 && sum > most) break;
    chosen.push(word);
  }
  const isCommon = (chosen[0]?.having ?? 0) * 2 >= most;
  return {
    chosen,
    common: isCommon ? present : [],
    weights: counts.map((having) =>
      Math.log(1 + Math.max(0, total - having + 0.5) / (having + 0.5)),
    ),
  };
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
