/** The list of skills that Claude Code gives its model: a line each, within one percent of the context. */
import { isPlainName } from "./text.ts";
import { widthOf } from "./width.ts";

export interface Line {
  readonly name: string;
  /** The other name, where it has one. */
  readonly display: string | undefined;
  readonly text: string;
  readonly isNameOnly: boolean;
}

/** What comes with Claude Code and takes room in the list: names and the length of what they say. */
interface BundledSkills {
  readonly name: string;
  readonly length: number;
  /** Line breaks in it, which take no room. */
  readonly breaks?: number;
  /** It loses its text as those of the user do. */
  readonly isCommand?: true;
}

const BUNDLED: readonly BundledSkills[] = [
  { name: "dataviz", length: 1436 },
  { name: "update-config", length: 690 },
  { name: "keybindings-help", length: 228 },
  { name: "code-review", length: 825 },
  { name: "simplify", length: 176 },
  { name: "fewer-permission-prompts", length: 163 },
  { name: "loop", length: 336 },
  { name: "claude-api", length: 1157, breaks: 2 },
  { name: "workflow-authoring", length: 230 },
  { name: "run", length: 361 },
  { name: "plugin-authoring", length: 255 },
  { name: "init", length: 59, isCommand: true },
  { name: "security-review", length: 71, isCommand: true },
];

/** Where the skills that come with Claude Code are switched off, this one stays. */
const ALWAYS = "plugin-authoring";

/** Names of built-in commands: a skill that gives itself one of them as its other name does not get it. */
const TAKEN = new Set(
  (
    "__remote-workflow add-dir agents auto-mode-setup autocompact background batch branch btw bug cd claude-api clear " +
    "code-review color compact config context copy dataviz debug deep-research design design-consent design-login " +
    "design-revoke design-sync diff doctor effort exit export fast feedback fewer-permission-prompts focus fork goal " +
    "heapdump help hooks ide init insights keybindings keybindings-help list-agents login logout loop mcp memory mobile " +
    "model output-style passes permissions plan plugin plugin-authoring powerup pro-trial-expired radio recap " +
    "reload-plugins reload-skills rename resume run run-skill-generator security-review setup-bedrock setup-vertex " +
    "simplify skills status stickers subtask tasks team-onboarding terminal-setup theme tui update-config usage verify " +
    "workflow-authoring workflow-launch-exec workflows"
  ).split(" "),
);

export interface Limits {
  readonly maxDescription: number;
  readonly budget: number;
  readonly hasBundled: boolean;
}

/** The lines for `lines`, which are some of `all`. */
export function listLines(
  lines: readonly Line[],
  all: readonly Line[],
  { maxDescription, budget, hasBundled }: Limits,
): readonly string[] {
  const labels = assignLabels(all);
  const own = lines.map((line) => {
    if (line.isNameOnly) return { bare: `- ${line.name}`, full: `- ${line.name}`, isFixed: true };
    const bare = `- ${labels.get(line) ?? line.name}`;
    const full = `${bare}: ${capped(line.text, maxDescription)}`;
    return { bare, full: full.toWellFormed(), isFixed: false };
  });
  const names = new Set(all.map(({ name }) => name));
  const bundled = BUNDLED.filter(({ name }) => !names.has(name)).filter(
    ({ name }) => hasBundled || name === ALWAYS,
  );
  const others = bundled.map(({ name, length, breaks = 0, isCommand }) => ({
    bare: `- ${name}`,
    full: `- ${name}: ${"x".repeat(Math.min(length, maxDescription) - breaks)}`,
    isFixed: isCommand !== true,
  }));
  const entries = [...own, ...others].map((entry) => ({
    ...entry,
    bareWidth: widthOf(entry.bare),
    fullWidth: widthOf(entry.full),
  }));
  const breaks = entries.length - 1;
  if (sum(entries.map(({ fullWidth }) => fullWidth)) + breaks <= budget)
    return own.map(({ full }) => full);
  // Names stand in any case; texts are added from the first to the last, where they still find room.
  let left =
    budget -
    breaks -
    sum(entries.map(({ isFixed, bareWidth, fullWidth }) => (isFixed ? fullWidth : bareWidth)));
  const shown = entries.map(({ bare, full, bareWidth, fullWidth, isFixed }) => {
    if (isFixed) return full;
    const cost = fullWidth - bareWidth;
    if (cost > left) return bare;
    left -= cost;
    return full;
  });
  return shown.slice(0, own.length);
}

/** The name, and the other one behind it where it is plain and nobody else's. */
function assignLabels(all: readonly Line[]): ReadonlyMap<Line, string> {
  const names = new Set(all.map(({ name }) => name));
  const taken = new Set<string>();
  const labels = new Map<Line, string>();
  for (const line of all) {
    const { name, display } = line;
    const isFree =
      display !== undefined &&
      display !== name &&
      !name.endsWith(`:${display}`) &&
      isPlainName(display) &&
      !names.has(display) &&
      !TAKEN.has(display) &&
      !taken.has(display);
    if (display !== undefined) taken.add(display);
    labels.set(line, isFree ? `${name} (${display})` : name);
  }
  return labels;
}

/** In UTF-16 units: half of a character may be lost. */
function capped(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}\u2026` : text;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
