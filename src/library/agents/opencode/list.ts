/** The list of skills that OpenCode gives its model: only the path is escaped, nothing is cut. */

export function entryOf(skill: {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}): string {
  return [
    "  <skill>",
    `    <name>${skill.name}</name>`,
    `    <description>${skill.description}</description>`,
    `    <location>${escape(skill.path)}</location>`,
    "  </skill>",
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(path: string): string {
  return path.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

const collator = new Intl.Collator("en-US");

export function inOrder(one: { readonly name: string }, other: { readonly name: string }): number {
  return collator.compare(one.name, other.name);
}
