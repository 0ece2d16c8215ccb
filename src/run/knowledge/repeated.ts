/** Where a sentence may begin: after a line, or after the end of another one. */
const BEGINNING = /(?:^|\n\s*|[.!?。！？]["'”’)\]]*\s*)$/u;

/**
 * How many characters at the end of a piece of text stand at the beginning of the next one again. Pieces repeat whole
 * sentences only, so a word that happens to end one and to begin the other is no repetition.
 */
export function repeatedLength(before: string, after: string): number {
  for (let length = Math.min(before.length, after.length); length > 0; length -= 1) {
    const at = before.length - length;
    if (after.startsWith(before.slice(at)) && BEGINNING.test(before.slice(0, at))) return length;
  }
  return 0;
}
