/** The rules of a list, made ready once for any number of skills. */
import type { EscapeTable, ListingRules } from "../../skill/index.ts";

type Escape = (text: string) => string;

export interface PromptWriter {
  readonly rules: ListingRules;
  readonly escape: { readonly [Name in keyof ListingRules["escapes"]]: Escape };
  /** The template with its values put in; values are never looked into. */
  readonly fill: (template: string, values: { readonly [key: string]: string }) => string;
}

const PLACEHOLDER = /\{(name|description|location|read_path|always|note)\}/;

export function createWriter(rules: ListingRules): PromptWriter {
  const { name, description, location } = rules.escapes;
  const templates = new Map<string, readonly string[]>();
  const partsOf = (template: string): readonly string[] => {
    // Splitting by a group keeps the names at odd places.
    const parts = templates.get(template) ?? template.split(PLACEHOLDER);
    templates.set(template, parts);
    return parts;
  };
  return {
    rules,
    escape: {
      name: escapeBy(name),
      description: escapeBy(description),
      location: escapeBy(location),
    },
    fill: (template, values) => {
      let text = "";
      for (const [at, part] of partsOf(template).entries())
        text += at % 2 === 1 ? (values[part] ?? "") : part;
      return text;
    },
  };
}

/** Writes each character of the table otherwise, in one pass. */
function escapeBy(table: EscapeTable): Escape {
  const characters = Object.keys(table);
  if (characters.length === 0) return (text) => text;
  const pattern = new RegExp(`[${characters.join("")}]`, "g");
  return (text) => text.replaceAll(pattern, (character) => table[character] ?? character);
}
