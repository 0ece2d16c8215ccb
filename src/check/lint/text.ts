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
