import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap } from "yaml";
import {
  getKey,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  type TextEdit,
} from "../model/index.ts";
import { type Document, readDocument } from "./document.ts";
import { applyEdits } from "./edit.ts";
import { findLineBreak } from "./fence.ts";
import { lineEnd, lineStart, skipLineBreak } from "./lines.ts";
import { placesOf } from "./places.ts";
import { renderEntry, renderFrontmatter, type WriteStyle } from "./render.ts";

export { renderFrontmatter, renderYaml, type WriteStyle } from "./render.ts";

/**
 * The text of the document with the given frontmatter. Entries that already say it keep their
 * bytes, comments and order; only what differs is written anew.
 */
export function rewriteFrontmatter(
  document: Document,
  desired: JsonObject,
  style: WriteStyle,
): string {
  const mended = mend(document);
  const { fence, text } = mended;
  const eol = findLineBreak(text);
  if (fence === undefined || isUnreadable(mended))
    return Object.keys(desired).length === 0 ? text : prepend(mended, desired, style, eol);
  const edits = [...headEdits(mended, eol), ...innerEdits(mended, desired, style, eol)];
  return applyEdits(text, edits).text;
}

/** The document as strict YAML between two fences. */
function mend(document: Document): Document {
  const closing = document.problems.filter(({ kind }) => kind === "unclosed-frontmatter");
  const edits = [...document.repairs, ...closing.flatMap((problem) => problem.edits ?? [])];
  return edits.length === 0 ? document : readDocument(applyEdits(document.text, edits).text);
}

/** Nothing could be read between the fences, so it may as well be prose between two rules. */
function isUnreadable(document: Document): boolean {
  return document.problems.some(({ kind }) => kind === "not-a-mapping" || kind === "too-large");
}

function prepend(document: Document, desired: JsonObject, style: WriteStyle, eol: string): string {
  const { text } = document;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const head = toEol(`---\n${renderFrontmatter(desired, style)}\n---\n`, eol);
  return text.slice(0, start) + head + text.slice(start);
}

function toEol(text: string, eol: string): string {
  return eol === "\n" ? text : text.replaceAll("\n", eol);
}

/** Text before the fence hides it from every reader; it moves to the top of the instructions. */
function headEdits(document: Document, eol: string): readonly TextEdit[] {
  const { fence, text } = document;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (fence === undefined || fence.opener.start === start) return [];
  const before = text.slice(start, fence.opener.start);
  const removal: TextEdit = { start, end: fence.opener.start, text: "" };
  if (before.trim() === "") return [removal];
  const at = document.bodyStart;
  return [removal, { start: at, end: at, text: `${eol}${before.trimEnd()}${eol}` }];
}

function innerEdits(
  document: Document,
  desired: JsonObject,
  style: WriteStyle,
  eol: string,
): readonly TextEdit[] {
  const { inner } = document.fence as NonNullable<Document["fence"]>;
  const root = placesOf(document).tree.contents;
  const isBlockMap = isMap(root) && root.flow !== true && hasSimpleKeys(root);
  const isWhole = document.problems.every((problem) => problem.kind !== "invalid-yaml");
  if (!isBlockMap || !isWhole || style.keeps === "nothing") {
    const isEmpty = Object.keys(desired).length === 0;
    const text = isEmpty ? "" : `${renderFrontmatter(desired, style)}\n`;
    return [{ ...inner, text: toEol(text, eol) }];
  }
  const editor = { document, style, eol, isUnlinking: false };
  const seen = style.seen ?? document.frontmatter;
  const edits = editMap(editor, root, seen, desired, 0, inner.end);
  if (edits.length === 0 || !contains(root, isAlias)) return edits;
  // An edit may take away the anchor that an alias elsewhere stands for.
  return editMap({ ...editor, isUnlinking: true }, root, seen, desired, 0, inner.end);
}

function hasSimpleKeys(map: YAMLMap): boolean {
  return map.items.every((item) => isScalar(item.key) && item.key.anchor === undefined);
}

interface Editor {
  readonly document: Document;
  readonly style: WriteStyle;
  readonly eol: string;
  /** Entries with anchors and aliases are written out. */
  readonly isUnlinking: boolean;
}

interface Entry {
  readonly key: string;
  readonly value: Node | null;
  readonly start: number;
  readonly end: number;
}

function entriesOf(document: Document, map: YAMLMap): readonly Entry[] {
  const { toDocument } = placesOf(document);
  const { text } = document;
  return map.items.map((pair: Pair) => {
    const key = pair.key as Node & { value: unknown };
    const keyRange = key.range as [number, number, number];
    const value = pair.value as Node | null;
    const valueEnd = toDocument(value?.range?.[1] ?? keyRange[1]);
    const endsLine = valueEnd > 0 && /[\r\n]/.test(text[valueEnd - 1] as string);
    const end = endsLine ? valueEnd : skipLineBreak(text, lineEnd(text, valueEnd));
    return { key: String(key.value), value, start: lineStart(text, toDocument(keyRange[0])), end };
  });
}

