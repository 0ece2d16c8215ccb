import { parseDocument, type Scalar } from "yaml";
import { isEqual, isObject, type Json, type Path, type Span, getPath } from "../model/index.ts";
import { findJsonComments } from "./json-metadata.ts";
import { findNode } from "./nodes.ts";
import { parseRelaxedJson, unlessTooDeep } from "./relaxed-json.ts";

/**
 * Where a value stands inside a scalar that holds JSON as text. Line breaks and indentation mean nothing
 * to JSON, so the text is read as it stands in the file; undefined where escapes make that something else.
 */
export function findInJsonText(
  source: string,
  scalar: Scalar,
  path: Path,
  what: "key" | "value",
): Span | undefined {
  return unlessTooDeep(() => findInside(source, scalar, path, what));
}

function findInside(
  source: string,
  scalar: Scalar,
  path: Path,
  what: "key" | "value",
): Span | undefined {
  const { range, value } = scalar;
  if (typeof value !== "string" || range === null || range === undefined) return undefined;
  const parsed = parseRelaxedJson(value, "json5");
  const wanted = parsed === undefined || !isObject(parsed) ? undefined : getPath(parsed, path);
  if (wanted === undefined) return undefined;
  const raw = source.slice(range[0], range[1]);
  const from = raw.indexOf("{");
  const to = raw.lastIndexOf("}") + 1;
  if (from === -1 || to <= from) return undefined;
  const tree = parseDocument(plainJson(raw.slice(from, to), scalar.type), {
    schema: "core",
    logLevel: "silent",
  });
  const found = findNode(tree, path);
  const node = what === "value" ? found?.node : (found?.pair?.key ?? found?.node);
  if (tree.errors.length > 0 || !isEqual(found?.node?.toJS(tree) as Json, wanted)) return undefined;
  // Keys of a parsed document are nodes.
  const place = (node as Scalar | undefined)?.range;
  if (place === null || place === undefined) return undefined;
  const start = range[0] + from;
  return { start: start + place[0], end: start + place[1] };
}

/** JSON of the same length, so that every offset stays. */
function plainJson(raw: string, type: Scalar["type"]): string {
  const quoted =
    type === "QUOTE_DOUBLE"
      ? raw.replace(/\\"((?:(?!\\")[^])*)\\"/g, (_match, text: string) => ` "${text}" `)
      : raw;
  let result = quoted;
  for (const { start, end } of findJsonComments(quoted))
    result = result.slice(0, start) + " ".repeat(end - start) + result.slice(end);
  return result;
}
