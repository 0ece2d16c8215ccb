import { fillText } from "./fill.ts";

/** `{{name}}`: letters, digits, underscore, hyphen; nothing else is a placeholder. */
const PLACEHOLDER = /\{\{([a-zA-Z0-9_-]+)\}\}/g;
const NAME = /^[a-zA-Z0-9_-]+$/;
/** What a check on saving sees: word characters of any script, no hyphen. */
const CHECKED = /\{\{([\p{L}\p{N}_]+)\}\}/gu;

export interface PlaceholderUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Every `{{name}}` that substitution would touch, in order. */
export function findPlaceholders(text: string): readonly PlaceholderUse[] {
  if (!text.includes("{{")) return [];
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    name: match[1] as string,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Placeholders without an input, sorted, each once, by the rule that applies on saving. */
export function undeclaredPlaceholders(
  text: string,
  declared: ReadonlySet<string>,
): readonly string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(CHECKED)) {
    const name = match[1] as string;
    if (!declared.has(name)) names.add(name);
  }
  return [...names].sort();
}

/** Whether a placeholder can have this name, so that substitution fills it. */
export function isPlaceholderName(name: string): boolean {
  return NAME.test(name);
}

/** Every placeholder that nothing fills, sorted, each once: also those that the check on saving passes over. */
export function unfilledPlaceholders(
  text: string,
  declared: ReadonlySet<string>,
): readonly string[] {
  const touched = findPlaceholders(text).map(({ name }) => name);
  const names = touched.filter((name) => !declared.has(name));
  return [...new Set([...undeclaredPlaceholders(text, declared), ...names])].sort();
}

export interface TemplateInput {
  readonly name: string;
  readonly default?: string | undefined;
}

/** One pass: value, then default, then nothing; values are inserted as they are. */
export function renderTemplate(
  text: string,
  inputs: readonly TemplateInput[],
  values: { readonly [name: string]: string },
): string {
  const defaults = new Map(inputs.map((input) => [input.name, input.default]));
  return fillText(text, PLACEHOLDER, ([, name = ""]) => {
    if (!defaults.has(name)) return "";
    if (Object.hasOwn(values, name)) return values[name] as string;
    return defaults.get(name) ?? "";
  });
}
