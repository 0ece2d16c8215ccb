import type { Phrase } from "./matcher.ts";

/**
 * Reads a list of words. A line is `class: phrase, phrase, …`; `#` begins a remark, and `stem*` stands for every ending.
 * A newcomer adds a phrase by adding it to its line.
 */
export function readWords<Class extends string>(
  lines: readonly string[],
): readonly Phrase<Class>[] {
  return lines.flatMap((line) => {
    const colon = line.indexOf(":");
    if (colon === -1 || line.startsWith("#")) return [];
    const name = line.slice(0, colon).trim();
    return (
      line
        .slice(colon + 1)
        .split(",")
        .map((phrase) => phrase.trim())
        .filter((phrase) => phrase !== "")
        // The list says which classes there are.
        .map((phrase) => ({ text: phrase, class: name as Class }))
    );
  });
}
