import { isMap, isScalar, type Node, type Pair, stringify, type YAMLMap } from "yaml";
import {
  getKey,
  isEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type TextEdit,
} from "../model/index.ts";
import { type Document, readDocument } from "./document.ts";
import { applyEdits } from "./edit.ts";
import { breakOf } from "./fence.ts";
import { lineEnd, lineStart, skipLineBreak } from "./lines.ts";
import { placesOf } from "./places.ts";

/** How values must be written so that the reader they are meant for takes them. */
export interface WriteStyle {
  /** Flow collections (`[a]`, `{a: b}`) are refused by some readers. */
  readonly allowsFlow: boolean;
  /** Top-level keys written as JSON on one line. */
  readonly jsonKeys: readonly string[];
}

/** YAML text of a value, in block style, safe for readers of YAML 1.1 as well. */
export function renderYaml(value: Json, indent = 0): string {
  const text = stringify(value, { lineWidth: 0, compat: "yaml-1.1", indentSeq: true });
  const trimmed = text.replace(/\n$/, "");
  if (indent === 0) return trimmed;
  const pad = " ".repeat(indent);
  return trimmed
    .split("\n")
    .map((line) => (line === "" ? line : pad + line))
    .join("\n");
}

/** One `key: value` entry as lines, without a final line break. */
function renderEntry(key: string, value: Json, indent: number, asJson: boolean): string {
  const pad = " ".repeat(indent);
  if (asJson && (isObject(value) || isList(value)))
    return `${pad}${renderYaml(key)}: ${JSON.stringify(value)}`;
  return renderYaml({ [key]: value }, indent);
}

export function renderFrontmatter(frontmatter: JsonObject, style: WriteStyle): string {
  return Object.entries(frontmatter)
    .map(([key, value]) => renderEntry(key, value, 0, style.jsonKeys.includes(key)))
    .join("\n");
}

/**
 * The text of the document with the given frontmatter. Entries that already say it keep their
 * bytes, comments and order; only what differs is written anew.
 */
export function rewriteFrontmatter(
  document: Document,
  desired: JsonObject,
  style: WriteStyle,
): string {
  const mended = readDocument(applyEdits(document.text, document.repairs).text);
  const eol = breakOf(mended.text);
  const { fence } = mended;
  const toEol = (text: string): string => (eol === "\n" ? text : text.replaceAll("\n", eol));
  if (fence === undefined) {
    const head = Object.keys(desired).length === 0 ? "" : `${renderFrontmatter(desired, style)}\n`;
    return toEol(`---\n${head}---\n\n`) + mended.text.slice(mended.bodyStart);
  }
  const root = placesOf(mended).tree.contents;
  const start = fence.opener.start;
  const closing = fence.isClosed
    ? []
    : [{ start: fence.closer.start, end: fence.closer.start, text: `---${eol}` }];
  const before: TextEdit[] = start > 0 ? [{ start: 0, end: start, text: "" }] : [];
  const isPlainBlock = isMap(root) && root.flow !== true && hasSimpleKeys(root);
  const isWhole = mended.problems.every((problem) => problem.kind !== "invalid-yaml");
  if (!isPlainBlock || !isWhole) {
    const { inner } = fence;
    const body =
      Object.keys(desired).length === 0 ? "" : `${toEol(renderFrontmatter(desired, style))}${eol}`;
    return applyEdits(mended.text, [...before, { ...inner, text: body }, ...closing]).text;
  }
  const edits = editMap(mended, root, mended.frontmatter, desired, style, 0, fence.inner.end, eol);
  return applyEdits(mended.text, [...before, ...edits, ...closing]).text;
}

function hasSimpleKeys(map: YAMLMap): boolean {
  return map.items.every((item) => isScalar(item.key) && item.key.anchor === undefined);
}

interface Entry {
  readonly key: string;
  readonly pair: Pair;
  readonly start: number;
  readonly end: number;
}

function entriesOf(document: Document, map: YAMLMap): readonly Entry[] {
  const { toDocument } = placesOf(document);
  const { text } = document;
  return map.items.map((pair) => {
    const key = pair.key as Node & { value: unknown };
    const keyRange = key.range as [number, number, number];
    const value = pair.value as Node | null;
    const valueEnd = toDocument(value?.range?.[1] ?? keyRange[1]);
    const endsLine = valueEnd > 0 && /[\r\n]/.test(text[valueEnd - 1] as string);
    const end = endsLine ? valueEnd : skipLineBreak(text, lineEnd(text, valueEnd));
    return { key: String(key.value), pair, start: lineStart(text, toDocument(keyRange[0])), end };
  });
}

function editMap(
  document: Document,
  map: YAMLMap,
  current: JsonObject,
  desired: JsonObject,
  style: WriteStyle,
  indent: number,
  insertAt: number,
  eol: string,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const entries = entriesOf(document, map);
  const seen = new Set<string>();
  const write = (key: string, value: Json): string => {
    const text = renderEntry(key, value, indent, indent === 0 && style.jsonKeys.includes(key));
    return (eol === "\n" ? text : text.replaceAll("\n", eol)) + eol;
  };
  for (const entry of [...entries].reverse()) {
    const wanted = getKey(desired, entry.key);
    if (wanted === undefined || seen.has(entry.key)) {
      edits.push({ start: entry.start, end: entry.end, text: "" });
      continue;
    }
    seen.add(entry.key);
    const now = getKey(current, entry.key);
    const node = entry.pair.value as Node | null;
    const isRefusedStyle = !style.allowsFlow && containsRefusedStyle(node);
    if (isEqual(now, wanted) && !isRefusedStyle) continue;
    const childIndent = blockIndent(document, node);
    if (
      isMap(node) &&
      node.flow !== true &&
      childIndent !== undefined &&
      isObject(now) &&
      isObject(wanted) &&
      Object.keys(wanted).length > 0 &&
      !style.jsonKeys.includes(entry.key) &&
      hasSimpleKeys(node)
    ) {
      edits.push(...editMap(document, node, now, wanted, style, childIndent, entry.end, eol));
      continue;
    }
    edits.push({ start: entry.start, end: entry.end, text: write(entry.key, wanted) });
  }
  let added = "";
  for (const [key, value] of Object.entries(desired))
    if (!seen.has(key)) added += write(key, value);
  if (added !== "") {
    const needsBreak = insertAt > 0 && !/[\r\n]/.test(document.text[insertAt - 1] as string);
    edits.push({ start: insertAt, end: insertAt, text: (needsBreak ? eol : "") + added });
  }
  return edits;
}

function blockIndent(document: Document, node: Node | null): number | undefined {
  if (!isMap(node)) return undefined;
  const first = node.items[0]?.key as Node | undefined;
  const range = first?.range;
  if (range === null || range === undefined) return undefined;
  const at = placesOf(document).toDocument(range[0]);
  const pad = document.text.slice(lineStart(document.text, at), at);
  return /^ *$/.test(pad) ? pad.length : undefined;
}

/** Flow collections, anchors, aliases and tags anywhere below a node. */
function containsRefusedStyle(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const item = node as {
    flow?: boolean;
    anchor?: string;
    tag?: string;
    source?: unknown;
    items?: unknown[];
    key?: unknown;
    value?: unknown;
  };
  if (item.flow === true || item.anchor !== undefined) return true;
  if (item.tag !== undefined && isScalar(node)) return true;
  if (item.constructor.name === "Alias") return true;
  if (Array.isArray(item.items)) return item.items.some(containsRefusedStyle);
  return containsRefusedStyle(item.key) || containsRefusedStyle(item.value);
}
