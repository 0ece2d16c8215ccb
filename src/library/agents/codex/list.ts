/** The list of skills that Codex gives its model: a line each, within two percent of the context. */

export interface Line {
  readonly name: string;
  readonly description: string;
  /** The path behind the number of its root: `r1/pdf/SKILL.md`. */
  readonly file: string;
}

export interface ListedLine {
  readonly text: string;
  /** How many characters of the description stand in it, and what comes after them. */
  readonly kept: number;
  readonly tail: string;
}

/** Two percent of 272,000 tokens, at four bytes each. */
const BUDGET = 5440;
const BYTES_PER_TOKEN = 4;
const MAX_DESCRIPTION = 1024;
const TAIL = "...";

/** Undefined for those that find no room even without a description. */
export function listLines(lines: readonly Line[]): readonly (ListedLine | undefined)[] {
  const capped = lines.map((line) => ({ ...line, ...capDescription(line.description) }));
  const whole = capped.map((line) => render(line, [...line.shown].length));
  if (sum(whole.map(costOf)) <= BUDGET)
    return whole.map((text, index) => listed(text, capped[index]));
  return squeeze(capped);
}

interface CappedDescription extends Line {
  readonly shown: string;
  readonly kept: number;
  readonly tail: string;
}

function capDescription(description: string): Pick<CappedDescription, "shown" | "kept" | "tail"> {
  const characters = [...description];
  if (characters.length <= MAX_DESCRIPTION)
    return { shown: description, kept: characters.length, tail: "" };
  const kept = MAX_DESCRIPTION - TAIL.length;
  return { shown: characters.slice(0, kept).join("") + TAIL, kept, tail: TAIL };
}

/** Gives every line a character in turn, as long as there is room. */
function squeeze(lines: readonly CappedDescription[]): readonly (ListedLine | undefined)[] {
  let left = BUDGET;
  const bare = lines.map((line) => {
    const text = render(line, 0);
    if (costOf(text) > left) return undefined;
    left -= costOf(text);
    return { text, kept: 0, tail: "" };
  });
  // Where not even the names of all find room, no description does.
  if (bare.includes(undefined)) return bare;
  const characters = lines.map((line) => [...line.shown]);
  const bytes = lines.map((line) => byteLength(render(line, 0)) + 1);
  const taken = lines.map(() => 0);
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const [index, all] of characters.entries()) {
      const count = taken[index] ?? 0;
      const next = all[count];
      if (next === undefined) continue;
      const size = bytes[index] ?? 0;
      // With the first character comes the blank before it.
      const grown = size + byteLength(next) + (count === 0 ? 1 : 0);
      const cost = tokens(grown) - tokens(size);
      if (cost > left) continue;
      left -= cost;
      bytes[index] = grown;
      taken[index] = count + 1;
      hasGrown = true;
    }
  }
  return lines.map((line, index) => {
    const count = taken[index] ?? 0;
    if (count === (characters[index] ?? []).length) return listed(render(line, count), line);
    return { text: render(line, count), kept: count, tail: "" };
  });
}

function listed(text: string, line: CappedDescription | undefined): ListedLine {
  return { text, kept: line?.kept ?? 0, tail: line?.tail ?? "" };
}

function render({ name, shown, file }: CappedDescription, count: number): string {
  const text = [...shown].slice(0, count).join("");
  return text === "" ? `- ${name}: (file: ${file})` : `- ${name}: ${text} (file: ${file})`;
}

function costOf(line: string): number {
  return tokens(byteLength(line) + 1);
}

function tokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
