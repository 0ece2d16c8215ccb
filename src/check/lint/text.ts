/** `a, b and c`. */
export function listWords(words: readonly string[], joint: "and" | "or" = "and"): string {
  return words.join(", ").replace(/, ([^,]*)$/, ` ${joint} $1`);
}

export function listCodes(words: readonly string[], joint: "and" | "or" = "or"): string {
  return listWords(
    words.map((word) => `\`${word}\``),
    joint,
  );
}

/**
 * A copy of its own. A part cut from a text keeps the whole text in memory, and results outlive
 * the files they came from.
 */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
