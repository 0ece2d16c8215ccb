/**
 * Counts the steps that a backtracking engine takes for a search, so that a test can tell a pattern that blows up
 * from one that does not without a clock.
 */
import { readRegex, type Tree } from "./regex-tree.ts";

export class TooManySteps extends Error {}

type Next = (at: number) => boolean;

class Matcher {
  steps = 0;
  readonly #text: string;
  readonly #flags: string;
  readonly #limit: number;
  readonly #sets = new Map<string, RegExp>();
  readonly #groups = new Map<number, string>();

  constructor(text: string, flags: string, limit: number) {
    this.#text = text;
    this.#flags = flags.replaceAll(/[gyd]/gu, "");
    this.#limit = limit;
  }

  search(tree: Tree): boolean {
    for (let start = 0; start <= this.#text.length; start++) {
      this.#step();
      if (this.#match(tree, start, () => true)) return true;
    }
    return false;
  }

  #step(): void {
    if (++this.steps > this.#limit) throw new TooManySteps(String(this.steps));
  }

  #match(tree: Tree, at: number, next: Next): boolean {
    switch (tree.kind) {
      case "set":
        return this.#isIn(tree.source, at) && next(at + 1);
      case "sequence":
        return this.#sequence(tree.parts, 0, at, next);
      case "choice":
        return tree.options.some((option) => this.#match(option, at, next));
      case "group":
        return this.#match(tree.body, at, (end) => {
          if (tree.number > 0) this.#groups.set(tree.number, this.#text.slice(at, end));
          return next(end);
        });
      case "look":
        return this.#look(tree, at) && next(at);
      case "repeat":
        return tree.body.kind === "set"
          ? this.#repeatSet(tree, tree.body.source, at, next)
          : this.#repeat(tree, 0, at, next);
      case "edge":
        return this.#isEdge(tree.sign, at) && next(at);
      case "again": {
        const text = this.#groups.get(tree.number) ?? "";
        return this.#text.startsWith(text, at) && next(at + text.length);
      }
    }
  }

  #sequence(parts: readonly Tree[], index: number, at: number, next: Next): boolean {
    const part = parts[index];
    if (part === undefined) return next(at);
    return this.#match(part, at, (end) => this.#sequence(parts, index + 1, end, next));
  }

  #repeat(tree: Extract<Tree, { kind: "repeat" }>, count: number, at: number, next: Next): boolean {
    this.#step();
    const more = (): boolean =>
      count < tree.max &&
      this.#match(tree.body, at, (end) => end !== at && this.#repeat(tree, count + 1, end, next));
    const enough = (): boolean => count >= tree.min && next(at);
    return tree.isLazy ? enough() || more() : more() || enough();
  }

  /** In a loop, since a long run would be too deep otherwise. */
  #repeatSet(
    tree: Extract<Tree, { kind: "repeat" }>,
    source: string,
    at: number,
    next: Next,
  ): boolean {
    let end = at;
    if (tree.isLazy) {
      for (; ; end++) {
        if (end - at >= tree.min && next(end)) return true;
        if (end - at >= tree.max || !this.#isIn(source, end)) return false;
      }
    }
    while (end - at < tree.max && this.#isIn(source, end)) end++;
    for (; end - at >= tree.min; end--) if (next(end)) return true;
    return false;
  }

  #look({ isBehind, isNot, body }: Extract<Tree, { kind: "look" }>, at: number): boolean {
    if (!isBehind) return this.#match(body, at, () => true) !== isNot;
    // An engine goes backwards from here and looks no further than the body can reach.
    const first = Math.max(0, at - longestOf(body));
    for (let start = at; start >= first; start--)
      if (this.#match(body, start, (end) => end === at)) return !isNot;
    return isNot;
  }

  #isIn(source: string, at: number): boolean {
    this.#step();
    if (at >= this.#text.length) return false;
    let set = this.#sets.get(source);
    if (set === undefined) {
      set = new RegExp(`^${source}$`, this.#flags.replace("m", ""));
      this.#sets.set(source, set);
    }
    return set.test(this.#text.charAt(at));
  }

  #isEdge(sign: "^" | "$" | "\\b" | "\\B", at: number): boolean {
    this.#step();
    const isMany = this.#flags.includes("m");
    if (sign === "^") return at === 0 || (isMany && this.#text[at - 1] === "\n");
    if (sign === "$") return at === this.#text.length || (isMany && this.#text[at] === "\n");
    const isWord = (place: number): boolean => /\w/u.test(this.#text.charAt(place));
    return (isWord(at - 1) !== isWord(at)) === (sign === "\\b");
  }
}

/** The most characters that a tree can match. */
function longestOf(tree: Tree): number {
  switch (tree.kind) {
    case "set":
      return 1;
    case "sequence":
      return tree.parts.reduce((sum, part) => sum + longestOf(part), 0);
    case "choice":
      return Math.max(0, ...tree.options.map(longestOf));
    case "group":
      return longestOf(tree.body);
    case "repeat": {
      const one = longestOf(tree.body);
      return one === 0 ? 0 : one * tree.max;
    }
    case "again":
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

/** Steps of one search through a text; throws above the limit. */
export function countSteps(pattern: RegExp, text: string, limit: number): number {
  const matcher = new Matcher(text, pattern.flags, limit);
  matcher.search(readRegex(pattern.source));
  return matcher.steps;
}

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
}

/** Texts that make a pattern repeat itself: what leads to each repetition, and one round of it. */
export function attacksOn(pattern: RegExp): readonly Attack[] {
  const attacks: Attack[] = [];
  const flags = pattern.flags.replaceAll(/[gydm]/gu, "");
  collect(readRegex(pattern.source), "", flags, attacks);
  const known = new Set<string>();
  return attacks.filter(({ prefix, pump }) => {
    const key = `${prefix}\0${pump}`;
    if (pump === "" || known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** Returns a text that the tree matches, as far as one is easily found. */
function collect(tree: Tree, prefix: string, flags: string, attacks: Attack[]): string {
  switch (tree.kind) {
    case "set":
      return sampleOf(tree.source, flags);
    case "sequence": {
      let text = "";
      for (const part of tree.parts) text += collect(part, prefix + text, flags, attacks);
      return text;
    }
    case "choice":
      return tree.options.map((option) => collect(option, prefix, flags, attacks))[0] ?? "";
    case "group":
      return collect(tree.body, prefix, flags, attacks);
    case "repeat": {
      const body = collect(tree.body, prefix, flags, attacks);
      if (tree.max > 1)
        attacks.push({ prefix, pump: body }, { prefix: "", pump: prefix.slice(-8) + body });
      return body.repeat(tree.min);
    }
    default:
      return "";
  }
}

const SAMPLES = " a0A-_/.=:\"'\n(,;<\\{[*x+|&@#$%!?]})>~^`e1z".split("");

function sampleOf(source: string, flags: string): string {
  const set = new RegExp(`^${source}$`, flags);
  for (const sample of SAMPLES) if (set.test(sample)) return sample;
  for (let code = 33; code < 0x600; code++)
    if (set.test(String.fromCharCode(code))) return String.fromCharCode(code);
  return "";
}
