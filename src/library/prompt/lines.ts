/** From a skill and a form to the text that the model is shown. */
import type { ListingForm, ListingRules } from "../../skill/index.ts";
import type { PromptWriter } from "./writer.ts";
import type { PromptSkill } from "./prompt.ts";

/** A skill with its values written out once for every form. */
export interface Written {
  readonly skill: PromptSkill;
  /** By which the agent reads it; undefined where it cannot. */
  readonly readPath: string | undefined;
  readonly description: string;
  readonly values: { readonly [key: string]: string };
  /** The description as one line of prose. */
  readonly prose: () => string;
  /** The entry of a template that shows this much of the description. */
  readonly entry: (template: string, shown: string | undefined) => string;
}

/** The same at its place in the list. */
export interface Line extends Pick<Written, "skill" | "description"> {
  /** Place in the order of the text. */
  readonly at: number;
  readonly written: Written;
}

export function toLine(written: Written, at: number): Line {
  return { skill: written.skill, description: written.description, at, written };
}

/** The path by which the agent reads a location; undefined where it cannot. */
export function readablePath(
  location: string,
  rules: ListingRules,
  agentId = "",
): string | undefined {
  if (rules.readPaths === undefined) return location;
  if (!location.endsWith("/SKILL.md")) return undefined;
  for (const { prefix, path } of rules.readPaths) {
    const own = prefix.split("{agent}").join(agentId);
    if (location.startsWith(own)) return path + location.slice(own.length);
  }
  return undefined;
}

export function writeSkill(
  skill: PromptSkill,
  pen: PromptWriter,
  agentId: string | undefined,
): Written {
  const { rules, escape } = pen;
  const clean = (text: string): string => (rules.trims ? text.trim() : text);
  const whenToUse = rules.appendsWhenToUse ? clean(skill.whenToUse ?? "") : "";
  const readPath = readablePath(skill.location, rules, agentId);
  const note =
    skill.note === undefined || skill.note === ""
      ? ""
      : fillNote(rules.noteText, escape.location(skill.note));
  const description = [clean(skill.description), whenToUse].filter((part) => part !== "").join(" ");
  const values = {
    name: escape.name(clean(skill.name)),
    location: escape.location(clean(skill.location)),
    read_path: escape.location(readPath ?? ""),
    always: skill.isAlways === true ? rules.alwaysText : "",
    note,
  };
  return { skill, readPath, description, values, ...textsOf(description, values, pen) };
}

interface Entry {
  readonly template: string;
  readonly shown: string | undefined;
  readonly text: string;
}

/** Texts that are made when they are asked for; of entries, the last one is kept. */
function textsOf(
  description: string,
  values: Written["values"],
  pen: PromptWriter,
): Pick<Written, "prose" | "entry"> {
  let prose: string | undefined;
  let last: Entry = { template: "", shown: undefined, text: "" };
  return {
    prose: () => (prose ??= toProse(description)),
    entry: (template, shown) => {
      if (last.template !== template || last.shown !== shown) {
        const more = shown === undefined ? {} : { description: pen.escape.description(shown) };
        last = { template, shown, text: pen.fill(template, { ...values, ...more }) };
      }
      return last.text;
    },
  };
}

function fillNote(template: string, text: string): string {
  return template.split("{text}").join(text);
}

export function toProse(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Prose of at most `max` characters, no half of a character at its end. */
export function shorten(prose: string, max: number, ellipsis: string): string {
  if (prose.length <= max) return prose;
  const cut = prose.slice(0, Math.max(0, max - ellipsis.length));
  return cut.replace(/[\ud800-\udbff]$/, "").trimEnd() + ellipsis;
}

/** What is shown of a description; undefined: the entry has no place for one. */
export type ShownDescription = (line: Line) => string | undefined;

/** The skills in one form, each without description in the form's bare one. */
export function renderEntries(
  lines: readonly Line[],
  form: ListingForm,
  bareEntry: string,
  show: ShownDescription,
): readonly string[] {
  return lines.map((line) => {
    const shown = show(line);
    return line.written.entry(shown === undefined ? bareEntry : form.entry, shown);
  });
}

export function inForm(entries: readonly string[], form: ListingForm): string {
  return [form.before, ...entries, form.after].join("");
}
