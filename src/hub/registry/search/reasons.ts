import type { MatchReason } from "../../../registry/contract/index.ts";
import { hasBit } from "./number-set.ts";
import { type Source, wayIn } from "./score.ts";

const FIELD_NAMES = { name: "name", about: "description", body: "text" } as const;

/** How each word of a question was recognised in a skill: in the best way, at the first place. */
export function reasonsOf(number: number, sources: readonly Source[]): readonly MatchReason[] {
  const told = new Set<string>();
  return sources.flatMap((source): readonly MatchReason[] => {
    const { word, field, bits } = source;
    const way = told.has(word) || !hasBit(bits, number) ? undefined : wayIn(source, number);
    if (way === undefined) return [];
    told.add(word);
    const { by, text } = way.one;
    const isOther = by === "synonym" || by === "correction";
    // Which form it is in is not asked of texts.
    const shown = field === "body" && by === "form" ? "word" : by;
    return [{ by: shown, field: FIELD_NAMES[field], word, ...(isOther ? { found: text } : {}) }];
  });
}
