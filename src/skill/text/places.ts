import { isAlias, isScalar, type Node, parseDocument, type Document as YamlDocument } from "yaml";
import { getPath, type Path, type Span } from "../model/index.ts";
import type { Document } from "./document.ts";
import { applyEdits, offsetBefore } from "./edit.ts";
import { findInJsonText } from "./json-places.ts";
import { lineEnd, skipLineBreak } from "./lines.ts";
import { findNode } from "./nodes.ts";

/** The syntax tree of a document's frontmatter, with offsets into the document's text. */
export interface Places {
  readonly tree: YamlDocument;
  /** The key of the last step; for a list item, the item. */
  readonly key: (path: Path) => Span | undefined;
  readonly value: (path: Path) => Span | undefined;
  /** A value inside text that holds JSON, or else that text; undefined where no text is above it. */
  readonly inText: (path: Path, what: "key" | "value") => Span | undefined;
  /** Offset in the document for an offset in the mended inner text. */
  readonly toDocument: (offset: number) => number;
}

/**
 * Of the last document alone: a weak map keeps the trees of all until the whole heap is collected, since short
 * collections of the engine take its values for alive.
 */
let last: { readonly document: Document; readonly places: Places } | undefined;

/** Places cost a second, slower parse; they are made once a document and only when asked for. */
export function placesOf(document: Document): Places {
  if (last?.document !== document) last = { document, places: buildPlaces(document) };
  return last.places;
}

/** The inner text after the repairs, as the tree was read from it. */
export function mendedInner(document: Document): string {
  const { fence } = document;
  if (fence === undefined) return "";
  const inner = document.text.slice(fence.inner.start, fence.inner.end).replace(/\r(?!\n)/g, "\n");
  return applyEdits(inner, innerRepairs(document)).text;
}

function innerRepairs(document: Document): { start: number; end: number; text: string }[] {
  const base = document.fence?.inner.start ?? 0;
  return document.repairs
    .map((edit) => ({ start: edit.start - base, end: edit.end - base, text: edit.text }))
    .sort((a, b) => a.start - b.start);
}

function buildPlaces(document: Document): Places {
  const base = document.fence?.inner.start ?? 0;
  const repairs = innerRepairs(document);
  const mended = mendedInner(document);
  const tree = parseDocument(mended, {
    keepSourceTokens: true,
    uniqueKeys: false,
    strict: false,
    schema: "core",
    // Nobody reads them, and each would look for its line in the whole text.
    prettyErrors: false,
  });
  const toDocument = (offset: number): number => offsetBefore(repairs, offset) + base;
  const toSpan = (range: readonly number[] | null | undefined): Span | undefined => {
    if (range === null || range === undefined) return undefined;
    const start = toDocument(range[0] as number);
    return { start, end: Math.max(start, toDocument(range[1] as number)) };
  };
  return {
    tree,
    toDocument,
    key: (path) => {
      const found = findNode(tree, path);
      if (found === undefined) return undefined;
      return toSpan(found.pair === undefined ? found.node?.range : (found.pair.key as Node).range);
    },
    value: (path) => toSpan(findNode(tree, path)?.node?.range),
    inText: (path, what) => {
      for (let length = path.length - 1; length > 0; length--) {
        const found = findNode(tree, path.slice(0, length))?.node;
        const node = isAlias(found) ? found.resolve(tree) : found;
        if (node === undefined) continue;
        if (!isScalar(node) || typeof node.value !== "string") return undefined;
        const inside = findInJsonText(mended, node, path.slice(length), what);
        return inside === undefined ? toSpan(node.range) : toSpan([inside.start, inside.end]);
      }
      return undefined;
    },
  };
}

/**
 * The span of the key or value itself; undefined where the file has none that can be told. Edits go by
 * this: what stands near the place is no place to write to.
 */
export function findPlace(document: Document, path: Path, what: "key" | "value"): Span | undefined {
  if (document.fence === undefined || path.length === 0) return undefined;
  const fast =
    path.length === 1
      ? locateTopLevel(document, String(path[0]), what)
      : what === "key"
        ? locateNestedKey(document, path)
        : locateNestedWord(document, path);
  if (fast !== undefined) return fast;
  const places = placesOf(document);
  const span = what === "value" ? places.value(path) : places.key(path);
  return span === undefined ? undefined : trimSpan(document.text, span);
}

/**
 * The span to underline for a frontmatter path: the key or value itself, else the nearest
 * ancestor that is in the file (its text, where the value stands inside that), else the opening fence, else the first line.
 */
export function locate(document: Document, path: Path, what: "key" | "value"): Span {
  const exact = findPlace(document, path, what);
  if (exact !== undefined) return exact;
  if (document.fence !== undefined) {
    const inText = placesOf(document).inText(path, what);
    if (inText !== undefined) return trimSpan(document.text, inText);
    for (let length = path.length; length > 0; length--) {
      const found = placesOf(document).key(path.slice(0, length));
      if (found !== undefined) return trimSpan(document.text, found);
    }
    return document.fence.opener;
  }
  const end = lineEnd(document.text, document.bodyStart);
  return { start: document.bodyStart, end: Math.max(end, document.bodyStart) };
}

