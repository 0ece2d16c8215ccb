/** Two letters for each system, as chemists write elements: readable when small, and no vendor's mark. */
const LETTERS: Readonly<Record<string, string>> = {
  "claude.ai and Skills API": "Ai",
  "Agent Flow Lite": "Af",
  "Agent Skills": "As",
  "Claude Code": "Cc",
  Claude: "Cl",
  Codex: "Cx",
  "Copilot CLI": "Cp",
  Cursor: "Cu",
  "Gemini CLI": "Ge",
  GAIA: "Ga",
  "GAIA, nested": "Gn",
  Goose: "Go",
  GSV: "Gs",
  "MCP SDK": "Ms",
  OpenClaw: "Ow",
  OpenCode: "Oc",
  "Personal MCP": "Pm",
  "VS Code": "Vs",
};

/** How many systems a skill can work on. */
export const SYSTEM_COUNT: number = Object.keys(LETTERS).length;

/** Without the release: `Codex 0.166.0` is Codex. */
export function splitRelease(title: string): readonly [name: string, release: string] {
  const at = /^(.*\S) (\d[\d.]*)$/u.exec(title);
  return [at?.[1] ?? title, at?.[2] ?? ""];
}

export function lettersOf(title: string): string {
  const known = LETTERS[splitRelease(title)[0]];
  if (known !== undefined) return known;
  const [first = "?", second = first.slice(1)] = title.split(/[^A-Za-z]+/u).filter(Boolean);
  return `${first.charAt(0).toUpperCase()}${second.charAt(0).toLowerCase()}`;
}

/** Titles of systems in the order in which people use them: agents first, formats after them. */
const ORDER = [
  "Claude Code",
  "Codex",
  "Cursor",
  "Copilot CLI",
  "Gemini CLI",
  "OpenCode",
  "OpenClaw",
  "VS Code",
  "Goose",
  "claude.ai and Skills API",
];

/** Systems with those first that people use most. */
export function sortByUse<Item>(items: readonly Item[], titleOf: (item: Item) => string): Item[] {
  const rank = (item: Item): number => {
    const at = ORDER.indexOf(splitRelease(titleOf(item))[0]);
    return at === -1 ? ORDER.length : at;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}
