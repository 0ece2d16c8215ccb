/** In which ways a search recognises what it was asked for, the surest first. */
export const MATCHES = [
  "name",
  "prefix",
  "word",
  "form",
  "synonym",
  "correction",
  "meaning",
] as const;

/** Where in a skill that stands. */
export const MATCH_FIELDS = ["name", "description", "text"] as const;

/** Why a skill was found: one for each word of the query that it has, and one for its name or meaning as a whole. */
export interface MatchReason {
  /**
   * `name`: bears the name that was asked for; `prefix`: its name, or a word, begins so; `word`: has the word; `form`:
   * has it in another form, such as the plural; `synonym` and `correction`: has another word for it, or the one that
   * was probably meant; `meaning`: its description means something alike.
   */
  readonly by: (typeof MATCHES)[number];
  readonly field?: (typeof MATCH_FIELDS)[number];
  /** Of the query. */
  readonly word?: string;
  /** What the skill has in its place. */
  readonly found?: string;
}

/** Why a skill was found, in a few words; nothing where every word was found as it was written. */
export function matchWords(why: readonly MatchReason[]): string {
  const notes = why.flatMap(({ by, word = "", found = "" }) => {
    if (by === "correction") return [`\`${found}\` for \`${word}\``];
    if (by === "synonym") return [`\`${found}\`, the same as \`${word}\``];
    return by === "meaning" ? ["similar meaning"] : [];
  });
  return [...new Set(notes)].join("; ");
}
