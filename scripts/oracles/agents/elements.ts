/** `<skill>` elements of a prompt, as three of the programs write them. */

export interface SkillElement {
  readonly name: string;
  readonly text: string;
  readonly location: string;
  readonly shown: string;
}

const ELEMENT =
  /[ \t]*<skill>\n[ \t]*<name>([^]*?)<\/name>\n(?:[ \t]*<description>([^]*?)<\/description>\n)?(?:[ \t]*<location>([^]*?)<\/location>\n)?[ \t]*<\/skill>/gu;

export function readElements(prompt: string): readonly SkillElement[] {
  const start = prompt.lastIndexOf("<available_skills>");
  if (start < 0) return [];
  return [...prompt.slice(start).matchAll(ELEMENT)].map((match) => ({
    name: match[1] ?? "",
    text: match[2] ?? "",
    location: match[3] ?? "",
    shown: match[0],
  }));
}

/** All strings inside a JSON value, in order. */
export function readStrings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(readStrings);
}
