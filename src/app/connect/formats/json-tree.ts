/** JSON with comments and commas after the last item, as a tree with places. */
import type { Json } from "../../../skill/model/index.ts";
import { lineNumberAt, SyntaxProblem } from "./format.ts";

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  /** Of an object, in the order of the text. */
  readonly properties: readonly JsonProperty[];
}

export interface JsonProperty {
  readonly key: string;
  /** Where its key begins. */
  readonly start: number;
  readonly value: JsonNode;
  /** Behind the comma that follows, where one does. */
  readonly commaEnd?: number;
}

/** Settings of hosts are flat; what is deeper is no such file. */
const MOST_DEPTH = 200;
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/uy;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/uy;
const BLANK = /\s+|\/\/[^\r\n]*|\/\*[^]*?\*\//uy;

/** Undefined for a text without a value. */
export function parseJsonTree(text: string): JsonNode | undefined {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const reader = new Reader(text, start);
  reader.skip();
  if (reader.place === text.length) return undefined;
  const node = reader.readValue(0);
  reader.skip();
  if (reader.place < text.length) throw reader.problem("there is text behind the last value");
  return node;
}

class Reader {
  readonly text: string;
  place: number;

  constructor(text: string, place: number) {
    this.text = text;
    this.place = place;
  }

  problem(what: string): SyntaxProblem {
    return new SyntaxProblem(`${what} (line ${lineNumberAt(this.text, this.place)})`);
  }

  skip(): void {
    while (this.match(BLANK) !== undefined);
  }

  readValue(depth: number): JsonNode {
    if (depth > MOST_DEPTH) throw this.problem("it is nested too deeply");
    if (this.text[this.place] === "{") return this.readObject(depth);
    if (this.text[this.place] === "[") return this.readList(depth);
    const start = this.place;
    const token = this.match(STRING) ?? this.match(SCALAR);
    if (token === undefined) throw this.problem("a value is missing");
    return { start, end: this.place, value: this.parseToken(token), properties: [] };
  }

  private readObject(depth: number): JsonNode {
    const start = this.place;
    const properties: JsonProperty[] = [];
    this.readItems("}", () => {
      const keyStart = this.place;
      const token = this.match(STRING);
      if (token === undefined) throw this.problem("a key in double quotes is missing");
      // A string in quotes is a string.
      const key = this.parseToken(token) as string;
      this.skip();
      if (this.text[this.place] !== ":") throw this.problem("a colon is missing");
      this.place += 1;
      this.skip();
      const value = this.readValue(depth + 1);
      return (commaEnd) => {
        properties.push({
          key,
          start: keyStart,
          value,
          ...(commaEnd === undefined ? {} : { commaEnd }),
        });
      };
    });
    // By entries, so that a key such as `__proto__` is a key.
    const value = Object.fromEntries(properties.map((one) => [one.key, one.value.value]));
    return { start, end: this.place, value, properties };
  }

  private readList(depth: number): JsonNode {
    const start = this.place;
    const items: Json[] = [];
    this.readItems("]", () => {
      items.push(this.readValue(depth + 1).value);
      return () => undefined;
    });
    return { start, end: this.place, value: items, properties: [] };
  }

  /** Reads items up to the closing bracket; each is told of the comma behind it. */
  private readItems(close: string, read: () => (commaEnd: number | undefined) => void): void {
    this.place += 1;
    for (;;) {
      this.skip();
      if (this.text[this.place] === close) break;
      const done = read();
      this.skip();
      const hasComma = this.text[this.place] === ",";
      if (hasComma) this.place += 1;
      done(hasComma ? this.place : undefined);
      this.skip();
      if (!hasComma && this.text[this.place] !== close)
        throw this.problem(`a comma or \`${close}\` is missing`);
    }
    this.place += 1;
  }

  private parseToken(token: string): Json {
    try {
      return JSON.parse(token) as Json;
    } catch {
      throw this.problem(`\`${token.slice(0, 40)}\` is no value of JSON`);
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.place += found.length;
    return found;
  }
}
