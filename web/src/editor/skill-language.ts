/** What the editor knows of a SKILL.md: its syntax, its fields and their values. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import type { Extension, Text } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { FieldInfo } from "../engine/systems.ts";

/** Gives the fields once they are known; no fields where they cannot be known. */
export type LoadFields = () => Promise<readonly FieldInfo[]>;

/**
 * Asks for the fields whenever it needs them, so that a word which is written before they are there is completed
 * once they come, and nothing that is shown is closed by their coming.
 */
export function skillLanguage(loadFields?: LoadFields): Extension {
  const syntax = yamlFrontmatter({ content: markdown() });
  if (loadFields === undefined) return syntax;
  return [
    syntax,
    autocompletion({
      override: [async (context) => complete(context, await loadFields())],
    }),
    hoverTooltip(async (view, position) => hover(view.state.doc, position, await loadFields())),
  ];
}

/** A line of the frontmatter, with the keys that it stands under. */
interface Place {
  readonly path: readonly string[];
  /** The key of the line, where it has one. */
  readonly key: string;
  /** Where the key begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Where the value begins; undefined before the colon is written. */
  readonly valueFrom: number | undefined;
}

const LINE = /^(?<pad>\s*(?:- +)*)(?<key>[\w-]*)(?<colon>\s*:(?<gap>\s?))?/u;

/** Undefined outside of the frontmatter. */
function placeAt(doc: Text, position: number): Place | undefined {
  const line = doc.lineAt(position);
  if (!/^---\s*$/u.test(doc.line(1).text) || line.number === 1) return undefined;
  for (let number = 2; number <= line.number; number += 1)
    if (/^---\s*$/u.test(doc.line(number).text)) return undefined;
  const { pad = "", key = "", colon } = LINE.exec(line.text)?.groups ?? {};
  const from = line.from + pad.length;
  return {
    path: above(doc, line.number, pad.length),
    key,
    from,
    to: from + key.length,
    valueFrom: colon === undefined ? undefined : from + key.length + colon.length,
  };
}

/** Keys of the lines above that are less indented, each less than the one below it. */
function above(doc: Text, lineNumber: number, indent: number): readonly string[] {
  const path: string[] = [];
  let least = indent;
  for (let number = lineNumber - 1; number > 1 && least > 0; number -= 1) {
    const { pad = "", key = "", colon } = LINE.exec(doc.line(number).text)?.groups ?? {};
    if (colon === undefined || pad.length >= least) continue;
    path.unshift(key);
    least = pad.length;
  }
  return path;
}

export function complete(
  context: CompletionContext,
  fields: readonly FieldInfo[],
): CompletionResult | null {
  const place = placeAt(context.state.doc, context.pos);
  if (place === undefined) return null;
  if (place.valueFrom === undefined || context.pos <= place.to) {
    if (!context.explicit && place.key === "") return null;
    return { from: place.from, options: keysBelow(fields, place.path), validFor: /^[\w-]*$/u };
  }
  if (context.pos < place.valueFrom) return null;
  const field = find(fields, [...place.path, place.key]);
  const options = (field?.values ?? []).map((label): Completion => ({ label, type: "constant" }));
  return options.length === 0 ? null : { from: place.valueFrom, options, validFor: /^[\w-]*$/u };
}

/** The next key of every field that stands below a path. */
function keysBelow(fields: readonly FieldInfo[], path: readonly string[]): readonly Completion[] {
  const found = new Map<string, Completion>();
  for (const field of fields) {
    const key = field.path[path.length];
    if (key === undefined || !path.every((step, index) => field.path[index] === step)) continue;
    const isField = field.path.length === path.length + 1;
    if (found.has(key) && !isField) continue;
    found.set(key, {
      label: key,
      type: "property",
      apply: isField && field.control !== "none" ? `${key}: ` : `${key}:`,
      detail: isField && field.isRequired ? "required" : "",
      ...(isField ? { info: `${field.doc} Takes ${plain(field.takes)}.` } : {}),
      boost: isField && field.isRequired ? 2 : 0,
    });
  }
  return [...found.values()];
}

function find(fields: readonly FieldInfo[], path: readonly string[]): FieldInfo | undefined {
  return fields.find((field) => field.path.join("\0") === path.join("\0"));
}

function hover(doc: Text, position: number, fields: readonly FieldInfo[]): Tooltip | null {
  const place = placeAt(doc, position);
  if (place === undefined || position < place.from || position > place.to) return null;
  const field = find(fields, [...place.path, place.key]);
  if (field === undefined) return null;
  return {
    pos: place.from,
    end: place.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-field-hover";
      dom.append(paragraph(field.doc), paragraph(`Takes ${plain(field.takes)}.`));
      if (field.isRequired) dom.append(paragraph("It is required."));
      return { dom };
    },
  };
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
