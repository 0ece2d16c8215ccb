/** The list of skills that Copilot CLI gives its model: an element each, as long as there is room. */

export interface Element {
  readonly name: string;
  readonly description: string;
  readonly location: string;
}

/** Characters of the whole list. */
const BUDGET = 15_000;

/** Undefined for those that find no room: their names alone stand behind the list. */
export function listElements(elements: readonly Element[]): readonly (string | undefined)[] {
  let left = BUDGET;
  let isFull = false;
  return elements.map((element) => {
    const text = render(element);
    const cost = text.length + 1;
    isFull ||= cost > left;
    if (isFull) return undefined;
    left -= cost;
    return text;
  });
}

function render({ name, description, location }: Element): string {
  return [
    "<skill>",
    `  <name>${escape(name)}</name>`,
    `  <description>${escape(description)}</description>`,
    `  <location>${location}</location>`,
    "</skill>",
  ].join("\n");
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
