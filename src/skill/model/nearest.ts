import { editDistance, foldCase } from "./words.ts";

/** Short words are near to each other by chance; longer ones may differ more. */
function tolerance(word: string): number {
  return word.length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(word.length / 3)));
}

/** The word of a list that was probably meant; undefined where none is near. */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = tolerance(word) + 1;
  for (const candidate of words) {
    // Another case, or other joints between its parts, is the same word.
    const isSame = foldCase(candidate) === foldCase(word);
    const isBeginning = word.length > 1 && candidate.startsWith(word);
    const away = isSame
      ? 0
      : isBeginning
        ? 1
        : editDistance(word.slice(0, 80), candidate, bestDistance);
    if (away < bestDistance) [best, bestDistance] = [candidate, away];
  }
  return best;
}
