import type { Span } from "../../../skill/index.ts";

/** A stretch of made text: from `start` on it came from `from` on, one to one or, if `isWhole`, as a whole. */
interface Piece {
  readonly start: number;
  readonly from: number;
  readonly length: number;
  readonly isWhole: boolean;
}

/** Makes text out of parts of another and remembers where each came from. */
export class TextBuilder {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Takes `[start, end)` of the source as it is. */
  copy(start: number, end: number): void {
    if (end <= start) return;
    this.#pieces.push({ start: this.#length, from: start, length: end - start, isWhole: false });
    this.#parts.push(this.#source.slice(start, end));
    this.#length += end - start;
  }

  /** Puts `text` in the place of `[start, end)`. */
  replace(start: number, end: number, text: string): void {
    if (text === "") return;
    this.#pieces.push({ start: this.#length, from: start, length: end - start, isWhole: true });
    this.#parts.push(text);
    this.#length += text.length;
  }

  get text(): string {
    return this.#parts.join("");
  }

  get original(): (span: Span) => Span {
    const pieces = this.#pieces;
    return (span) => {
      const first = pieces[indexAt(pieces, span.start)];
      const last = pieces[indexAt(pieces, Math.max(span.start, span.end - 1))];
      if (first === undefined || last === undefined) return { start: 0, end: 0 };
      const start = first.isWhole ? first.from : first.from + (span.start - first.start);
      const end = last.isWhole
        ? last.from + last.length
        : Math.min(last.from + last.length, last.from + (span.end - last.start));
      return { start, end: Math.max(start, end) };
    };
  }
}

function indexAt(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle] as Piece).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function same(span: Span): Span {
  return span;
}
