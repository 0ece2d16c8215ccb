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