function editMap(
  editor: Editor,
  map: YAMLMap,
  current: JsonObject,
  desired: JsonObject,
  indent: number,
  insertAt: number,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const kept = new Set<string>();
  const write = (key: string, value: Json): string =>
    toEol(`${renderEntry(key, value, indent, editor.style)}\n`, editor.eol);
  for (const entry of [...entriesOf(editor.document, map)].reverse()) {
    const wanted = getKey(desired, entry.key);
    // Of a key given twice the last one counts.
    if (wanted === undefined || kept.has(entry.key)) {
      edits.push({ start: entry.start, end: entry.end, text: "" });
      continue;
    }
    kept.add(entry.key);
    const now = getKey(current, entry.key);
    const isTooLong = indent === 0 && mustBeJoined(editor, entry);
    if (isEqual(now, wanted) && !isTooLong && !mustChange(editor, entry.value)) continue;
    edits.push(
      ...(editInside(editor, entry, now, wanted, indent) ??
        editList(editor, entry, now, wanted, indent) ??
        (isTooLong ? undefined : editScalar(editor, entry, wanted, indent)) ?? [
          { start: entry.start, end: entry.end, text: write(entry.key, wanted) },
        ]),
    );
  }
  const added = Object.entries(desired)
    .filter(([key]) => !kept.has(key))
    .map(([key, value]) => write(key, value))
    .join("");
  if (added === "") return edits;
  const { text } = editor.document;
  const isLineStart = insertAt === 0 || /[\r\n]/.test(text[insertAt - 1] as string);
  return [
    ...edits,
    { start: insertAt, end: insertAt, text: (isLineStart ? "" : editor.eol) + added },
  ];
}

/** Changes a nested block map entry by entry. */
function editInside(
  editor: Editor,
  entry: Entry,
  now: Json | undefined,
  wanted: Json,
  indent: number,
): readonly TextEdit[] | undefined {
  const { document, style } = editor;
  if (isWrittenWhole(style, entry.key, indent) || !isObject(now) || !isObject(wanted))
    return undefined;
  const node = entry.value;
  if (!isMap(node) || node.flow === true || !hasSimpleKeys(node)) return undefined;
  if (node.anchor !== undefined || node.tag !== undefined) return undefined;
  const inside = blockIndent(document, node);
  if (inside === undefined || Object.keys(wanted).length === 0) return undefined;
  return editMap(editor, node, now, wanted, inside, entry.end);
}

function isWrittenWhole(style: WriteStyle, key: string, indent: number): boolean {
  const isOwnForm = style.jsonKeys.includes(key) || style.entry !== undefined;
  return style.keeps === "entries" || (indent === 0 && isOwnForm);
}

