import type { Random } from "./random.ts";
import { topics } from "./words.ts";
import { writeBlock } from "./yaml.ts";

const tools: readonly string[] = [
  "Read",
  "Write",
  "Edit",
  "Grep",
  "Glob",
  "Bash",
  "WebFetch",
  "Task",
];

/** `allowed-tools` as a list in a string: the form most plugins use. */
export function commaTools(random: Random): string {
  const quote = random.chance(0.3) ? '"' : "";
  return `allowed-tools: ${quote}${names(random).join(", ")}${quote}\n`;
}

/** `allowed-tools` in the other forms: array, one token, blanks as the specification has it, empty. */
export function mixedTools(random: Random): string {
  const form = random.next();
  if (form < 0.5) return writeBlock("allowed-tools", names(random));
  if (form < 0.68) return `allowed-tools: [${names(random).join(", ")}]\n`;
  if (form < 0.84) return `allowed-tools: ${random.pick(["Bash", "Read", "Bash(git:*)"])}\n`;
  if (form < 0.93) return `allowed-tools: ${names(random).join(" ")}\n`;
  return form < 0.995 ? commaTools(random) : "allowed-tools: []\n";
}

function names(random: Random): string[] {
  const chosen = random.sample(tools, random.integer(2, 5));
  if (random.chance(0.47)) {
    const command = random.pick(topics);
    chosen.push(random.chance(0.08) ? `Bash(${command} *)` : `Bash(${command}:*)`);
  }
  if (random.chance(0.04)) chosen.push(`mcp__${random.pick(topics)}__search`);
  return chosen;
}
