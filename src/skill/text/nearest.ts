/** Letters to add, drop, change or swap with a neighbour to get from one word to the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? cell(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cell(from.length, to.length);
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ .]/g, "");
}

/** Short words are near to each other by chance; longer ones may differ more. */
function tolerance(word: string): number {
  return Math.min(3, Math.floor(word.length / 4));
}

/** The word of a list that was probably meant; undefined where none is near. */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = tolerance(word) + 1;
  for (const candidate of words) {
    // Another case, or other joints between its parts, is the same word.
    const isSame = plain(candidate) === plain(word);
    const away = isSame ? 0 : distance(word.slice(0, 80), candidate);
    if (away < bestDistance) [best, bestDistance] = [candidate, away];
  }
  return best;
}
