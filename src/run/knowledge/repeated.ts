const ENDS = new Set(".!?。！？");
const CLOSERS = new Set("\"'”’)]");

/**
 * How many characters at the end of a piece of text stand at the beginning of the next one again. Pieces repeat whole
 * sentences only, so a word that happens to end one and to begin the other is no repetition.
 */
export function repeatedLength(before: string, after: string): number {
  const tail = before.slice(-after.length || before.length);
  const beginnings = findBeginnings(before);
  const borders = findBorders(`${after}\0${tail}`);
  // From the longest end of the one that begins the other to ever shorter ones.
  for (let length = borders.at(-1) ?? 0; length > 0; length = borders[length - 1] ?? 0)
    if (length <= after.length && beginnings[before.length - length] === true) return length;
  return 0;
}

/** By offset: whether a sentence may begin there, which is after a line, or after the end of another one. */
function findBeginnings(text: string): readonly boolean[] {
  const beginnings = [true];
  let isAfterEnd = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const isBlank = /\s/u.test(character);
    isAfterEnd = ENDS.has(character) || (isAfterEnd && CLOSERS.has(character));
    const stays = isBlank && at > 0 && beginnings[at] === true;
    beginnings.push(isAfterEnd || character === "\n" || stays);
  }
  return beginnings;
}

/** By place: the length of the longest beginning of the text that ends there again (Knuth, Morris, Pratt). */
function findBorders(text: string): readonly number[] {
  const borders = [0];
  for (let at = 1; at < text.length; at++) {
    let length = borders[at - 1] ?? 0;
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    borders.push(text[at] === text[length] ? length + 1 : 0);
  }
  return borders;
}
