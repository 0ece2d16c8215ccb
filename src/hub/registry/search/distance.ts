/** How many letters may be wrong in a word of so many: short words are like too many others. */
export function mostErrors(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** The word, and what is left of it without each of its letters: words one or two errors apart share one of them. */
export function pieces(word: string): readonly string[] {
  const letters = Array.from(word);
  const without = letters.map((_, at) => letters.toSpliced(at, 1).join(""));
  return [...new Set([word, ...without])];
}
