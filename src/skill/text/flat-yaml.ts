import { isObject, type Json } from "../model/index.ts";

const KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Keys that YAML takes for something else than text. */
const WORD_KEY = /^(?:null|true|false|yes|no|on|off|y|n|__proto__)$/i;
/** Tabs, carriage returns, marks of byte order, halves of pairs and controls are for the whole parser. */
const ODD = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const PLAIN_START = /[A-Za-z0-9(/$.+\u00a1-\ud7ff]/;
const PLAIN_END = /[: ]$/;
/** A list in brackets of plain words, none of which could be anything else. */
const WORD_LIST = /^\[ *\w[\w./+-]*(?: +\w[\w./+-]*)*(?: *, *\w[\w./+-]*(?: +\w[\w./+-]*)*)* *\]$/;
const MAX_DEPTH = 8;

/**
 * Reads the most frequent kinds of frontmatter: maps and lists of one `key: value` or `- value` a line, the
 * value plain, in quotes, a list of words or a literal block. Undefined where anything else stands in it, so
 * that what this reads is YAML beyond doubt; it takes a fraction of the time of the whole parser.
 */
export function readFlatYaml(
  text: string,
  resolve: (plain: string) => Json,
): { readonly [key: string]: Json } | undefined {
  if (ODD.test(text)) return undefined;
  const reader = new FlatReader(text, resolve);
  const value = reader.readMap(0, 0);
  return reader.isAtEnd && value !== undefined && isObject(value) ? value : undefined;
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
      if (!KEY.test(key) || WORD_KEY.test(key) || Object.hasOwn(result, key)) return undefined;
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
    return isItem ? this.#readList(this.#indent) : this.readMap(this.#indent, depth + 1);
  }

  #isItem(): boolean {
    return !this.isAtEnd && this.#text.startsWith("- ", this.#at + this.#indent);
  }

  #readList(indent: number): Json | undefined {
    const items: Json[] = [];
    while (this.#indent === indent && this.#isItem()) {
      const item = this.#readScalar(this.#at + indent + 1, indent);
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
    if (first === "|") return end === start + 1 ? this.#readLiteral(indent) : undefined;
    this.#goTo(end + 1);
    // A deeper line would go on with the value.
    if (!this.isAtEnd && this.#indent > indent) return undefined;
    const value = text.slice(start, end);
    if (first === '"' || first === "'") return unquote(value, first);
    if (first === "{") return readJson(value, this.#resolve);
    if (first === "[") return this.#readWords(value) ?? readJson(value, this.#resolve);
    if (!PLAIN_START.test(first) || PLAIN_END.test(value)) return undefined;
    if (value.includes(": ") || value.includes(" #")) return undefined;
    return this.#resolve(value);
  }

  #readWords(value: string): Json | undefined {
    if (value === "[]") return [];
    if (!WORD_LIST.test(value)) return undefined;
    return value
      .slice(1, -1)
      .split(",")
      .map((word) => this.#resolve(word.trim()));
  }

  /** The lines of a `|` block: all as deep as the first one or deeper, and blank ones between them. */
  #readLiteral(owner: number): Json | undefined {
    const text = this.#text;
    let at = this.#end + 1;
    let indent = 0;
    while (text.charCodeAt(at + indent) === 32) indent++;
    if (indent <= owner || at + indent >= text.length || text[at + indent] === "\n")
      return undefined;
    const lines: string[] = [];
    let kept = 0;
    while (at < text.length) {
      const end = endOfLine(text, at);
      const line = text.slice(at, end);
      const depth = line.length - line.trimStart().length;
      if (line !== "" && depth <= owner) break;
      if (line !== "" && (depth < indent || depth === line.length)) return undefined;
      lines.push(line.slice(indent));
      if (line !== "") kept = lines.length;
      at = end + 1;
    }
    this.#goTo(at);
    return `${lines.slice(0, kept).join("\n")}\n`;
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
/** Longer ones, and keys of more than 1,024 characters, are for the whole parser. */
const MAX_JSON = 1000;

/**
 * A map or list in one line that is JSON, which is YAML with the same meaning: where no name occurs twice, and nothing in
 * quotes is escaped.
 */
function readJson(text: string, resolve: (plain: string) => Json): Json | undefined {
  if (text.length > MAX_JSON || text.includes("\\") || text.includes("__proto__")) return undefined;
  let names = 0;
  // Engines of before do not tell how a number was written.
  const revive = (_key: string, item: Json, context?: { readonly source?: string }): Json => {
    if (isObject(item)) names += Object.keys(item).length;
    if (typeof item === "string" || (typeof item === "object" && item !== null)) return item;
    if (context?.source === undefined) throw new SyntaxError("It is not known how it is written.");
    return resolve(context.source);
  };
  try {
    const value: unknown = JSON.parse(text, revive);
    // A name that occurs twice is there once.
    return names === (text.match(KEY_END)?.length ?? 0) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function unquote(value: string, quote: string): string | undefined {
  if (value.length < 2 || value.indexOf(quote, 1) !== value.length - 1) return undefined;
  const inside = value.slice(1, -1);
  return quote === '"' && inside.includes("\\") ? undefined : inside;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
