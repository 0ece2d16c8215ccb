import { isObject, type Json } from "../model/index.ts";

const KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Keys that YAML takes for something else than text. */
const WORD_KEY = /^(?:null|true|false|yes|no|on|off|y|n|__proto__)$/i;
/** Tabs, lone carriage returns, marks of byte order and controls are for the whole parser. */
const ODD = /[^\n\u0020-\u007e\u00a0-\ufefe\uff00-\ufffd]/;
const PLAIN_START = /[A-Za-z0-9(/$.+<=;^_\\~\u00a1-\udfff]/;
const MAP_START = /[A-Za-z_][A-Za-z0-9_-]*:(?=[ \n]|$)/y;
const ITEM_KEY = / [A-Za-z_][A-Za-z0-9_-]*:(?=[ \n]|$)/y;
const BLOCK = /^[|>]-?$/;
/** Blanks at the end of a line, and what a colon or a comment after it could mean. */
const PLAIN_END = /[: ]\n|\n#/;
/** A list in brackets of plain words, none of which could be anything else. */
const WORD_LIST =
  /^\[[ \n]*\w(?:[\w./+()*-]|:[\w*])*(?: +\w(?:[\w./+()*-]|:[\w*])*)*(?:[ \n]*,[ \n]*\w(?:[\w./+()*-]|:[\w*])*(?: +\w(?:[\w./+()*-]|:[\w*])*)*)*[ \n]*\]$/;
const MAX_DEPTH = 8;

/**
 * Reads the most frequent kinds of frontmatter: maps and lists of one `key: value` or `- value` a line, the
 * value plain, in quotes, JSON, a list of words or a block. Undefined where anything else stands in it, so
 * that what this reads is YAML beyond doubt; it takes a fraction of the time of the whole parser.
 */
export function readFlatYaml(
  written: string,
  resolve: (plain: string) => Json,
): { readonly [key: string]: Json } | undefined {
  const text = written.includes("\r") ? written.replaceAll("\r\n", "\n") : written;
  if (ODD.test(text) || !text.isWellFormed()) return undefined;
  const reader = new FlatReader(text, resolve);
  const value = reader.readMap(0, 0);
  return reader.isAtEnd && value !== undefined && isObject(value) ? value : undefined;
}

/** Keys that were found to be plain: the same few stand in nearly every file. */
const plainKeys = new Set<string>();
const MOST_KEYS = 512;

function isPlainKey(key: string): boolean {
  if (plainKeys.has(key)) return true;
  if (!KEY.test(key) || WORD_KEY.test(key)) return false;
  // A copy, since a slice would keep the text that it was cut from.
  if (plainKeys.size < MOST_KEYS && key.length <= 32) plainKeys.add(`${key} `.slice(0, -1));
  return true;
}

/** Goes through the lines once; whatever it does not know makes it give up with undefined. */
class FlatReader {
  readonly #text: string;
  readonly #resolve: (plain: string) => Json;
  /** The start of the next line that is not blank, the end of that line, and its indentation. */
  #at = 0;
  #end = 0;
  #indent = 0;

  constructor(text: string, resolve: (plain: string) => Json) {
    this.#text = text;
    this.#resolve = resolve;
    this.#goTo(0);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  readMap(indent: number, depth: number): Json | undefined {
    const result: { [key: string]: Json } = {};
    if (this.isAtEnd || depth > MAX_DEPTH) return undefined;
    while (!this.isAtEnd && this.#indent === indent) {
      const start = this.#at + indent;
      const colon = this.#text.indexOf(":", start);
      if (colon === -1 || colon >= this.#end) return undefined;
      const key = this.#text.slice(start, colon);
      if (!isPlainKey(key) || Object.hasOwn(result, key)) return undefined;
      const value = this.#readEntry(colon + 1, indent, depth);
      if (value === undefined) return undefined;
      result[key] = value;
    }
    // A line that goes deeper belongs to nothing that was read.
    return this.#indent > indent && !this.isAtEnd ? undefined : result;
  }

  /** The value after the colon of a key that stands at this indentation. */
  #readEntry(afterColon: number, indent: number, depth: number): Json | undefined {
    if (afterColon !== this.#end) return this.#readScalar(afterColon, indent);
    this.#goTo(this.#end + 1);
    const isItem = this.#isItem();
    if (this.isAtEnd || this.#indent < indent || (this.#indent === indent && !isItem)) return null;
    if (isItem) return this.#readList(this.#indent, depth);
    const start = this.#at + this.#indent;
    const first = this.#text.charCodeAt(start);
    if (first === 91 || first === 123) return this.#readFlow(start, indent);
    MAP_START.lastIndex = start;
    if (MAP_START.test(this.#text)) return this.readMap(this.#indent, depth + 1);
    // A text that begins on the next line; a block does not.
    return first === 124 || first === 62 ? undefined : this.#readScalar(start - 1, indent);
  }

  #isItem(): boolean {
    return !this.isAtEnd && this.#text.startsWith("- ", this.#at + this.#indent);
  }

  #readList(indent: number, depth: number): Json | undefined {
    const items: Json[] = [];
    while (this.#indent === indent && this.#isItem()) {
      ITEM_KEY.lastIndex = this.#at + indent + 1;
      const isMap = ITEM_KEY.test(this.#text);
      const item = isMap
        ? this.readMap((this.#indent += 2), depth + 1)
        : this.#readScalar(this.#at + indent + 1, indent);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return this.#indent > indent && !this.isAtEnd ? undefined : items;
  }

  /** A value on the rest of the line, of an owner at this indentation; goes on to the next line. */
  #readScalar(from: number, indent: number): Json | undefined {
    const text = this.#text;
    const end = this.#end;
    let start = from;
    while (text.charCodeAt(start) === 32) start++;
    if (start === from || start >= end) return undefined;
    const first = text[start] as string;
    if (first === "|" || first === ">") return this.#readBlock(text.slice(start, end), indent);
    if (first === "{" || first === "[") return this.#readFlow(start, indent);
    const value = this.#readLines(start, indent);
    if (first === '"' || first === "'") return unquote(value, first);
    const last = value.charCodeAt(value.length - 1);
    if (!PLAIN_START.test(first) || last === 32 || last === 58) return undefined;
    if (value.includes(": ") || value.includes(" #")) return undefined;
    if (value.includes("\n") && PLAIN_END.test(value)) return undefined;
    return this.#resolve(value);
  }

  /**
   * The rest of the line with the deeper ones that go on with it: a line end is a blank, empty lines are line ends. Blanks
   * before a line end are for the whole parser, so they are left at the end.
   */
  #readLines(start: number, owner: number): string {
    const text = this.#text;
    let value = text.slice(start, this.#end);
    for (;;) {
      const last = this.#end;
      this.#goTo(last + 1);
      if (this.isAtEnd || this.#indent <= owner) return value;
      const from = this.#at + this.#indent;
      if (text.charCodeAt(last - 1) === 32 || from === this.#end) return " ";
      value += "\n".repeat(this.#at - last - 1) || " ";
      value += text.slice(from, this.#end);
    }
  }

  #readWords(value: string): Json | undefined {
    if (value === "[]") return [];
    if (!WORD_LIST.test(value)) return undefined;
    return value
      .slice(1, -1)
      .split(",")
      .map((word) => this.#resolve(word.trim()));
  }

  /** JSON or a list of words, from here to the last line that stands deeper than its owner. */
  #readFlow(start: number, owner: number): Json | undefined {
    let end = this.#end;
    for (this.#goTo(end + 1); !this.isAtEnd && this.#indent > owner; this.#goTo(end + 1))
      end = this.#end;
    const value = this.#text.slice(start, end);
    return this.#readWords(value) ?? readJson(value, this.#resolve);
  }

  /** The lines of a block: all as deep as the first one or deeper, and blank ones between them. */
  #readBlock(header: string, owner: number): Json | undefined {
    if (!BLOCK.test(header)) return undefined;
    const isFolded = header.startsWith(">");
    const text = this.#text;
    let at = this.#end + 1;
    let indent = 0;
    while (text.charCodeAt(at + indent) === 32) indent++;
    if (indent <= owner || at + indent >= text.length || text[at + indent] === "\n")
      return undefined;
    let value = "";
    let blanks = 0;
    while (at < text.length) {
      const end = endOfLine(text, at);
      let depth = 0;
      while (text.charCodeAt(at + depth) === 32) depth++;
      if (end === at) blanks++;
      else {
        if (depth <= owner) break;
        // A deeper line is not folded.
        if (depth < indent || at + depth === end || (isFolded && depth > indent)) return undefined;
        if (value !== "") value += isFolded ? "\n".repeat(blanks) || " " : "\n".repeat(blanks + 1);
        value += text.slice(at + indent, end);
        blanks = 0;
      }
      at = end + 1;
    }
    this.#goTo(at);
    return header.length === 1 ? `${value}\n` : value;
  }

  /** Moves to the first line from here on that is not empty; one of blanks alone is for the whole parser. */
  #goTo(start: number): void {
    const text = this.#text;
    let at = start;
    while (text.charCodeAt(at) === 10) at++;
    let indent = 0;
    while (text.charCodeAt(at + indent) === 32) indent++;
    this.#at = at;
    this.#indent = indent;
    this.#end = endOfLine(text, at);
  }
}

const KEY_END = /" *:/g;
/** Keys of more than 1,024 characters are for the whole parser, and so are lines that could hold one. */
const MAX_LINE = 1000;

/** YAML allows it, and no text of JSON goes on in the next line. */
const LAST_COMMA = /,(?=\n *[}\]])/g;

/**
 * A map or list that is JSON, which is YAML with the same meaning: where no name occurs twice, and nothing in quotes is
 * escaped.
 */
function readJson(text: string, resolve: (plain: string) => Json): Json | undefined {
  if (hasLongLine(text) || text.includes("\\") || text.includes("__proto__")) return undefined;
  let names = 0;
  // Engines of before do not tell how a number was written.
  const revive = (_key: string, item: Json, context?: { readonly source?: string }): Json => {
    if (isObject(item)) names += Object.keys(item).length;
    if (typeof item === "string" || (typeof item === "object" && item !== null)) return item;
    if (context?.source === undefined) throw new SyntaxError("It is not known how it is written.");
    return resolve(context.source);
  };
  try {
    const value: unknown = JSON.parse(text.replace(LAST_COMMA, ""), revive);
    // A name that occurs twice is there once.
    return names === (text.match(KEY_END)?.length ?? 0) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length - MAX_LINE; at = endOfLine(text, at) + 1)
    if (endOfLine(text, at) - at > MAX_LINE) return true;
  return false;
}

function unquote(value: string, quote: string): string | undefined {
  if (value.length < 2 || !value.endsWith(quote)) return undefined;
  const inside = value.slice(1, -1);
  if (quote === '"' && inside.includes("\\")) return readEscapes(value);
  if (value.indexOf(quote, 1) === value.length - 1) return inside;
  return quote === "'" && DOUBLED.test(inside) ? inside.replaceAll("''", "'") : undefined;
}

/** Every quote inside stands twice. */
const DOUBLED = /^(?:[^']|'')*$/;

/** What JSON knows means the same in YAML, which knows more. */
function readEscapes(value: string): string | undefined {
  try {
    return JSON.parse(value) as string;
  } catch {
    return undefined;
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