/** Changes a block list of maps item by item: those at both ends that stay the same keep their bytes. */
function editList(
  editor: Editor,
  entry: Entry,
  now: Json | undefined,
  wanted: Json,
  indent: number,
): readonly TextEdit[] | undefined {
  if (isWrittenWhole(editor.style, entry.key, indent)) return undefined;
  if (mustChange(editor, entry.value)) return undefined;
  if (!Array.isArray(now) || !Array.isArray(wanted) || wanted.length === 0) return undefined;
  const items = itemsOf(editor.document, entry);
  if (items === undefined || items.length !== now.length) return undefined;
  const shorter = Math.min(now.length, wanted.length);
  let head = 0;
  while (head < shorter && isEqual(now[head], wanted[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(now.at(-1 - tail), wanted.at(-1 - tail))) tail += 1;
  const old = items.slice(head, items.length - tail);
  const fresh = wanted.slice(head, wanted.length - tail);
  if (fresh.length === 0) return old.map(({ start, end }) => ({ start, end, text: "" }));
  if (old.length === 0) return addItems(editor, items, head, fresh);
  if (old.length !== fresh.length) return undefined;
  const edits = fresh.map((value, index) =>
    editItem(editor, old[index] as Item, now[head + index], value),
  );
  return edits.every((one) => one !== undefined) ? edits.flat().reverse() : undefined;
}

interface Item {
  readonly node: YAMLMap;
  /** From the line of its dash to the end of its last line. */
  readonly start: number;
  readonly end: number;
  /** Column of its keys. */
  readonly indent: number;
  /** What stands before its first key. */
  readonly dash: string;
}

/** Undefined where an item is anything but a block map behind a dash. */
function itemsOf(document: Document, { value }: Entry): readonly Item[] | undefined {
  if (!isSeq(value) || value.flow === true || value.items.length === 0) return undefined;
  if (hasAnchor(value) || value.tag !== undefined) return undefined;
  const items: Item[] = [];
  for (const node of value.items) {
    if (!isMap(node) || node.flow === true || !hasSimpleKeys(node)) return undefined;
    if (hasAnchor(node) || node.tag !== undefined || hasDuplicateKeys(node)) return undefined;
    const [first] = node.items;
    const at = (first?.key as Node | undefined)?.range?.[0];
    const last = entriesOf(document, node).at(-1);
    if (at === undefined || last === undefined) return undefined;
    const from = placesOf(document).toDocument(at);
    const start = lineStart(document.text, from);
    const dash = document.text.slice(start, from);
    if (!/^ *- +$/.test(dash)) return undefined;
    items.push({ node, start, end: last.end, indent: dash.length, dash });
  }
  return items;
}

function editItem(
  editor: Editor,
  { node, start, end, indent }: Item,
  now: Json | undefined,
  wanted: Json,
): readonly TextEdit[] | undefined {
  if (!isObject(now) || !isObject(wanted)) return undefined;
  const edits = editMap(editor, node, now, wanted, indent, end);
  // The first entry shares its line with the dash.
  return edits.some((edit) => edit.start === start) ? undefined : edits;
}

function addItems(
  editor: Editor,
  items: readonly Item[],
  at: number,
  fresh: readonly Json[],
): readonly TextEdit[] | undefined {
  const near = items[at] ?? items.at(-1);
  if (near === undefined || !fresh.every((item) => isObject(item) && Object.keys(item).length > 0))
    return undefined;
  const { text } = editor.document;
  const place = items[at] === undefined ? near.end : near.start;
  const lines = fresh.map((item) => {
    const written = Object.entries(item as JsonObject)
      .map(([key, value]) => `${renderEntry(key, value, near.indent, editor.style)}\n`)
      .join("");
    return near.dash + written.slice(near.indent);
  });
  const isLineStart = place === 0 || /[\r\n]/.test(text[place - 1] as string);
  const added = (isLineStart ? "" : "\n") + lines.join("");
  return [{ start: place, end: place, text: toEol(added, editor.eol) }];
}

/** Replaces a value on its line, so that the comment behind it stays. */
function editScalar(
  { document, style }: Editor,
  { key, value }: Entry,
  wanted: Json,
  indent: number,
): readonly TextEdit[] | undefined {
  if (style.keeps === "entries" || (indent === 0 && style.entry !== undefined)) return undefined;
  if (!isScalar(value) || value.anchor !== undefined || value.tag !== undefined) return undefined;
  if (value.type === Scalar.BLOCK_FOLDED || value.type === Scalar.BLOCK_LITERAL) return undefined;
  if (isObject(wanted) || Array.isArray(wanted) || !value.range) return undefined;
  const { toDocument } = placesOf(document);
  const start = toDocument(value.range[0]);
  const end = toDocument(value.range[1]);
  const isOneLine = start < end && lineEnd(document.text, start) >= end;
  const rendered = renderEntry(key, wanted, 0, { allowsFlow: true, jsonKeys: [] });
  if (!isOneLine || rendered.includes("\n")) return undefined;
  const head = renderEntry(key, 0, 0, { allowsFlow: true, jsonKeys: [] }).length - 1;
  return [{ start, end, text: rendered.slice(head) }];
}

function blockIndent(document: Document, node: YAMLMap): number | undefined {
  const first = node.items[0]?.key as Node | undefined;
  const range = first?.range;
  if (range === null || range === undefined) return undefined;
  const at = placesOf(document).toDocument(range[0]);
  const pad = document.text.slice(lineStart(document.text, at), at);
  return /^ *$/.test(pad) ? pad.length : undefined;
}

/** The entry says the right thing in a way that the reader does not take. */
function mustChange(editor: Editor, node: Node | null): boolean {
  const { style, isUnlinking } = editor;
  if (!style.allowsFlow && contains(node, isRefusedStyle)) return true;
  if (isUnlinking && contains(node, (item) => isAlias(item) || hasAnchor(item))) return true;
  return contains(node, hasDuplicateKeys);
}

/** The value goes over several lines where the reader takes one. */
function mustBeJoined({ document, style }: Editor, { key, start, end }: Entry): boolean {
  if (style.oneLineKeys?.includes(key) !== true) return false;
  return /[\r\n]/.test(document.text.slice(start, end).trimEnd());
}

function hasAnchor(node: unknown): boolean {
  return (isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined;
}

function isRefusedStyle(node: unknown): boolean {
  if (isAlias(node) || hasAnchor(node)) return true;
  if (isMap(node) || isSeq(node)) return node.flow === true || node.tag !== undefined;
  return isScalar(node) && node.tag !== undefined;
}

function hasDuplicateKeys(node: unknown): boolean {
  if (!isMap(node)) return false;
  const keys = node.items.map((item) => (isScalar(item.key) ? String(item.key.value) : item.key));
  return new Set(keys).size < keys.length;
}

/** Whether a node, or any node below it, is such. */
function contains(node: unknown, isSuch: (node: unknown) => boolean): boolean {
  if (isSuch(node)) return true;
  if (isSeq(node)) return node.items.some((item) => contains(item, isSuch));
  if (!isMap(node)) return false;
  return node.items.some((item) => contains(item.key, isSuch) || contains(item.value, isSuch));
}
