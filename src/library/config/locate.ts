import { lineStarts, type Path, type Span } from "../../skill/index.ts";

/** A key of a JSON5 text, where it stands, and what it leads to. */
interface Node {
  readonly key: Span;
  value: Span;
  readonly children: Map<string | number, Node>;
}

interface Cursor {
  readonly text: string;
  at: number;
}

export type Locate = (path: Path, at: "key" | "value") => Span | undefined;

const SPACE = /(?:\s|\ufeff|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const STRING = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/y;
const WORD = /[^\s,:{}[\]"'/]+/y;

/**
 * Finds the places of keys and values in a text that the parser of JSON5 has accepted. Only the structure
 * is looked at; what a value says is the business of the parser.
 */
export function locateKeys(text: string): Locate {
  const root = newNode({ start: 0, end: 0 });
  readValue({ text, at: 0 }, root);
  return (path, place) => {
    let node: Node | undefined = root;
    for (const step of path) node = node?.children.get(step);
    return node?.[place];
  };
}

/** Where the parser of JSON5 gave up on a text; it counts lines and columns from 1. */
export function locateFault(text: string, error: unknown): Span {
  const place: { readonly lineNumber?: unknown; readonly columnNumber?: unknown } = Object(error);
  const line = typeof place.lineNumber === "number" ? place.lineNumber : 1;
  const column = typeof place.columnNumber === "number" ? place.columnNumber : 1;
  const start = Math.min((lineStarts(text)[line - 1] ?? 0) + column - 1, text.length);
  return { start, end: Math.min(start + 1, text.length) };
}

function newNode(key: Span): Node {
  return { key, value: key, children: new Map() };
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? "";
  cursor.at += found.length;
  return found;
}

function skipMark(cursor: Cursor, mark: string): void {
  if (cursor.text[cursor.at] === mark) cursor.at += 1;
}

function readValue(cursor: Cursor, node: Node): void {
  take(cursor, SPACE);
  const start = cursor.at;
  const first = cursor.text[start];
  if (first === "{") readMembers(cursor, node, "}");
  else if (first === "[") readMembers(cursor, node, "]");
  else if (take(cursor, STRING) === "") take(cursor, WORD);
  node.value = { start, end: cursor.at };
}

function readMembers(cursor: Cursor, node: Node, closer: string): void {
  cursor.at += 1;
  for (let index = 0; cursor.at < cursor.text.length; index++) {
    take(cursor, SPACE);
    if (cursor.text[cursor.at] === closer) break;
    const start = cursor.at;
    const key = closer === "]" ? index : readKey(cursor);
    const child = newNode({ start, end: cursor.at });
    take(cursor, SPACE);
    if (closer === "}") skipMark(cursor, ":");
    readValue(cursor, child);
    node.children.set(key, child);
    take(cursor, SPACE);
    skipMark(cursor, ",");
    // A text that is no JSON5 must not hold us here for ever.
    if (cursor.at === start) break;
  }
  cursor.at += 1;
}

function readKey(cursor: Cursor): string {
  const quoted = take(cursor, STRING);
  return unescape(quoted === "" ? take(cursor, WORD) : quoted.slice(1, -1));
}

const ESCAPE = /\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\([^])/g;

function unescape(key: string): string {
  return key.replace(ESCAPE, (_all, wide?: string, narrow?: string, plain = "") => {
    const digits = wide ?? narrow;
    return digits === undefined ? String(plain) : String.fromCharCode(Number.parseInt(digits, 16));
  });
}
