import type { Span } from "../model/index.ts";
import { lineAt } from "./fence.ts";

export interface StyleFinding extends Span {
  readonly kind: "flow" | "anchor" | "alias" | "tag" | "tab";
}

const ENTRY =
  /^([ ]*)((?:- +)*)(?:("[^"]*"[ ]*|'[^']*'[ ]*|[^\s#"'[{&*!|>%@`][^#]*?):(?=[ ]|$)[ ]*)?/;

/** A value begins after the indentation, a dash or a colon; true of every text in which something is found. */
const MAY_BE_REFUSED = /(?:^|[-:]) *[[{&*!]/m;

/**
 * Finds what strict readers refuse though it is YAML: flow collections, anchors, aliases, tags and tabs.
 * Works on lines, since it runs over every file of a validation and needs no tree.
 */
export function findRefusedStyle(inner: string): StyleFinding | undefined {
  const tabs = inner.includes("\t") ? new TabSearch() : undefined;
  if (tabs === undefined && !MAY_BE_REFUSED.test(inner)) return undefined;
  let at = 0;
  /** Lines indented deeper than this continue a scalar. */
  let scalarIndent = -1;
  while (at < inner.length) {
    const line = lineAt(inner, at);
    const { text } = line;
    const indent = /^ */.exec(text)?.[0].length ?? 0;
    const isBlank = text.trim() === "";
    let tab: number | undefined;
    if (scalarIndent >= 0 && (isBlank || indent > scalarIndent)) tab = tabs?.inScalar(text, indent);
    else if (isBlank || text.trimStart().startsWith("#")) tab = tabs?.between(text);
    else {
      const match = ENTRY.exec(text);
      const head = match?.[0] ?? "";
      const value = text.slice(head.length);
      const owner = indent + (match?.[2]?.length ?? 0);
      const finding = judge(value, line.start + head.length);
      if (finding !== undefined) return finding;
      if (value === "") scalarIndent = -1;
      else scalarIndent = match?.[3] === undefined ? Math.max(indent, owner - 1) : owner;
      if (match?.[3] === undefined && value !== "") scalarIndent = Math.max(0, owner - 1);
      tab = tabs?.inEntry(text, owner, head.length);
    }
    if (tab !== undefined)
      return { start: line.start + tab, end: line.start + tab + 1, kind: "tab" };
    if (line.next === line.end) break;
    at = line.next;
  }
  return undefined;
}

type Quote = '"' | "'";

function quoteAt(text: string, at: number): Quote | undefined {
  const sign = text[at];
  return sign === '"' || sign === "'" ? sign : undefined;
}

/**
 * Strict readers descend from PyYAML, which takes a tab neither for a blank nor for a part of a text without quotes. It may
 * stand in quotes, in a block and in a comment. Each answer is the offset of a tab in the line, where one is refused.
 */
class TabSearch {
  /** The scalar that lines may go on with: one in quotes that are open, or a block. */
  #quote: Quote | undefined;
  #isBlock = false;
  /** How deep the lines of the block stand, once there was one. */
  #blockIndent: number | undefined;

  inEntry(text: string, keyStart: number, valueStart: number): number | undefined {
    this.#blockIndent = undefined;
    this.#isBlock = text[valueStart] === "|" || text[valueStart] === ">";
    const inKey = this.#find(text.slice(0, valueStart), 0, keyStart);
    return inKey ?? this.#find(text, valueStart, valueStart);
  }

  inScalar(text: string, indent: number): number | undefined {
    if (!this.#isBlock) return this.between(text);
    if (indent === text.length) return undefined;
    this.#blockIndent ??= indent;
    return text[indent] === "\t" && indent < this.#blockIndent ? indent : undefined;
  }

  /** In a line that begins no value: a comment, blanks, or more of a text. */
  between(text: string): number | undefined {
    return this.#find(text, 0, -1);
  }

  /** The first tab from here on that nothing encloses; a quote that begins a text stands at `start`. */
  #find(text: string, from: number, start: number): number | undefined {
    for (let at = from; at < text.length; at++) {
      if (this.#quote === undefined && at === start) {
        this.#quote = quoteAt(text, at);
        if (this.#quote !== undefined) continue;
      }
      const sign = text[at];
      if (this.#quote !== undefined) {
        if (sign === "\\" && this.#quote === '"') at++;
        else if (sign === this.#quote && this.#quote === "'" && text[at + 1] === "'") at++;
        else if (sign === this.#quote) this.#quote = undefined;
      } else if (sign === "\t") return at;
      else if (sign === "#" && (at === 0 || text[at - 1] === " ")) return undefined;
    }
    return undefined;
  }
}

function judge(value: string, start: number): StyleFinding | undefined {
  const span = { start, end: start + Math.max(1, value.length) };
  const first = value[0];
  if (first === "[" || first === "{") return { ...span, kind: "flow" };
  if (first === "&") return { ...span, kind: "anchor" };
  if (first === "*") return { ...span, kind: "alias" };
  if (first === "!") return { ...span, kind: "tag" };
  return undefined;
}
