/** How many letters may be wrong in a word of so many: short words are like too many others. */
export function mostErrors(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/**
 * Letters to be added, left out, replaced, or swapped with their neighbour, to make one word of another. Gives
 * `most + 1` as soon as it is more than that.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let older: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (row > 1 && at > 1 && isSwapped) least = Math.min(least, (older[at - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    older = last;
    last = next;
  }
  return last[other.length] ?? most + 1;
}

/** The word, and what is left of it without each of its letters: words one or two errors apart share one of them. */
export function pieces(word: string): readonly string[] {
  const letters = Array.from(word);
  const without = letters.map((_, at) => letters.toSpliced(at, 1).join(""));
  return [...new Set([word, ...without])];
}
