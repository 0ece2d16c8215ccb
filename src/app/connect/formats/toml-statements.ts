/** The statements of a TOML document with their places. It is given texts alone that a parser has read. */

export interface TomlStatement {
  readonly kind: "header" | "pair";
  readonly start: number;
  /** Behind the last character, before blanks and comments. */
  readonly end: number;
  /** The parts of the key, or of the table that a header opens. */
  readonly path: readonly string[];
  /** Where the value of a pair begins. */
  readonly valueStart: number;
}

const BLANK = /\s+|#[^\n]*/uy;
const KEY_PART = /[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*(\.)?/uy;
/** Strings, comments, brackets, and what is none of them. */
const VALUE_TOKEN =
  /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\r?\n|[^"'#[\]{}\r\n]+|\r/uy;

export function readStatements(text: string): readonly TomlStatement[] {
  const statements: TomlStatement[] = [];
  let place = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    place = skipBlanks(text, place);
    if (place >= text.length) return statements;
    const statement = text[place] === "[" ? readHeader(text, place) : readPair(text, place);
    statements.push(statement);
    place = Math.max(statement.end, place + 1);
  }
}

function skipBlanks(text: string, start: number): number {
  let place = start;
  for (;;) {
    BLANK.lastIndex = place;
    const found = BLANK.exec(text)?.[0];
    if (found === undefined) return place;
    place += found.length;
  }
}

function readHeader(text: string, start: number): TomlStatement {
  const brackets = text.startsWith("[[", start) ? 2 : 1;
  const key = readKey(text, start + brackets);
  const end = text.indexOf("]", key.end) + brackets;
  return { kind: "header", start, end, path: key.path, valueStart: end };
}

function readPair(text: string, start: number): TomlStatement {
  const key = readKey(text, start);
  const equals = text.indexOf("=", key.end);
  const valueStart = equals + 1 + (/^[ \t]*/u.exec(text.slice(equals + 1))?.[0].length ?? 0);
  return { kind: "pair", start, end: endOfValue(text, valueStart), path: key.path, valueStart };
}

function readKey(
  text: string,
  start: number,
): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let place = start;
  for (;;) {
    KEY_PART.lastIndex = place;
    const found = KEY_PART.exec(text);
    if (found === null) return { path, end: place };
    const [all, part = "", dot] = found;
    path.push(unquote(part));
    place += all.length;
    if (dot === undefined) return { path, end: place };
  }
}

function unquote(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return part;
  try {
    return JSON.parse(part) as string;
  } catch {
    // Escapes that JSON does not have: it is compared as it stands.
    return part;
  }
}

/** A value goes on over lines inside of brackets and of strings with three quotes. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let place = start;
  let end = start;
  while (place < text.length) {
    VALUE_TOKEN.lastIndex = place;
    const token = VALUE_TOKEN.exec(text)?.[0] ?? text[place] ?? "";
    if (depth === 0 && (token.startsWith("#") || token.endsWith("\n"))) return end;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    place += token.length;
    if (token.trim() !== "" && !token.startsWith("#"))
      end = place - (token.length - token.trimEnd().length);
  }
  return end;
}
