/**
 * Patterns for paths. A path is followed through all that a pattern allows at once, so that no pattern takes more
 * time than its length times that of the path; a regular expression would try one way after the other.
 */

interface GlobSyntax {
  /** `{a,b}` is one of both. */
  readonly hasChoices?: boolean;
  /** `[abc]`, `[a-z]` and `[!a]` are one character. */
  readonly hasSets?: boolean;
}

type Test = (character: string) => boolean;

interface State {
  readonly test?: Test;
  /** After a character that the test takes; without a test, at once. */
  readonly next: number[];
}

const ANY: Test = () => true;
const IN_NAME: Test = (character) => character !== "/";

/** `*` and `?` stay within a name, `**` goes through folders. */
export function compileGlob(pattern: string, syntax: GlobSyntax = {}): (path: string) => boolean {
  const builder = new GlobBuilder(pattern, syntax);
  const end = builder.build();
  const { states } = builder;
  return (path) => {
    let reached = follow(states, [0]);
    for (const character of path) {
      const next: number[] = [];
      for (const at of reached)
        if (states[at]?.test?.(character) === true) next.push(...(states[at]?.next ?? []));
      reached = follow(states, next);
      if (reached.size === 0) return false;
    }
    return reached.has(end);
  };
}

function follow(states: readonly State[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set(from);
  for (const at of reached) {
    const { test, next } = states[at] ?? { next: [] };
    if (test === undefined) for (const to of next) reached.add(to);
  }
  return reached;
}

class GlobBuilder {
  readonly states: State[] = [];
  readonly #pattern: readonly string[];
  readonly #syntax: GlobSyntax;
  readonly #lastBrace: number;
  #at = 0;

  constructor(pattern: string, syntax: GlobSyntax) {
    this.#pattern = [...pattern];
    this.#syntax = syntax;
    this.#lastBrace = this.#pattern.lastIndexOf("}");
  }

  /** The state at which the whole pattern has been gone through. */
  build(): number {
    return this.#sequence(this.#add(), 0);
  }

  #add(test?: Test): number {
    return this.states.push(test === undefined ? { next: [] } : { test, next: [] }) - 1;
  }

  #link(from: number, to: number): void {
    this.states[from]?.next.push(to);
  }

  #one(from: number, test: Test): number {
    const taking = this.#add(test);
    const after = this.#add();
    this.#link(from, taking);
    this.#link(taking, after);
    return after;
  }

  #many(from: number, test: Test): number {
    const head = this.#add();
    const taking = this.#add(test);
    const after = this.#add();
    this.#link(from, head);
    this.#link(head, taking);
    this.#link(taking, head);
    this.#link(head, after);
    return after;
  }

  #sequence(from: number, depth: number): number {
    let at = from;
    for (; this.#at < this.#pattern.length; this.#at++) {
      const character = this.#pattern[this.#at] as string;
      if (depth > 0 && (character === "," || character === "}")) return at;
      at = this.#part(at, character, depth);
    }
    return at;
  }

  #part(from: number, character: string, depth: number): number {
    if (character === "*") return this.#star(from);
    if (character === "?") return this.#one(from, IN_NAME);
    if (character === "{" && this.#syntax.hasChoices === true && this.#lastBrace > this.#at)
      return this.#choice(from, depth + 1);
    const set = character === "[" && this.#syntax.hasSets === true ? this.#set() : undefined;
    return this.#one(from, set ?? ((other) => other === character));
  }

  #star(from: number): number {
    if (this.#pattern[this.#at + 1] !== "*") return this.#many(from, IN_NAME);
    this.#at++;
    const after = this.#many(from, ANY);
    if (this.#pattern[this.#at + 1] !== "/") return after;
    this.#at++;
    // `**/` also stands for no folder at all.
    const inside = this.#one(after, (character) => character === "/");
    this.#link(from, inside);
    return inside;
  }

  #choice(from: number, depth: number): number {
    const after = this.#add();
    do {
      this.#at++;
      const start = this.#add();
      this.#link(from, start);
      this.#link(this.#sequence(start, depth), after);
    } while (this.#pattern[this.#at] === ",");
    return after;
  }

  /** One character of a set that is closed within its name; undefined where the bracket stands for itself. */
  #set(): Test | undefined {
    const start = this.#at + 1;
    const length = this.#pattern
      .slice(start)
      .findIndex((character) => character === "]" || character === "/");
    const end = start + length;
    if (length < 1 || this.#pattern[end] !== "]") return undefined;
    const isNot = this.#pattern[start] === "!" || this.#pattern[start] === "^";
    const ranges = readRanges(this.#pattern.slice(start + (isNot ? 1 : 0), end));
    this.#at = end;
    return (character) =>
      ranges.some(([first, last]) => character >= first && character <= last) !== isNot;
  }
}

function readRanges(characters: readonly string[]): readonly (readonly [string, string])[] {
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const first = characters[at] as string;
    const last = characters[at + 2];
    const isRange = characters[at + 1] === "-" && last !== undefined;
    ranges.push([first, isRange ? last : first]);
    if (isRange) at += 2;
  }
  return ranges;
}
