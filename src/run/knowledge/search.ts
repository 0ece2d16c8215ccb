import type { EmbeddingModel } from "../models/index.ts";
import { queryWords } from "./words.ts";

/** A passage that was found. */
export interface Passage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentName: string;
  readonly index: number;
  readonly text: string;
  /** The page or slide on which it stands, where the document has some. */
  readonly page?: number;
}

/** Where the pieces of a knowledge base lie. */
export interface ChunkIndex {
  /** Ids of the pieces with the most and the rarest of the words, best first. */
  readonly findWords: (
    words: readonly string[],
    count: number,
    signal?: AbortSignal,
  ) => Promise<readonly string[]>;
  /** Ids of the pieces whose vectors of this model lie nearest. The question is embedded only where there are some. */
  readonly findNear: (
    model: string,
    embed: () => Promise<Float32Array | undefined>,
    options: { readonly count: number; readonly leastLikeness: number },
    signal?: AbortSignal,
  ) => Promise<readonly string[]>;
  readonly load: (chunkIds: readonly string[]) => Promise<readonly Passage[]>;
}

export interface Hit extends Passage {
  /** From 0 to 1: 1 means first by words and first by meaning. */
  readonly score: number;
}

export interface SearchOptions {
  readonly count: number;
  /** Absent: by words alone. */
  readonly embeddings?: EmbeddingModel;
  readonly signal?: AbortSignal;
  /** Hears of a model that failed; the search goes on by words. */
  readonly onProblem?: (error: unknown) => void;
}

/** Ranks below this many others matter little; the usual value for this way of merging. */
const RANK_CONSTANT = 60;
/** How many of each list are merged. */
const DEPTH = 50;
/** Characters of a question: a node of a workflow may ask with megabytes. */
const MOST_CHARACTERS = 10_000;
/** Texts that have nothing in common lie this close by chance. */
const LEAST_LIKENESS = 0.2;

/** Looks passages up by words and by meaning, and merges both lists by rank. */
export async function searchPassages(
  index: ChunkIndex,
  query: string,
  { count, embeddings, signal, onProblem }: SearchOptions,
): Promise<readonly Hit[]> {
  const asked = query.slice(0, MOST_CHARACTERS).toWellFormed();
  const words = queryWords(asked);
  const near = async (): Promise<readonly string[] | undefined> => {
    if (embeddings === undefined) return undefined;
    try {
      return await index.findNear(
        embeddings.id,
        async () => (await embeddings.embed([asked], signal))[0],
        { count: DEPTH, leastLikeness: LEAST_LIKENESS },
        signal,
      );
    } catch (error) {
      signal?.throwIfAborted();
      onProblem?.(error);
      return undefined;
    }
  };
  // The model takes its time, in which the words are found.
  const [byMeaning, byWords] = await Promise.all([
    near(),
    words.length === 0 ? [] : index.findWords(words, DEPTH, signal),
  ]);
  const scores = fuse(byMeaning === undefined ? [byWords] : [byWords, byMeaning]);
  const best = [...scores]
    .toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    // Some to spare, for those that say the same.
    .slice(0, 2 * count);
  const passages = new Map(
    (await index.load(best.map(([id]) => id))).map((passage) => [passage.chunkId, passage]),
  );
  const said = new Set<string>();
  return best
    .flatMap(([id, score]): readonly Hit[] => {
      const passage = passages.get(id);
      // A document that was added twice must not take the place of another one.
      if (passage === undefined || said.has(passage.text)) return [];
      said.add(passage.text);
      return [{ ...passage, score }];
    })
    .slice(0, count);
}

/** Reciprocal rank fusion, scaled so that the first of every list has 1. */
function fuse(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const most = lists.length / (RANK_CONSTANT + 1);
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [rank, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + rank + 1));
  return new Map(
    [...scores].map(([id, score]) => [id, Math.round((score / most) * 10_000) / 10_000]),
  );
}
