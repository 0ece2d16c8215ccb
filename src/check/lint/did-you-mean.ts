import { editDistance, foldCase, nearestWord } from "../../skill/index.ts";

/** Short words are close to each other by chance; longer ones may differ more. */
export function tolerance(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 9 ? 1 : 2;
}

/** The candidate that was probably meant; undefined where none is near enough. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const folded = foldCase(word);
  const limit = tolerance(word);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const distance = foldCase(candidate) === folded ? 0 : editDistance(word, candidate, limit);
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `` Did you mean `x`? `` or nothing, to end a hint with. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const best = nearestWord(word, candidates);
  return best === undefined ? undefined : `Did you mean \`${best}\`?`;
}
