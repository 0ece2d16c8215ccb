/**
 * Finds texts on which a backtracking engine may take more steps than a text has characters, times a bound.
 *
 * A search becomes quadratic where two repetitions can share a run: the same word leads around the first, from the
 * first to the second, and around the second. The search itself is the first repetition of a pattern that is not
 * anchored. It becomes exponential where one repetition can take the same word in two ways. Both are questions about
 * the automaton of the pattern, and the answers are words, which a test then repeats and counts the steps on.
 */
import { type Automaton, buildAutomaton, findLoops, type Way } from "./regex-automaton.ts";
import type { Edge, Tree } from "./regex-tree.ts";

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  /** Characters after it that the repetition does not take, so that the search for more fails. */
  readonly ends: readonly string[];
}

const MOST_ATTACKS = 60;
const MOST_LETTERS_TRIED = 6;
const MOST_ENDS = 4;
/** For all words of a pattern together. */
const MOST_NODES = 50_000;
/** As the letter before the first one. */
const NONE = -1;

export function findAttacks(
  tree: Tree,
  flags: string,
  most: number = MOST_ATTACKS,
): readonly Attack[] {
  const automaton = buildAutomaton(tree, flags);
  const search = new Search(automaton);
  const looped = search.looped();
  const rare = rareFirst(automaton);
  const attacks = new Map<string, Attack>();
  const prefixes = looped.length === 0 ? new Map<string, string>() : search.words();
  for (const p of looped) {
    for (const letter of lettersTried(automaton, p)) {
      const add = (
        beginnings: readonly string[],
        pump: string | undefined,
        last: number = p,
      ): void => {
        if (pump === undefined) return;
        const ends = othersThan(automaton, rare, last, MOST_ENDS);
        for (const prefix of beginnings) {
          const key = `${prefix}\0${pump}`;
          const known = attacks.get(key)?.ends ?? [];
          attacks.set(key, { prefix, pump, ends: [...new Set([...known, ...ends])] });
        }
      };
      if (!flags.includes("y"))
        add(["", ...othersThan(automaton, rare, p, 1)], search.sharedWord(undefined, p, letter));
      const beginnings = prefixesTo(automaton, rare, prefixes, p, letter);
      if (beginnings.length > 0) add(beginnings, search.ambiguousWord(p, letter));
      for (const q of beginnings.length > 0 ? looped : [])
        add(beginnings, search.sharedWord(p, q, letter), q);
      if (attacks.size >= most) return [...attacks.values()];
    }
  }
  return [...attacks.values()];
}

/** Characters that a position does not take, those first that the fewest positions take. */
function othersThan(
  { letters, takes }: Automaton,
  rare: readonly number[],
  position: number,
  most: number,
): readonly string[] {
  const others: string[] = [];
  for (const letter of rare) {
    if (others.length === most) break;
    if (takes[position]?.has(letter) !== true) others.push(letters[letter]?.character ?? "");
  }
  return others;
}

/** All letters, those first that the fewest positions take. */
function rareFirst({ letters, takes }: Automaton): readonly number[] {
  const takers = letters.map(() => 0);
  for (const set of takes) for (const letter of set) takers[letter] = (takers[letter] ?? 0) + 1;
  return letters
    .map((_, letter) => letter)
    .toSorted((one, other) => (takers[one] ?? 0) - (takers[other] ?? 0));
}

/**
 * Ways to get to a position. The shortest may lead an engine elsewhere first, so that others come with the letters
 * that the fewest positions take.
 */
function prefixesTo(
  { letters, takes, ways }: Automaton,
  rare: readonly number[],
  words: ReadonlyMap<string, string>,
  position: number,
  letter: number,
): readonly string[] {
  const shortest = words.get(`${position} ${letter}`);
  const found = shortest === undefined ? [] : [shortest];
  if (ways[position]?.some(({ to }) => to === position) !== true) return found;
  const last = letters[letter]?.character ?? "";
  let others = 0;
  for (const one of rare) {
    if (others === 2) break;
    if (one === letter || takes[position]?.has(one) !== true) continue;
    const word = words.get(`${position} ${one}`);
    if (word === undefined) continue;
    found.push(word + last);
    others += 1;
  }
  return found;
}

function lettersTried({ takes }: Automaton, position: number): readonly number[] {
  return [...(takes[position] ?? [])].slice(0, MOST_LETTERS_TRIED);
}

type Next = (position: number) => readonly number[];
type Step = (at: readonly number[], next: Next) => readonly (readonly number[])[];

