import type { MatchReason } from "../../../registry/contract/index.ts";
import { type Concept, FOUND_FIELDS, type Lookup, setsOf } from "./concepts.ts";

const FIELD_NAMES = { name: "name", about: "description", body: "text" } as const;

/** How each word of a question was recognised in a skill: in the best way, at the first place. */
export function reasonsOf(
  number: number,
  concepts: readonly Concept[],
  lookup: Lookup,
): readonly MatchReason[] {
  return concepts.flatMap(({ word, alternatives }): readonly MatchReason[] => {
    for (const field of FOUND_FIELDS)
      for (const alternative of alternatives)
        if (setsOf(alternative, field, lookup).some((set) => set.has(number))) {
          const { by, text } = alternative;
          const isOther = by === "synonym" || by === "correction";
          // Which form it is in is not asked of texts.
          const way = field === "body" && by === "form" ? "word" : by;
          return [
            { by: way, field: FIELD_NAMES[field], word, ...(isOther ? { found: text } : {}) },
          ];
        }
    return [];
  });
}
