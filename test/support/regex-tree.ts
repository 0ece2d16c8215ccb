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
  | { readonly kind: "edge"; readonly sign: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "again"; readonly number: number };

interface Reader {
  readonly source: string;
  at: number;
  groups: number;
}

export function readRegex(source: string): Tree {
  const reader: Reader = { source, at: 0, groups: 0 };
  const tree = readChoice(reader);
  if (reader.at !== source.length) throw new Error(`Cannot read ${source} from ${reader.at} on.`);
  return tree;
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
  const again = /^\\([1-9])/u.exec(rest);
  if (again !== null) return { kind: "again", number: Number(take(2).slice(1)) };
  const set =
    /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\p\{[^}]*\}|\\.|[^])/iu.exec(
      rest,
    );
  return { kind: "set", source: take(set?.[0].length ?? 1) };
}

function readGroup(reader: Reader, rest: string): Tree {
  const opener = /^\((?:\?(?:(<?)([=!])|:|<[^>]+>))?/u.exec(rest) as RegExpExecArray;
  reader.at += opener[0].length;
  const [whole, behind, look] = opener;
  const isCounted = whole === "(" || (whole.startsWith("(?<") && look === undefined);
  const number = isCounted ? ++reader.groups : 0;
  const body = readChoice(reader);
  reader.at++;
  if (look !== undefined)
    return { kind: "look", isBehind: behind === "<", isNot: look === "!", body };
  return { kind: "group", number, body };
}