class Search {
  readonly #automaton: Automaton;
  /** By position: the number of the loop that it is part of, or 0. */
  readonly #loops: readonly number[];
  /** By position and letter: where it leads, or the ways of which an edge may close one. */
  readonly #ways: (readonly Way[] | { readonly open: readonly number[] })[][] = [];
  /** By position: the letters that lead on from it. */
  readonly #letters: (readonly number[])[] = [];
  readonly #reach = new Map<number, ReadonlySet<number>>();
  #budget = MOST_NODES;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#loops = findLoops(automaton);
  }

  looped(): readonly number[] {
    return this.#loops.flatMap((loop, position) => (loop === 0 ? [] : [position]));
  }

  /** A word around `p`, from `p` to `q` and around `q`, that ends in the letter. Without `p`: around the search. */
  sharedWord(p: number | undefined, q: number, letter: number): string | undefined {
    const { start, takes } = this.#automaton;
    if (takes[q]?.has(letter) !== true) return undefined;
    if (p !== undefined && (p === q || !this.#reaches(p, q))) return undefined;
    const first = p ?? start;
    return this.#findWord(
      [first, first, q],
      2,
      letter,
      ([one = 0, between = 0, two = 0], next) => {
        const twos = this.#inLoop(next(two), q);
        if (twos.length === 0) return [];
        const ones = p === undefined ? [start] : this.#inLoop(next(one), p);
        return ones.flatMap((o) => next(between).flatMap((b) => twos.map((t) => [o, b, t])));
      },
      ([one, between, two], end) => one === first && between === q && two === q && end === letter,
    );
  }

  /** A word that leads around `p` in two ways. */
  ambiguousWord(p: number, letter: number): string | undefined {
    return this.#findWord(
      [p, p, 0],
      0,
      letter,
      ([left = 0, right = 0, parted = 0], next) => {
        const lefts = this.#inLoop(next(left), p);
        if (left !== right) {
          const rights = this.#inLoop(next(right), p);
          return lefts.flatMap((l) => rights.map((r) => [l, r, 1]));
        }
        return lefts.flatMap((l, at) =>
          lefts.slice(at).map((r, more) => [l, r, parted === 1 || more > 0 ? 1 : 0]),
        );
      },
      ([left, right, parted], end) => left === p && right === p && parted === 1 && end === letter,
    );
  }

  /** By position and letter: the shortest text after which the one has taken the other. */
  words(): ReadonlyMap<string, string> {
    const words = new Map<string, string>();
    this.#findWord(
      [this.#automaton.start],
      0,
      NONE,
      ([at = 0], next) => next(at).map((to) => [to]),
      () => false,
      ([at = 0], letter, word) => words.set(`${at} ${letter}`, word),
    );
    this.#budget = MOST_NODES;
    return words;
  }

  /** Breadth first, so that the word is a short one. Only letters that lead on from `at[guide]` can lead on. */
  #findWord(
    from: readonly number[],
    guide: number,
    before: number,
    step: Step,
    isEnd: (at: readonly number[], letter: number) => boolean,
    visit?: (at: readonly number[], letter: number, word: string) => void,
  ): string | undefined {
    const known = new Set<number>();
    const base = this.#automaton.ways.length + 1;
    let wave = [{ at: from, letter: before, word: "" }];
    while (wave.length > 0) {
      const following: typeof wave = [];
      for (const { at, letter, word } of wave) {
        for (const chosen of this.#lettersFrom(at[guide] ?? 0)) {
          const character = this.#automaton.letters[chosen]?.character ?? "";
          const next: Next = (position) => this.#next(position, letter, chosen);
          for (const to of step(at, next)) {
            if (isEnd(to, chosen)) return word + character;
            let key = chosen;
            for (const position of to) key = key * base + position;
            if (known.has(key)) continue;
            if (--this.#budget < 0) return undefined;
            known.add(key);
            visit?.(to, chosen, word + character);
            following.push({ at: to, letter: chosen, word: word + character });
          }
        }
      }
      wave = following;
    }
    return undefined;
  }

  /** One for each way, so that two ways to the same position are seen as two. */
  #next(position: number, before: number, letter: number): readonly number[] {
    const { ways, takes } = this.#automaton;
    const byLetter = (this.#ways[position] ??= []);
    let known = byLetter[letter];
    if (known === undefined) {
      const taking = (ways[position] ?? []).filter(({ to }) => takes[to]?.has(letter) === true);
      const isOpen = taking.every(({ edges }) => edges.length === 0);
      known = isOpen ? { open: taking.map(({ to }) => to) } : taking;
      byLetter[letter] = known;
    }
    if ("open" in known) return known.open;
    return known
      .filter(({ edges }) => edges.every((edge) => holds(this.#automaton, edge, before, letter)))
      .map(({ to }) => to);
  }

  #lettersFrom(position: number): readonly number[] {
    const { letters, ways, takes } = this.#automaton;
    return (this.#letters[position] ??= letters.flatMap((_, letter) =>
      ways[position]?.some(({ to }) => takes[to]?.has(letter) === true) === true ? [letter] : [],
    ));
  }

  #inLoop(positions: readonly number[], position: number): readonly number[] {
    const loop = this.#loops[position];
    if (positions.every((to) => this.#loops[to] === loop)) return positions;
    return positions.filter((to) => this.#loops[to] === loop);
  }

  #reaches(from: number, to: number): boolean {
    let reach = this.#reach.get(from);
    if (reach === undefined) {
      const seen = new Set<number>();
      const waiting = [from];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
        for (const way of this.#automaton.ways[at] ?? [])
          if (!seen.has(way.to)) {
            seen.add(way.to);
            waiting.push(way.to);
          }
      reach = seen;
      this.#reach.set(from, reach);
    }
    return reach.has(to);
  }
}

function holds(
  { letters, isMultiline }: Automaton,
  edge: Edge,
  before: number,
  after: number,
): boolean {
  const [left, right] = [letters[before], letters[after]];
  if (edge === "^") return left === undefined || (isMultiline && left.isLineEnd);
  if (edge === "$") return isMultiline && right?.isLineEnd === true;
  const isBetween = (left?.isWord ?? false) !== (right?.isWord ?? false);
  return isBetween === (edge === "\\b");
}
