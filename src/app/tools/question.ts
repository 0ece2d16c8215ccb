/** What a person reads before agreeing to a skill. Its words are those of a stranger, who would rather not be read. */
import { oneLine } from "../../platform/index.ts";
import { type PolicyItem, type SandboxPolicy, scopesOf } from "../../run/authority/index.ts";

/** A screen that is small as screens are, without the lines of the question. */
const ROWS = 18;
const COLUMNS = 80;
/** Of what cannot be had anyway. */
const LONGEST_REFUSAL = 200;

/** The permissions, one a line, each with the mark that it is given, and variables that need none. */
export function policyLines(
  { items, environment }: Pick<SandboxPolicy, "items" | "environment">,
  markOf: (item: PolicyItem) => string,
): readonly string[] {
  const own = items.filter(({ parts }) => parts.domain === "env");
  const named = new Set(own.flatMap(({ parts }) => scopesOf(parts) ?? []));
  const others = environment.names.filter((name) => !named.has(name));
  const list = others.map((name) => `\`${name}\``).join(", ");
  const plain =
    others.length === 0 ? [] : [oneLine(`  - Read what it needs of the environment: ${list}.`)];
  return [...items.map((item) => renderItem(item, markOf(item))), ...plain];
}

function renderItem({ state, sentence, note = "" }: PolicyItem, mark: string): string {
  if (state !== "unavailable" && state !== "refused") return oneLine(`  ${mark} ${sentence}`);
  const line = oneLine(`  cannot ${sentence} ${note}`.trimEnd());
  return line.length > LONGEST_REFUSAL ? `${line.slice(0, LONGEST_REFUSAL)}…` : line;
}

/** The question, which says how many permissions there are where they do not all stand on the screen above it. */
export function questionAfter(
  lines: readonly string[],
  { items }: Pick<SandboxPolicy, "items">,
  question: string,
): string {
  const rows = lines.reduce((sum, line) => sum + Math.ceil(line.length / COLUMNS), 0);
  if (rows <= ROWS) return question;
  const wanted = items.filter(({ state }) => state === "granted" || state === "asks");
  const kinds = [...new Set(wanted.map(({ parts }) => `${parts.domain}:${parts.level}`))];
  return `${wanted.length} permissions (${kinds.toSorted().join(", ")}) are listed above: scroll up to read all. ${question}`;
}
