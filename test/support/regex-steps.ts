/**
 * Counts the steps that a backtracking engine takes for a search, so that a test can tell a pattern that blows up
 * from one that does not without a clock.
 */
import { longestMatch, type Edge, type Tree } from "./regex-tree.ts";

export class TooManySteps extends Error {}

type Next = (at: number) => boolean;

/** What a set says of each character code that was asked for. */
interface KnownSet {
  readonly set: RegExp;
  readonly answers: boolean[];
}

/** By the flags of a pattern, and the source of a set in it. */
const known = new Map<string, Map<string, KnownSet>>();

class Matcher {
  steps = 0;
  readonly #text: string;
  readonly #flags: string;
  readonly #limit: number;
  readonly #sets: Map<string, KnownSet>;
  readonly #isMany: boolean;
  readonly #groups = new Map<number, string>();

  constructor(text: string, flags: string, limit: number) {
    this.#text = text;
    this.#flags = flags.replaceAll(/[gyd]/gu, "");
    this.#limit = limit;
    this.#isMany = flags.includes("m");
    this.#sets = known.get(this.#flags) ?? new Map<string, KnownSet>();
    known.set(this.#flags, this.#sets);
  }

  /** The first match at or after a place, as its start and its end. */
  search(tree: Tree, from: number, isSticky: boolean): readonly [number, number] | undefined {
    const last = isSticky ? from : this.#text.length;
    for (let start = from; start <= last; start++) {
      this.#step();
      let end = -1;
      const accept = (at: number): boolean => {
        end = at;
        return true;
      };
      if (this.#match(tree, start, accept)) return [start, end];
      if (isAnchored(tree, this.#flags)) return undefined;
    }
    return undefined;
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
        for (const option of tree.options) if (this.#match(option, at, next)) return true;
        return false;
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

  #sequence(parts: readonly Tree[], first: number, start: number, next: Next): boolean {
    let index = first;
    let at = start;
    // What can be taken in one way alone needs no way back.
    for (; ; index++) {
      const part = parts[index];
      if (part?.kind === "set") {
        if (!this.#isIn(part.source, at)) return false;
        at += 1;
      } else if (part?.kind === "edge") {
        if (!this.#isEdge(part.sign, at)) return false;
      } else break;
    }
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
    for (; end - at >= tree.min; end--) {
      this.#step();
      if (next(end)) return true;
    }
    return false;
  }

  #look({ isBehind, isNot, body }: Extract<Tree, { kind: "look" }>, at: number): boolean {
    if (!isBehind) return this.#match(body, at, () => true) !== isNot;
    // An engine goes backwards from here and looks no further than the body can reach.
    const first = Math.max(0, at - longestMatch(body));
    for (let start = at; start >= first; start--)
      if (this.#match(body, start, (end) => end === at)) return !isNot;
    return isNot;
  }

  #isIn(source: string, at: number): boolean {
    this.#step();
    if (at >= this.#text.length) return false;
    let found = this.#sets.get(source);
    if (found === undefined) {
      found = { set: new RegExp(`^${source}$`, this.#flags.replace("m", "")), answers: [] };
      this.#sets.set(source, found);
    }
    const { set, answers } = found;
    return (answers[this.#text.charCodeAt(at)] ??= set.test(this.#text.charAt(at)));
  }

  #isEdge(sign: Edge, at: number): boolean {
    this.#step();
    if (sign === "^") return at === 0 || (this.#isMany && isLineEnd(this.#text.charCodeAt(at - 1)));
    if (sign === "$")
      return at === this.#text.length || (this.#isMany && isLineEnd(this.#text.charCodeAt(at)));
    const isBetween = isWord(this.#text.charCodeAt(at - 1)) !== isWord(this.#text.charCodeAt(at));
    return isBetween === (sign === "\\b");
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

/** Before the first and after the last character the code is not a number, and no word. */
function isWord(code: number): boolean {
  if (code >= 97) return code <= 122;
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** Whether a match can only begin where the text begins: engines try no other place then. */
function isAnchored(tree: Tree, flags: string): boolean {
  if (flags.includes("m")) return false;
  switch (tree.kind) {
    case "edge":
      return tree.sign === "^";
    case "sequence":
      return tree.parts[0] !== undefined && isAnchored(tree.parts[0], flags);
    case "choice":
      return tree.options.every((option) => isAnchored(option, flags));
    case "group":
      return isAnchored(tree.body, flags);
    default:
      return false;
  }
}

/** Steps of a search through a text: for one match, or for all with the flag `g`; throws above the limit. */
export function countSteps(tree: Tree, flags: string, text: string, limit: number): number {
  const matcher = new Matcher(text, flags, limit);
  const isSticky = flags.includes("y");
  let match = matcher.search(tree, 0, isSticky);
  while (match !== undefined && flags.includes("g")) {
    const [start, end] = match;
    const from = end > start ? end : end + 1;
    match = from > text.length ? undefined : matcher.search(tree, from, isSticky);
  }
  return matcher.steps;
}
