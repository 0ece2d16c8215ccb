import type { Span } from "../../skill/index.ts";
import { findIndentedCode } from "./indented-code.ts";
import { findLinks, type Link } from "./links.ts";

export type { Link } from "./links.ts";

export interface CodeFence extends Span {
  readonly marker: string;
  readonly info: string;
  readonly isClosed: boolean;
}

/** The instructions, looked at once for all rules; offsets are those of the document. */
export interface BodyView {
  readonly text: string;
  readonly start: number;
  readonly lineCount: number;
  readonly fences: readonly CodeFence[];
  /** Inline and reference links outside code. */
  readonly links: readonly Link[];
  isInCode(offset: number): boolean;
}

export function viewBody(text: string, start: number): BodyView {
  return new LazyBodyView(text, start);
}

/** Each part is made when a rule first asks for it: most files need only one or two. */
class LazyBodyView implements BodyView {
  readonly start: number;
  readonly #written: string;
  #text: string | undefined;
  #unified: string | undefined;
  #fences: readonly CodeFence[] | undefined;
  #links: readonly Link[] | undefined;
  #lineCount: number | undefined;
  #indented: readonly Span[] | undefined;
  /** Questions about one line mostly come together, so the last line is kept. */
  #codeLine: CodeLine | undefined;

  constructor(text: string, start: number) {
    this.#written = text;
    this.start = start;
  }

  get text(): string {
    return (this.#text ??= this.#written.slice(this.start));
  }

  get lineCount(): number {
    return (this.#lineCount ??= countLines(this.#lines, this.start));
  }

  get fences(): readonly CodeFence[] {
    return (this.#fences ??= findFences(this.#lines, this.start));
  }

  get links(): readonly Link[] {
    return (this.#links ??= findLinks(this.#lines, this.start, (at) => this.isInCode(at)));
  }

  isInCode(offset: number): boolean {
    if (isInside(this.fences, offset)) return true;
    if (isIndented(this.#lines, offset)) {
      this.#indented ??= findIndentedCode(this.#lines, this.start, this.fences);
      if (isInside(this.#indented, offset)) return true;
    }
    let line = this.#codeLine;
    if (line === undefined || offset < line.start || offset > line.end)
      this.#codeLine = line = codeLine(this.#lines, offset);
    return isInside(line.spans, offset);
  }

  get #lines(): string {
    return (this.#unified ??= unifyBreaks(this.#written));
  }
}

/** Few lines begin like this, so most files are never searched for code of this kind. */
function isIndented(text: string, offset: number): boolean {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return text.startsWith("    ", start) || /^ {0,3}\t/.test(text.slice(start, start + 4));
}

/** A lone carriage return ends a line too; the replacement keeps every offset. */
function unifyBreaks(text: string): string {
  return text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
}

function countLines(text: string, start: number): number {
  let count = 0;
  for (let at = start; at < text.length; count++) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return count;
}

/** Blanks, list items and quotes, in any nesting. */
const PREFIX = /^(?:[-*+] |\d+[.)] |>|[ \t])*$/;

interface FenceLine {
  readonly prefix: string;
  readonly marker: string;
  readonly rest: string;
  readonly start: number;
  readonly end: number;
}

function findFences(text: string, start: number): readonly CodeFence[] {
  const fences: CodeFence[] = [];
  let open: FenceLine | undefined;
  for (const line of fenceLines(text, start)) {
    if (open === undefined) {
      // A backtick after the marks makes them a code span.
      if (line.marker[0] === "~" || !line.rest.includes("`")) open = line;
    } else if (closes(open, line)) {
      fences.push(fenceFrom(open, line.end, true));
      open = undefined;
    }
  }
  if (open !== undefined) fences.push(fenceFrom(open, text.length, false));
  return fences;
}

function fenceFrom(open: FenceLine, end: number, isClosed: boolean): CodeFence {
  return { marker: open.marker, info: open.rest, start: open.start, end, isClosed };
}

/** Lines that begin with three marks or more; jumps from one run of marks to the next. */
function* fenceLines(text: string, start: number): Generator<FenceLine> {
  let backtick = text.indexOf("```", start);
  let tilde = text.indexOf("~~~", start);
  while (backtick !== -1 || tilde !== -1) {
    const at = tilde === -1 || (backtick !== -1 && backtick < tilde) ? backtick : tilde;
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const line = fenceLine(text, start, at, end);
    if (line !== undefined) yield line;
    if (backtick !== -1 && backtick < end) backtick = text.indexOf("```", end);
    if (tilde !== -1 && tilde < end) tilde = text.indexOf("~~~", end);
  }
}

function fenceLine(
  text: string,
  bodyStart: number,
  at: number,
  end: number,
): FenceLine | undefined {
  const isFirst = at === bodyStart || text.charCodeAt(at - 1) === 10;
  const start = isFirst ? at : Math.max(bodyStart, text.lastIndexOf("\n", at) + 1);
  const prefix = text.slice(start, at);
  if (!isFirst && !PREFIX.test(prefix)) return undefined;
  let after = at + 3;
  while (text.charCodeAt(after) === text.charCodeAt(at)) after++;
  return { prefix, marker: text.slice(at, after), rest: text.slice(after, end).trim(), start, end };
}

function closes(open: FenceLine, line: FenceLine): boolean {
  return (
    line.marker[0] === open.marker[0] &&
    line.marker.length >= open.marker.length &&
    line.rest === "" &&
    /^[ \t>]*$/.test(line.prefix) &&
    // Four blanks deeper, the line is content: a sample of a list with a fence in it.
    widthOf(line.prefix) <= widthOf(open.prefix) + 3
  );
}

function widthOf(prefix: string): number {
  return prefix.replaceAll("\t", "    ").length;
}

function isInside(spans: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle] as Span;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return true;
  }
  return false;
}

interface CodeLine extends Span {
  readonly spans: readonly Span[];
}

/** Code stands between equally long runs of backticks; a run without its like is plain text. */
function codeLine(text: string, offset: number): CodeLine {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const found = text.indexOf("\n", offset);
  const end = found === -1 ? text.length : found;
  const spans: Span[] = [];
  let at = text.indexOf("`", start);
  while (at !== -1 && at < end) {
    const length = runLength(text, at);
    const closer = findRun(text, at + length, end, length);
    const next = closer === -1 ? at + length : closer + length;
    if (closer !== -1) spans.push({ start: at, end: next });
    at = text.indexOf("`", next);
  }
  return { start, end, spans };
}

function runLength(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === 96) end++;
  return end - start;
}

function findRun(text: string, from: number, end: number, length: number): number {
  let at = text.indexOf("`", from);
  while (at !== -1 && at < end) {
    const found = runLength(text, at);
    if (found === length) return at;
    at = text.indexOf("`", at + found);
  }
  return -1;
}
