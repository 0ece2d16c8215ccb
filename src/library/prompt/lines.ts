/** From a skill and a form to the text that the model is shown. */
import type { EscapeTable, ListingForm, ListingRules } from "../../skill/index.ts";
import type { PromptSkill } from "./prompt.ts";

/** A skill with its values written out once for every form. */
export interface Line {
  readonly skill: PromptSkill;
  /** Place in the order of the text. */
  readonly at: number;
  readonly description: string;
  readonly values: { readonly [key: string]: string };
}

/** Writes each character of the table otherwise, in one pass. */
function escapeText(text: string, table: EscapeTable): string {
  const characters = Object.keys(table);
  if (characters.length === 0) return text;
  const pattern = new RegExp(`[${characters.join("")}]`, "g");
  return text.replaceAll(pattern, (character) => table[character] ?? character);
}

const PLACEHOLDER = /\{(name|description|location|read_path|always|note)\}/;

function fill(entry: string, values: { readonly [key: string]: string }): string {
  // Splitting by a group keeps the names at odd places; values are never looked into.
  return entry
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 1 ? (values[part] ?? "") : part))
    .join("");
}

export function toLine(
  skill: PromptSkill,
  at: number,
  readPath: string,
  rules: ListingRules,
): Line {
  const clean = (text: string): string => (rules.trims ? text.trim() : text);
  const { escapes } = rules;
  const whenToUse = rules.appendsWhenToUse ? clean(skill.whenToUse ?? "") : "";
  const note =
    skill.note === undefined || skill.note === ""
      ? ""
      : fillNote(rules.noteText, escapeText(skill.note, escapes.location));
  return {
    skill,
    at,
    description: [clean(skill.description), whenToUse].filter((part) => part !== "").join(" "),
    values: {
      name: escapeText(clean(skill.name), escapes.name),
      location: escapeText(clean(skill.location), escapes.location),
      read_path: escapeText(readPath, escapes.location),
      always: skill.isAlways === true ? rules.alwaysText : "",
      note,
    },
  };
}

function fillNote(template: string, text: string): string {
  return template.split("{text}").join(text);
}

/** One line of prose of at most `max` characters, no half of a character at its end. */
export function shorten(text: string, max: number, ellipsis: string): string {
  const prose = text.replaceAll(/\s+/g, " ").trim();
  if (prose.length <= max) return prose;
  const cut = prose.slice(0, Math.max(0, max - ellipsis.length));
  return cut.replace(/[\ud800-\udbff]$/, "").trimEnd() + ellipsis;
}

/** What is shown of a description; undefined: the entry has no place for one. */
export type Showing = (line: Line) => string | undefined;

/** The skills in one form, each without description in the form's bare one. */
export function renderEntries(
  lines: readonly Line[],
  form: ListingForm,
  bareEntry: string,
  show: Showing,
  rules: ListingRules,
): readonly string[] {
  return lines.map((line) => {
    const shown = show(line);
    if (shown === undefined) return fill(bareEntry, line.values);
    const description = escapeText(shown, rules.escapes.description);
    return fill(form.entry, { ...line.values, description });
  });
}

export function inForm(entries: readonly string[], form: ListingForm): string {
  return form.before + entries.join("") + form.after;
}
