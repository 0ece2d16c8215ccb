/** The list of skills that Copilot CLI gives its model: an element each, as long as there is room. */

export interface Element {
  readonly name: string;
  readonly description: string;
  readonly location: string;
}

/** Characters of the whole list. */
const BUDGET = 15_000;

/** What comes with Copilot CLI and takes room: the length of each element, with the line break after it. */
export const BUILT_IN: readonly { readonly name: string; readonly length: number }[] = [
  { name: "customize-cloud-agent", length: 444 },
  { name: "github-pr-media", length: 325 },
];

/** Undefined for those that find no room: their names alone stand behind the list. */
export function listElements(
  elements: readonly (Element | (typeof BUILT_IN)[number])[],
): readonly (string | undefined)[] {
  let left = BUDGET;
  let isFull = false;
  return elements.map((element) => {
    const text = "length" in element ? undefined : render(element);
    const cost = "length" in element ? element.length : (text ?? "").length + 1;
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
