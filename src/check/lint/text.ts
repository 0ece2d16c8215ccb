/** `a, b and c`. A comma inside of a word would read like one between words, so brackets take its place. */
export function listWords(words: readonly string[], joint: "and" | "or" = "and"): string {
  return join(
    words.map((word) => bracketRest(word)),
    joint,
  );
}

function bracketRest(word: string): string {
  const comma = word.indexOf(", ", 1);
  if (comma === -1 || comma + 2 === word.length) return word;
  return `${word.slice(0, comma)} (${word.slice(comma + 2)})`;
}

function join(words: readonly string[], joint: string): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

export function listCodes(words: readonly string[], joint: "and" | "or" = "or"): string {
  return join(
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
