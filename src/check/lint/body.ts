import type { Span } from "../../skill/index.ts";

export interface CodeFence extends Span {
  readonly marker: string;
  readonly info: string;
  readonly isClosed: boolean;
}

export interface Link extends Span {
  /** As written, without title and angle brackets. */
  readonly target: string;
  readonly targetSpan: Span;
  readonly isImage: boolean;
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

const FENCE = /^( {0,3}(?:[-*+] +|\d+[.)] +|> ?)*[ \t]*)(`{3,}|~{3,})(.*)$/;

export function viewBody(text: string, start: number): BodyView {
  const fences: CodeFence[] = [];
  let lineCount = 0;
  let open: { marker: string; start: number; info: string } | undefined;
  let at = start;
  while (at < text.length) {
    let end = text.indexOf("\n", at);
    if (end === -1) end = text.length;
    lineCount++;
    // Only lines with a run of three marks can open or close a fence.
    const first = firstMark(text, at, end);
    if (first !== -1) {
      const line = text.slice(at, text[end - 1] === "\r" ? end - 1 : end);
      const match = FENCE.exec(line);
      const marker = match?.[2] ?? "";
      const rest = match?.[3] ?? "";
      if (match !== null && open === undefined && !(marker[0] === "`" && rest.includes("`")))
        open = { marker, start: at, info: rest.trim() };
      else if (match !== null && open !== undefined && closes(open.marker, marker, rest)) {
        fences.push({ ...open, end, isClosed: true });
        open = undefined;
      }
    }
    at = end + 1;
  }
  if (open !== undefined) fences.push({ ...open, end: text.length, isClosed: false });
  const isInFence = (offset: number): boolean =>
    fences.some((fence) => offset >= fence.start && offset < fence.end);
  let links: readonly Link[] | undefined;
  return {
    text: text.slice(start),
    start,
    lineCount,
    fences,
    get links(): readonly Link[] {
      links ??= findLinks(text, start, isInFence);
      return links;
    },
    isInCode: (offset) => isInFence(offset) || isInCodeSpan(text, offset),
  };
}

function closes(opener: string, marker: string, rest: string): boolean {
  return marker[0] === opener[0] && marker.length >= opener.length && rest.trim() === "";
}

/** The first backtick or tilde that begins a run of three, within the first part of the line. */
function firstMark(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + 40);
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 96 || code === 126)
      return text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code ? at : -1;
  }
  return -1;
}

const INLINE = /(!?)\[(?:[^\]\\\n]|\\.)*\]\(\s*(<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+["'(][^\n]*?["')])?\s*\)/g;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]+(<[^>\n]*>|\S+)/gm;

function findLinks(text: string, start: number, isInFence: (offset: number) => boolean): readonly Link[] {
  const links: Link[] = [];
  const body = text.slice(start);
  if (!body.includes("](") && !body.includes("]:")) return links;
  const add = (index: number, whole: string, target: string, isImage: boolean): void => {
    const offset = start + index;
    if (target === "" || isInFence(offset) || isInCodeSpan(text, offset)) return;
    const inner = target.startsWith("<") ? target.slice(1, -1) : target;
    const targetAt = offset + whole.lastIndexOf(inner);
    links.push({
      target: inner,
      isImage,
      start: offset,
      end: offset + whole.length,
      targetSpan: { start: targetAt, end: targetAt + inner.length },
    });
  };
  for (const match of body.matchAll(INLINE))
    add(match.index, match[0], match[2] as string, match[1] === "!");
  for (const match of body.matchAll(DEFINITION)) add(match.index, match[0], match[1] as string, false);
  return links.sort((a, b) => a.start - b.start);
}

/** Backticks before the offset on its line are odd in number: it stands inside a code span. */
function isInCodeSpan(text: string, offset: number): boolean {
  let count = 0;
  for (let at = offset - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10) break;
    if (code === 96 && text.charCodeAt(at - 1) !== 96) count++;
  }
  return count % 2 === 1;
}