/** Most diagnostics are about a field at the top; a search finds it without a parse. */
function locateTopLevel(document: Document, key: string, what: "key" | "value"): Span | undefined {
  const { fence, text } = document;
  if (fence === undefined || !/^[\w-]+$/.test(key)) return undefined;
  const { end } = fence.inner;
  const [at, another] = indexKeyLines(document).get(key) ?? [];
  // The tree knows which of two is meant, and whether one stands inside another value.
  if (at === undefined || another !== undefined) return undefined;
  if (what === "key") return { start: at, end: at + key.length };
  const entry = entryAfter(text, at + key.length + 1, end);
  const stop = at + key.length + 1 + entry.length;
  if (document.repairs.some((edit) => edit.start <= stop && edit.end >= at)) return undefined;
  const value = entry.trim();
  if (value === "" || /^[&*!]/.test(value) || entry.includes("#") || !isWhole(value))
    return undefined;
  const valueStart = at + key.length + 1 + entry.indexOf(value);
  return { start: valueStart, end: valueStart + value.length };
}

/** The text from `start` to the next line that begins another entry. */
function entryAfter(text: string, start: number, end: number): string {
  const rest = text.slice(start, end);
  const next = /[\r\n][^\s#\-}\]]/.exec(rest);
  return next === null ? rest : rest.slice(0, next.index);
}

/** Quotes and brackets that open are closed at the end: no line of it was taken for another entry. */
function isWhole(value: string): boolean {
  const closer = CLOSERS[value[0] as string];
  return closer === undefined || (value.length > 1 && value.endsWith(closer));
}

const CLOSERS: { readonly [opener: string]: string } = { '"': '"', "'": "'", "{": "}", "[": "]" };

const LONG_ENTRY = 10_000;

/** A key that is in the file and stands once in its entry can only be the one that is meant. */
function locateNestedKey(document: Document, path: Path): Span | undefined {
  const { fence, text } = document;
  const key = path.at(-1);
  if (fence === undefined || typeof key !== "string" || !/^[\w-]+$/.test(key)) return undefined;
  if (getPath(document.frontmatter, path) === undefined) return undefined;
  const top = locateTopLevel(document, String(path[0]), "key");
  if (top === undefined) return undefined;
  const entry = entryAfter(text, top.end, fence.inner.end);
  // In a long one the tree finds more at less cost.
  if (entry.length > LONG_ENTRY) return undefined;
  const matches = [...entry.matchAll(new RegExp(`(?<![\\w.-])(["']?)${key}\\1[ \\t]*:`, "g"))];
  const match = matches[0];
  if (match === undefined || matches.length > 1) return undefined;
  const start = top.end + match.index;
  return { start, end: start + key.length + 2 * (match[1] as string).length };
}

const WORD_AFTER_KEY = /: +([\w.-]+)(?=\r?\n)/y;
const NEXT_INDENT = /\s*\n( *)/y;

/** A value of one plain word on the line of its key, which no deeper line goes on with. */
function locateNestedWord(document: Document, path: Path): Span | undefined {
  const { repairs, text } = document;
  const key = repairs.length > 0 ? undefined : locateNestedKey(document, path);
  if (key === undefined) return undefined;
  const indent = key.start - 1 - text.lastIndexOf("\n", key.start);
  if (text.slice(key.start - indent, key.start).trim() !== "") return undefined;
  WORD_AFTER_KEY.lastIndex = key.end;
  const word = WORD_AFTER_KEY.exec(text)?.[1];
  if (word === undefined) return undefined;
  const end = WORD_AFTER_KEY.lastIndex;
  NEXT_INDENT.lastIndex = end;
  const isLast = (NEXT_INDENT.exec(text)?.[1]?.length ?? 0) <= indent;
  return isLast ? { start: end - word.length, end } : undefined;
}

/** Of the last document alone, as with the trees. */
let lastLines: { readonly document: Document; readonly lines: KeyLines } | undefined;

type KeyLines = ReadonlyMap<string, readonly number[]>;

/** Where lines of the frontmatter begin with a key, by that key: to look for each of many would take its time. */
function indexKeyLines(document: Document): KeyLines {
  if (lastLines?.document !== document)
    lastLines = { document, lines: findKeyLines(document.text, document.fence?.inner) };
  return lastLines.lines;
}

function findKeyLines(text: string, inner: Span | undefined): KeyLines {
  const lines = new Map<string, number[]>();
  if (inner === undefined) return lines;
  // Every file that is linted asks, so a search for line ends takes the place of a pattern.
  for (let at = inner.start; at < inner.end; at = skipLineBreak(text, lineEnd(text, at))) {
    let end = at;
    while (isOfKey(text.charCodeAt(end))) end++;
    if (end > at && end < inner.end && text.charCodeAt(end) === COLON) {
      const key = text.slice(at, end);
      const known = lines.get(key);
      if (known === undefined) lines.set(key, [at]);
      else known.push(at);
    }
  }
  return lines;
}

const COLON = 58;

/** Letters, digits, `_` and `-`. */
function isOfKey(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 45;
}

function trimSpan(text: string, span: Span): Span {
  let { end } = span;
  while (end > span.start && /\s/.test(text[end - 1] as string)) end--;
  return { start: span.start, end };
}
