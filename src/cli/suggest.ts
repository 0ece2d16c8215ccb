import { editDistance } from "../skill/model/index.ts";

/** The word of a list that is nearest to a mistyped one, if one is near. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance =
      candidate.startsWith(word) && word.length > 1 ? 1 : editDistance(word, candidate, limit);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
