/** What can be written at a place of the frontmatter, by the table of fields of a format. */
import type { FieldInfo } from "./fields.ts";
import { type FieldPlace, placeAt } from "./place.ts";

export interface CompletionItem {
  readonly label: string;
  /** What is written in place of the word. */
  readonly text: string;
  readonly kind: "field" | "value" | "file" | "tool" | "program" | "skill";
  readonly isRequired: boolean;
  /** One or two sentences, Markdown. */
  readonly doc?: string;
}

/** Items that replace the text from `start` to `end`. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly CompletionItem[];
}

/** Fields or values for the place of the cursor; undefined where nothing can be said. */
export function completeField(
  text: string,
  offset: number,
  fields: readonly FieldInfo[],
): Completions | undefined {
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const completions =
    place.valueStart === undefined || offset <= place.end
      ? keyOrItem(place, fields)
      : valuesFor(place, offset, fields);
  return completions === undefined || completions.items.length === 0 ? undefined : completions;
}

function keyOrItem(place: FieldPlace, fields: readonly FieldInfo[]): Completions {
  const items = keysBelow(fields, place.path);
  const { start, end, path } = place;
  if (items.length > 0 || !place.isItem) return { start, end, items };
  return { start, end, items: toValues(findField(fields, path)) };
}

function valuesFor(
  place: FieldPlace,
  offset: number,
  fields: readonly FieldInfo[],
): Completions | undefined {
  if (place.valueStart === undefined || offset < place.valueStart) return undefined;
  const field = findField(fields, [...place.path, place.key]);
  return { start: place.valueStart, end: offset, items: toValues(field) };
}

function toValues(field: FieldInfo | undefined): readonly CompletionItem[] {
  return (field?.values ?? []).map((label) => ({
    label,
    text: label,
    kind: "value",
    isRequired: false,
  }));
}

/** The next key of every field that is nested under a path. */
function keysBelow(
  fields: readonly FieldInfo[],
  path: readonly string[],
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const field of fields) {
    const key = field.path[path.length];
    if (key === undefined || !path.every((step, index) => field.path[index] === step)) continue;
    const isField = field.path.length === path.length + 1;
    if (found.has(key) && !isField) continue;
    found.set(key, {
      label: key,
      text: isField && field.control !== "none" ? `${key}: ` : `${key}:`,
      kind: "field",
      isRequired: isField && field.isRequired,
      ...(isField ? { doc: `${field.doc} Takes ${field.takes}.` } : {}),
    });
  }
  return [...found.values()];
}

export function findField(
  fields: readonly FieldInfo[],
  path: readonly string[],
): FieldInfo | undefined {
  return fields.find((field) => field.path.join("\0") === path.join("\0"));
}
