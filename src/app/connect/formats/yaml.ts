import {
  type Document,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
} from "yaml";
import { isEqual, isObject, type Json, type JsonObject } from "../../../skill/model/index.ts";
import {
  applyTextEdits,
  type ConfigFormat,
  lineEnd,
  lineStartAt,
  nextLineAfter,
  SyntaxProblem,
  type TextEdit,
  withLineEnd,
} from "./format.ts";

export const yamlFormat: ConfigFormat = {
  // What YAML holds besides JSON is compared as its library gives it.
  parse: (text) => {
    try {
      return (open(text).toJS({ maxAliasCount: 100 }) as Json | undefined) ?? {};
    } catch (error) {
      // Too many aliases.
      if (error instanceof ReferenceError) throw new SyntaxProblem(error.message);
      throw error;
    }
  },
  set: (text, key, name, entry) => {
    const document = open(text);
    const root: unknown = document.contents;
    if (root === null || root === undefined || (isScalar(root) && root.value === null))
      return append(text, { [key]: { [name]: entry } });
    if (!isMap(root)) throw new SyntaxProblem("it is no mapping");
    const container = findPair(root, key);
    if (container === undefined)
      return root.flow === true
        ? rewrite(text, document, [key, name], entry)
        : append(text, { [key]: { [name]: entry } });
    const map = container.value;
    if (!isMap(map) || map.items.length === 0) return fillEmpty(text, container, { [name]: entry });
    if (map.flow === true) return rewrite(text, document, [key, name], entry);
    const existing = findPair(map, name);
    if (existing === undefined) return insertLast(text, map, { [name]: entry });
    if (!isMap(existing.value)) throw new SyntaxProblem(`\`${key}.${name}\` is no mapping`);
    if (existing.value.flow === true) return rewrite(text, document, [key, name], entry);
    return update(text, existing.value, entry);
  },
  remove: (text, key, name) => {
    const document = open(text);
    const root: unknown = document.contents;
    const container = isMap(root) ? findPair(root, key) : undefined;
    const map = container?.value;
    const pair = isMap(map) ? findPair(map, name) : undefined;
    if (container === undefined || !isMap(map) || pair === undefined) return text;
    if (map.flow === true) {
      document.deleteIn([key, name]);
      return print(text, document);
    }
    const edits: TextEdit[] = [wholeLines(text, pair)];
    const end = readRange(container.key)[1];
    const colon = text.indexOf(":", end) + 1;
    if (map.items.length === 1) edits.unshift({ start: colon, end: colon, text: " {}" });
    return applyTextEdits(text, edits);
  },
};

type Tree = Document.Parsed;
type Entry = Pair;

function open(text: string): Tree {
  const document = parseDocument(text, { logLevel: "silent", prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw new SyntaxProblem(error.message.replace(/\.$/u, ""));
  return document;
}

function findPair(map: YAMLMap, key: string): Entry | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function readRange(node: unknown): readonly [start: number, end: number] {
  const range = isNode(node) ? node.range : undefined;
  if (range === null || range === undefined)
    throw new SyntaxProblem("a part of it has no place in the text");
  return [range[0], range[1]];
}

/** Behind the last line of a pair. */
function findPairEnd(text: string, { key, value }: Entry): number {
  const [, end] = readRange(isNode(value) ? value : key);
  return text[end - 1] === "\n" ? end : nextLineAfter(text, end);
}

function block(text: string, value: JsonObject, indent: string): string {
  const feed = lineEnd(text);
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
  return lines.map((line) => (line === "" ? feed : `${indent}${line}${feed}`)).join("");
}

function append(text: string, value: JsonObject): string {
  return withLineEnd(text) + block(text, value, "");
}

function readIndent(text: string, { key }: Entry): string {
  const [start] = readRange(key);
  return text.slice(lineStartAt(text, start), start);
}

/** `extensions:` and `extensions: {}` get their first entry below. */
function fillEmpty(text: string, container: Entry, value: JsonObject): string {
  const [start, end] = readRange(container.value);
  const isNothing =
    text
      .slice(start, end)
      .trim()
      .replaceAll(/[{}\s]|null|~/gu, "") === "";
  if (!isNothing) throw new SyntaxProblem("a mapping is missing where the servers belong");
  const next = nextLineAfter(text, end);
  const gap = text.slice(0, next).endsWith("\n") ? "" : lineEnd(text);
  const indent = `${readIndent(text, container)}  `;
  return applyTextEdits(text, [
    { start, end, text: "" },
    { start: next, end: next, text: gap + block(text, value, indent) },
  ]);
}

function insertLast(text: string, map: YAMLMap, value: JsonObject): string {
  const last = map.items.at(-1);
  if (last === undefined) return text;
  const end = findPairEnd(text, last);
  const gap = text.slice(0, end).endsWith("\n") ? "" : lineEnd(text);
  const added = gap + block(text, value, readIndent(text, last));
  return applyTextEdits(text, [{ start: end, end, text: added }]);
}

function update(text: string, map: YAMLMap, entry: JsonObject): string {
  const edits: TextEdit[] = [];
  const missing: Record<string, Json> = {};
  for (const [field, value = null] of Object.entries(entry)) {
    const pair = findPair(map, field);
    if (pair === undefined) missing[field] = value;
    else if (!isEqual(toJson(pair.value), value)) {
      const [start, end] = readRange(pair.value);
      const isLines = text[end - 1] === "\n";
      edits.push({ start, end, text: JSON.stringify(value) + (isLines ? lineEnd(text) : "") });
    }
  }
  const result = applyTextEdits(text, edits);
  if (Object.keys(missing).length === 0) return result;
  const [start] = readRange(map);
  // The first key has not moved.
  const reopened = findMapAt(open(result), start);
  return reopened === undefined ? result : insertLast(result, reopened, missing);
}

function findMapAt(document: Tree, start: number): YAMLMap | undefined {
  let found: YAMLMap | undefined;
  visit(document, {
    Map: (_key, map) => {
      if (map.range?.[0] === start) found = map;
    },
  });
  return found;
}

function toJson(node: unknown): Json {
  // Plain values of a document that was read.
  return (isNode(node) ? (node.toJSON() as Json) : null) ?? null;
}

function wholeLines(text: string, pair: Entry): TextEdit {
  const [start] = readRange(pair.key);
  return { start: lineStartAt(text, start), end: findPairEnd(text, pair), text: "" };
}

/** Braces inside of a line: printed anew by the library, which keeps comments and order. */
function rewrite(text: string, document: Tree, path: readonly string[], entry: JsonObject): string {
  const before = document.getIn(path);
  const kept = isNode(before) ? toJson(before) : {};
  document.setIn(path, { ...(isObject(kept) ? kept : {}), ...entry });
  return print(text, document);
}

function print(text: string, document: Tree): string {
  return document.toString({ lineWidth: 0 }).replaceAll("\n", lineEnd(text));
}
