/** Where lists of skills cut a description. */
import { dialects, readSkill } from "../../skill/index.ts";
import { locate } from "../../skill/text/places.ts";
import { clients } from "../matrix/index.ts";

export interface Cut {
  /** The model sees nothing of the description from here on. */
  readonly offset: number;
  readonly characters: number;
  /** Titles of the systems that cut here. */
  readonly systems: readonly string[];
}

export function findCuts(text: string): readonly Cut[] {
  const { value } = readSkill(text);
  const description = value?.document.frontmatter["description"];
  if (value === undefined || typeof description !== "string") return [];
  const limits = Map.groupBy(
    [...dialects, ...clients].filter(
      ({ listedDescription = Infinity }) => listedDescription < description.length,
    ),
    ({ listedDescription = Infinity }) => listedDescription,
  );
  const span = locate(value.document, ["description"], "value");
  const source = text.slice(span.start, span.end);
  return [...limits]
    .map(([characters, systems]) => ({
      offset: span.start + sourceOffset(source, description, characters),
      characters,
      systems: [...new Set(systems.map(({ title }) => title))],
    }))
    .toSorted((a, b) => a.offset - b.offset);
}

/**
 * The place in the source of a value at which so many characters of it are over. Quotes, indentation and line breaks
 * stand in the source alone; both have everything else in the same order.
 */
function sourceOffset(source: string, value: string, characters: number): number {
  let at = 0;
  for (const char of value.slice(0, characters)) {
    if (/\s/u.test(char)) continue;
    const next = source.indexOf(char, at);
    if (next === -1) break;
    at = next + char.length;
  }
  return at;
}
