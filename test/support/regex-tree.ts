/** Reads the source of a regular expression into a tree: as much of the grammar as the sources here use. */

export type Tree =
  | { readonly kind: "set"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly Tree[] }
  | { readonly kind: "choice"; readonly options: readonly Tree[] }
  | { readonly kind: "group"; readonly number: number; readonly body: Tree }
  | {
      readonly kind: "look";
      readonly isBehind: boolean;
      readonly isNot: boolean;
      readonly body: Tree;
    }
  | {
      readonly kind: "repeat";
      readonly body: Tree;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: "edge"; readonly sign: Edge }
  | { readonly kind: "again"; readonly number: number };

export type Edge = "^" | "$" | "\\b" | "\\B";

interface Reader {
  readonly source: string;
  readonly names: Map<string, number>;
  at: number;
  groups: number;
}

export function readRegex(source: string): Tree {
  const reader: Reader = { source, names: new Map(), at: 0, groups: 0 };
  const tree = readChoice(reader);
  if (reader.at !== source.length) throw new Error(`Cannot read ${source} from ${reader.at} on.`);
  return tree;
}

/** The most characters that a tree can match. */
export function longestMatch(tree: Tree): number {
  switch (tree.kind) {
    case "set":
      return 1;
    case "sequence":
      return tree.parts.reduce((sum, part) => sum + longestMatch(part), 0);
    case "choice":
      return Math.max(0, ...tree.options.map(longestMatch));
    case "group":
      return longestMatch(tree.body);
    case "repeat": {
      const one = longestMatch(tree.body);
      return one === 0 ? 0 : one * tree.max;
    }
    case "again":
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

/** The tree with other bounds for its repetitions. */
export function mapBounds(
  tree: Tree,
  change: (min: number, max: number) => readonly [min: number, max: number],
): Tree {
  switch (tree.kind) {
    case "sequence":
      return { ...tree, parts: tree.parts.map((part) => mapBounds(part, change)) };
    case "choice":
      return { ...tree, options: tree.options.map((option) => mapBounds(option, change)) };
    case "group":
    case "look":
      return { ...tree, body: mapBounds(tree.body, change) };
    case "repeat": {
      const [min, max] = change(tree.min, tree.max);
      return { ...tree, min, max, body: mapBounds(tree.body, change) };
    }
    default:
      return tree;
  }
}

/** Whether the tree or a part of it is of a kind that the test tells. */
export function hasPart(tree: Tree, test: (part: Tree) => boolean): boolean {
  if (test(tree)) return true;
  switch (tree.kind) {
    case "sequence":
      return tree.parts.some((part) => hasPart(part, test));
    case "choice":
      return tree.options.some((option) => hasPart(option, test));
    case "group":
    case "look":
    case "repeat":
      return hasPart(tree.body, test);
    default:
      return false;
  }
}

function readChoice(reader: Reader): Tree {
  const options = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at++;
    options.push(readSequence(reader));
  }
  return options.length === 1 ? (options[0] as Tree) : { kind: "choice", options };
}

function readSequence(reader: Reader): Tree {
  const parts: Tree[] = [];
  while (reader.at < reader.source.length && !/[|)]/u.test(reader.source.charAt(reader.at)))
    parts.push(readRepeat(reader, readAtom(reader)));
  return { kind: "sequence", parts };
}

function readRepeat(reader: Reader, body: Tree): Tree {
  const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/u.exec(reader.source.slice(reader.at));
  if (match === null) return body;
  reader.at += match[0].length;
  const [, sign, low, comma, high, lazy] = match;
  const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
  const most = high === "" ? Infinity : Number(high);
  const max = sign === undefined ? (comma === "" ? min : most) : sign === "?" ? 1 : Infinity;
  return { kind: "repeat", body, min, max, isLazy: lazy === "?" };
}

function readAtom(reader: Reader): Tree {
  const rest = reader.source.slice(reader.at);
  const take = (length: number): string => {
    reader.at += length;
    return rest.slice(0, length);
  };
  if (rest.startsWith("(")) return readGroup(reader, rest);
  if (rest.startsWith("^") || rest.startsWith("$"))
    return { kind: "edge", sign: take(1) as "^" | "$" };
  if (/^\\[bB]/u.test(rest)) return { kind: "edge", sign: take(2) as "\\b" | "\\B" };
  const again = /^\\(?:([1-9])|k<([^>]+)>)/u.exec(rest);
  if (again !== null) {
    take(again[0].length);
    return { kind: "again", number: Number(again[1] ?? reader.names.get(again[2] ?? "")) };
  }
  const set =
    /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\p\{[^}]*\}|\\.|[^])/iu.exec(
      rest,
    );
  return { kind: "set", source: take(set?.[0].length ?? 1) };
}

function readGroup(reader: Reader, rest: string): Tree {
  const opener = /^\((?:\?(?:(<?)([=!])|:|<([^>]+)>))?/u.exec(rest) as RegExpExecArray;
  reader.at += opener[0].length;
  const [whole, behind, look, name] = opener;
  const isCounted = whole === "(" || name !== undefined;
  const number = isCounted ? ++reader.groups : 0;
  if (name !== undefined) reader.names.set(name, number);
  const body = readChoice(reader);
  reader.at++;
  if (look !== undefined)
    return { kind: "look", isBehind: behind === "<", isNot: look === "!", body };
  return { kind: "group", number, body };
}
