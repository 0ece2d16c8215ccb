/** Where something stands in a text of JSON, which `JSON.parse` does not tell. */
export interface Place {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export type Found = { readonly value: unknown } | { readonly fault: Place };

/** The value of a text, or where it stops to be JSON. */
export function readJson(text: string): Found {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const scanner = new Scanner(text, []);
    scanner.document();
    return { fault: placeOf(text, scanner.at) };
  }
}

/** Where the value at a path begins, or the nearest one around it that is there. The text is known to be JSON. */
export function placeIn(text: string, path: readonly string[]): Place {
  const scanner = new Scanner(text, path);
  scanner.document();
  return placeOf(text, scanner.found);
}

function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Goes through a text up to its end, or to the first character that is out of place. */
class Scanner {
  at = 0;
  /** Where the deepest value on the wanted path begins. */
  found = 0;
  readonly #word =
    /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/uy;
  readonly #text: string;
  readonly #wanted: readonly string[];

  constructor(text: string, wanted: readonly string[]) {
    this.#text = text;
    this.#wanted = wanted;
  }

  document(): boolean {
    if (!this.#value(0)) return false;
    this.#skip();
    return this.at === this.#text.length;
  }

  /** `depth`: how much of the wanted path leads here; -1 where another way was taken. */
  #value(depth: number): boolean {
    this.#skip();
    if (depth >= 0) this.found = this.at;
    if (this.#take("{")) return this.#members("}", depth, () => this.#name());
    if (this.#take("[")) {
      let index = -1;
      return this.#members("]", depth, () => String((index += 1)));
    }
    return this.#scalar() !== undefined;
  }

  #members(end: string, depth: number, name: () => string | undefined): boolean {
    this.#skip();
    if (this.#take(end)) return true;
    do {
      const key = name();
      if (key === undefined) return false;
      const isWanted = depth >= 0 && depth < this.#wanted.length && this.#wanted[depth] === key;
      if (!this.#value(isWanted ? depth + 1 : -1)) return false;
      this.#skip();
    } while (this.#take(","));
    return this.#take(end);
  }

  #name(): string | undefined {
    this.#skip();
    if (this.#text[this.at] !== '"') return undefined;
    const key = this.#scalar();
    this.#skip();
    return key !== undefined && this.#take(":") ? String(JSON.parse(key)) : undefined;
  }

  #scalar(): string | undefined {
    this.#word.lastIndex = this.at;
    const [word] = this.#word.exec(this.#text) ?? [];
    this.at += word?.length ?? 0;
    return word;
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  #skip(): void {
    while (/[ \t\r\n]/u.test(this.#text[this.at] ?? "")) this.at += 1;
  }
}
