/** A regular expression as an automaton: which part of it can take the next character after which. */
import type { Edge, Tree } from "./regex-tree.ts";

/** A letter stands for all characters that the sets of a pattern cannot tell apart. */
interface Letter {
  readonly character: string;
  readonly isWord: boolean;
  readonly isLineEnd: boolean;
}

export interface Way {
  readonly to: number;
  readonly edges: readonly Edge[];
}

/** Each position is one set of the pattern that takes a character; the last one is the start. */
export interface Automaton {
  readonly letters: readonly Letter[];
  /** By position: the letters that it takes. */
  readonly takes: readonly ReadonlySet<number>[];
  /** By position: where the next character can be taken. */
  readonly ways: readonly (readonly Way[])[];
  readonly start: number;
  readonly isMultiline: boolean;
}

/** By position: the number of the loop that it is part of, or 0. Tarjan's way, without recursion. */
export function findLoops({ ways, start }: Automaton): readonly number[] {
  const loops = ways.map(() => 0);
  const order = ways.map(() => 0);
  const lowest = ways.map(() => 0);
  const open: number[] = [];
  const isOpen = new Set<number>();
  let time = 0;
  const path = [{ at: start, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { at } = top;
    if (top.next === 0) {
      order[at] = lowest[at] = ++time;
      open.push(at);
      isOpen.add(at);
    }
    const to = ways[at]?.[top.next++]?.to;
    if (to !== undefined) {
      if (order[to] === 0) path.push({ at: to, next: 0 });
      else if (isOpen.has(to)) lowest[at] = Math.min(lowest[at] ?? 0, order[to] ?? 0);
      continue;
    }
    path.pop();
    const parent = path.at(-1)?.at;
    if (parent !== undefined) lowest[parent] = Math.min(lowest[parent] ?? 0, lowest[at] ?? 0);
    if (lowest[at] !== order[at]) continue;
    const members = open.splice(open.indexOf(at));
    for (const member of members) isOpen.delete(member);
    if (members.length > 1 || ways[at]?.some((way) => way.to === at) === true)
      for (const member of members) loops[member] = at + 1;
  }
  return loops;
}

type Link = Edge | "back" | "head" | "none";

/** A graph of steps that take no character, between those that do. */
class Builder {
  readonly sources: string[] = [];
  /** By node: the position that it takes a character with, if it does, and the node after that. */
  readonly taking = new Map<number, readonly [position: number, after: number]>();
  readonly #links: { readonly to: number; readonly link: Link; readonly loop: number }[][] = [];
  readonly #groups = new Map<number, Tree>();
  #loops = 0;

  node(): number {
    return this.#links.push([]) - 1;
  }

  link(from: number, to: number, link: Link = "none", loop = 0): void {
    this.#links[from]?.push({ to, link, loop });
  }

  /** The node after the tree. */
  add(tree: Tree, from: number): number {
    switch (tree.kind) {
      case "set": {
        const after = this.node();
        this.taking.set(from, [this.sources.push(tree.source) - 1, after]);
        return after;
      }
      case "sequence":
        return tree.parts.reduce((at, part) => this.add(part, this.#after(at)), from);
      case "choice": {
        const after = this.node();
        for (const option of tree.options) this.link(this.add(option, this.#after(from)), after);
        return after;
      }
      case "group":
        this.#groups.set(tree.number, tree.body);
        return this.add(tree.body, from);
      case "look":
        // What it asks is tried on the side. Behind, it goes no further than its length.
        if (!tree.isBehind) this.add(tree.body, this.#after(from));
        return from;
      case "repeat":
        return this.#repeat(tree, from);
      case "edge": {
        const after = this.node();
        this.link(from, after, tree.sign);
        return after;
      }
      case "again": {
        const group = this.#groups.get(tree.number);
        return group === undefined ? from : this.add(group, from);
      }
    }
  }

  #after(from: number): number {
    const node = this.node();
    this.link(from, node);
    return node;
  }

  #repeat({ body, min, max }: Extract<Tree, { kind: "repeat" }>, from: number): number {
    let at = this.#after(from);
    for (let count = 0; count < min; count++) at = this.#after(this.add(body, at));
    const after = this.node();
    this.link(at, after);
    if (max === Infinity) {
      const loop = ++this.#loops;
      const head = this.node();
      this.link(at, head, "head", loop);
      this.link(head, after);
      const end = this.add(body, this.#after(head));
      this.link(end, head, "back", loop);
      return after;
    }
    for (let count = min; count < max; count++) {
      at = this.#after(this.add(body, this.#after(at)));
      this.link(at, after);
    }
    return after;
  }

  /** All ways from a node to the next characters. A round of a loop that takes none is not gone. */
  waysFrom(from: number): readonly Way[] {
    const ways = new Map<string, Way>();
    let budget = 20_000;
    const visit = (node: number, edges: readonly Edge[], heads: readonly number[]): void => {
      if (--budget < 0) return;
      const taking = this.taking.get(node);
      if (taking !== undefined) {
        const way = { to: taking[0], edges };
        // Two ways that differ are enough to tell that there are several.
        const key = `${way.to} ${edges.join("")}`;
        if (!ways.has(key)) ways.set(key, way);
        else if (!ways.has(`${key} again`)) ways.set(`${key} again`, way);
      }
      for (const { to, link, loop } of this.#links[node] ?? []) {
        if (link === "none") visit(to, edges, heads);
        else if (link === "head") visit(to, edges, [...heads, loop]);
        else if (link === "back") {
          if (!heads.includes(loop)) visit(to, edges, [...heads, loop]);
        } else visit(to, edges.includes(link) ? edges : [...edges, link], heads);
      }
    };
    visit(from, [], []);
    return [...ways.values()];
  }
}

export function buildAutomaton(tree: Tree, flags: string): Automaton {
  const builder = new Builder();
  const first = builder.node();
  builder.add(tree, first);
  const letters = findLetters(builder.sources, flags);
  const takes = builder.sources.map((source) => {
    const set = setOf(source, flags);
    return new Set(letters.flatMap(({ character }, index) => (set.test(character) ? [index] : [])));
  });
  const afters = builder.sources.map(() => 0);
  for (const [position, after] of builder.taking.values()) afters[position] = after;
  const start = builder.sources.length;
  return {
    letters,
    takes,
    ways: [...afters, first].map((node) => builder.waysFrom(node)),
    start,
    isMultiline: flags.includes("m"),
  };
}

function setOf(source: string, flags: string): RegExp {
  return new RegExp(`^${source}$`, flags.replaceAll(/[gydm]/gu, ""));
}

/** Beyond ASCII: a blank, letters with and without case and mark, signs, a mark, what is not seen, and a half. */
const FOREIGN =
  "\u0001\u0085\u00a0\u00ad\u00e9\u00df\u0301\u0416\u05d0\u0661\u0e01\u200b\u200d\u2014\u2028\u202e\u20ac\u2500\u3002\u3042\u30a2\u4e2d\uac00\ud83d\ude00\ue000\ufe0f\ufeff\uff01\uffff";
/** In the order in which a letter is best known by them. */
const COMMON = " a0A-_/.=:\"'\n(,;<\\{[*x+|&@#$%!?]})>~^`e1z\t\r";

function findLetters(sources: readonly string[], flags: string): readonly Letter[] {
  const different = [...new Set(sources)];
  const sets = different.map((source) => setOf(source, flags));
  const candidates = new Set(COMMON);
  for (let code = 1; code < 128; code++) candidates.add(String.fromCharCode(code));
  for (const character of FOREIGN.split("")) candidates.add(character);
  for (const source of different) addNamed(source, candidates);
  const byMembership = new Map<string, Letter>();
  for (const character of candidates) {
    const isWord = /\w/u.test(character);
    const isLineEnd = /[\n\r\u2028\u2029]/u.test(character);
    const key = `${sets.map((set) => (set.test(character) ? 1 : 0)).join("")}${isWord ? "w" : ""}${isLineEnd ? "n" : ""}`;
    if (!byMembership.has(key)) byMembership.set(key, { character, isWord, isLineEnd });
  }
  return [...byMembership.values()];
}

/** Characters that stand in a set or beside them, so that the ends of ranges are tried. */
function addNamed(source: string, candidates: Set<string>): void {
  const add = (code: number): void => {
    for (const near of [code - 1, code, code + 1])
      if (near > 0 && near < 0x1_00_00) candidates.add(String.fromCharCode(near));
  };
  for (const [, long, short] of source.matchAll(/\\u\{([0-9a-f]+)\}|\\[ux]([0-9a-f]{2,4})/giu))
    add(Number.parseInt(long ?? short ?? "", 16));
  for (const character of source) if (character > "\u007f") add(character.charCodeAt(0));
}
