import { lineEnd, type Span } from "../../skill/index.ts";

export interface Link extends Span {
  /** As written, without title and angle brackets. */
  readonly target: string;
  readonly targetSpan: Span;
  readonly isImage: boolean;
}

/** Longer texts and targets are not met; the limits keep a row of brackets from taking quadratic time. */
const MAX_TEXT = 1000;
const MAX_TARGET = 2000;
const DEFINITION =
  /^ {0,3}\[[^\]\n^][^\]\n]*\]:[ \t]+(<[^>\n]*>|[^\s<]\S*)[ \t]*(?:["'(][^\n]*)?\r?$/gm;

/** Inline links, images and reference definitions that do not stand in code. */
export function findLinks(
  text: string,
  start: number,
  isInCode: (offset: number) => boolean,
): readonly Link[] {
  const links: Link[] = [];
  for (let at = text.indexOf("](", start); at !== -1; at = text.indexOf("](", at + 2)) {
    const link = inlineLink(text, start, at);
    if (link !== undefined && !isInCode(link.start)) links.push(link);
  }
  if (text.indexOf("]:", start) !== -1)
    for (const link of definitions(text, start)) if (!isInCode(link.start)) links.push(link);
  return links.sort((a, b) => a.start - b.start);
}

function* definitions(text: string, start: number): Generator<Link> {
  for (const match of text.slice(start).matchAll(DEFINITION)) {
    const written = match[1] as string;
    const from = start + match.index;
    const at = from + match[0].indexOf(written, match[0].indexOf("]:"));
    const margin = written.startsWith("<") ? 1 : 0;
    const targetSpan = { start: at + margin, end: at + written.length - margin };
    const target = text.slice(targetSpan.start, targetSpan.end);
    yield { target, targetSpan, isImage: false, start: from, end: from + match[0].length };
  }
}

/** The link whose text ends at `bracket`, if one does. */
function inlineLink(text: string, bodyStart: number, bracket: number): Link | undefined {
  const opening = openingBracket(text, bodyStart, bracket);
  if (opening === -1) return undefined;
  const targetSpan = destination(text, skipBlanks(text, bracket + 2));
  if (targetSpan === undefined || targetSpan.end === targetSpan.start) return undefined;
  const end = closingBracket(
    text,
    text[targetSpan.end] === ">" ? targetSpan.end + 1 : targetSpan.end,
  );
  if (end === -1) return undefined;
  const isImage = text[opening - 1] === "!";
  return {
    target: text.slice(targetSpan.start, targetSpan.end),
    targetSpan,
    isImage,
    start: isImage ? opening - 1 : opening,
    end,
  };
}

/** Walks back to the bracket that opens the text, over nested ones, but over no empty line. */
function openingBracket(text: string, bodyStart: number, bracket: number): number {
  let depth = 0;
  const limit = Math.max(bodyStart, bracket - MAX_TEXT);
  for (let at = bracket - 1; at >= limit; at--) {
    const code = text.charCodeAt(at);
    if (code === 10 && text.charCodeAt(at - 1) === 10) return -1;
    if (code !== 91 && code !== 93) continue;
    if (text[at - 1] === "\\") continue;
    if (code === 93) depth++;
    else if (depth === 0) return at;
    else depth--;
  }
  return -1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

function destination(text: string, from: number): Span | undefined {
  if (text[from] === "<") {
    let at = from + 1;
    while (at - from < MAX_TARGET && text[at] !== ">" && text[at] !== "\n") at++;
    return text[at] === ">" ? { start: from + 1, end: at } : undefined;
  }
  let depth = 0;
  let at = from;
  const limit = Math.min(text.length, from + MAX_TARGET);
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) break;
    if (code === 40) depth++;
    else if (code === 41 && depth-- === 0) break;
  }
  return depth > 0 ? undefined : { start: from, end: at };
}

const TITLE = /^[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\))[ \t]*\)/;

/** The offset after the closing parenthesis, over an optional title. */
function closingBracket(text: string, from: number): number {
  if (text[from] === ")") return from + 1;
  const match =
    /^[ \t]*\)/.exec(text.slice(from, from + 20)) ??
    TITLE.exec(text.slice(from, lineEnd(text, from)));
  return match === null ? -1 : from + match[0].length;
}
