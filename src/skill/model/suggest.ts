import { editDistance, foldCase } from "./words.ts";

/** How many letters a suggestion may differ in: short words are near to each other by chance. */
type Tolerance = (word: string) => number;

const lenient: Tolerance = ({ length }) =>
  length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(length / 3)));

/** For keys and names in files, where a wrong suggestion costs more than none. */
export const strictTolerance: Tolerance = ({ length }) => (length < 4 ? 0 : length < 9 ? 1 : 2);

/** The word of a list that was probably meant; undefined where none is near. */
export function suggest(
  word: string,
  words: Iterable<string>,
  tolerance: Tolerance = lenient,
): string | undefined {
  let best: string | undefined;
  let bestDistance = tolerance(word) + 1;
  for (const candidate of words) {
    if (candidate === word) continue;
    // Another case, or other joints between its parts, is the same word.
    const isSame = foldCase(candidate) === foldCase(word);
    const isBeginning = tolerance === lenient && word.length > 1 && candidate.startsWith(word);
    const away = isSame
      ? 0
      : isBeginning
        ? 1
        : editDistance(word.slice(0, 80), candidate, bestDistance);
    if (away < bestDistance) [best, bestDistance] = [candidate, away];
  }
  return best;
}

/** `` Did you mean `x`? `` or nothing, to end a hint with. */
export function didYouMean(word: string, words: Iterable<string>): string | undefined {
  const best = suggest(word, words);
  return best === undefined ? undefined : `Did you mean \`${best}\`?`;
}
