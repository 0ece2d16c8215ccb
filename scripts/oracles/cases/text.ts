/** Texts that the cases are made of. */

export const BODY = "\n# Heading of the body\n\nFirst paragraph of the body.\n";

/** A SKILL.md with these lines between its fences. */
export function skillText(head: readonly string[], body: string = BODY): string {
  return `---\n${head.map((line) => `${line}\n`).join("")}---\n${body}`;
}

export function plainSkill(name: string, description: string): string {
  return skillText([`name: ${name}`, `description: ${description}`], `# ${name}\n\nBody.\n`);
}

/** Text of this length in which each group of five characters says its offset. */
export function ruler(length: number): string {
  const groups = Array.from(
    { length: Math.ceil(length / 5) },
    (_, at) => `${String(at * 5).padStart(4, "0")} `,
  );
  return `${groups.join("").slice(0, length - 1)}x`;
}

const VERBS = ["Write", "Rename", "Split", "Compare", "Sort", "Build", "Extract", "Format"];
const NOUNS = ["clause", "draft", "icon", "chart", "schema", "ticket", "report", "layout", "cache"];

/** Sentences of this length that differ with the number. */
export function prose(length: number, seed: number): string {
  let text = "";
  for (let at = 0; text.length < length; at += 1) {
    const pick = (words: readonly string[], step: number): string =>
      words[(seed * 7 + at * step) % words.length] ?? "";
    text += `${pick(VERBS, 3)} ${pick(NOUNS, 5)} and ${pick(NOUNS, 2)} files when the ${pick(NOUNS, 4)} changes. `;
  }
  return `${text.slice(0, length - 1)}.`;
}
