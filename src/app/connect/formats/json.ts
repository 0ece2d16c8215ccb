import { isEqual, isObject, type Json, type JsonObject } from "../../../skill/model/index.ts";
import {
  applyTextEdits,
  type ConfigFormat,
  lineEnd,
  lineStartAt,
  nextLineAfter,
  SyntaxProblem,
  type TextEdit,
} from "./format.ts";
import { type JsonNode, type JsonProperty, parseJsonTree } from "./json-tree.ts";

/** JSON, with comments and commas after the last item where people write them. */
export const jsonFormat: ConfigFormat = {
  parse: (text) => parseJsonTree(text)?.value ?? {},
  set: (text, key, name, entry) => {
    const tree = parseJsonTree(text);
    if (tree === undefined) {
      const feed = lineEnd(text);
      const whole = JSON.stringify({ [key]: { [name]: entry } }, undefined, 2);
      return `${text.startsWith("\uFEFF") ? "\uFEFF" : ""}${whole.replaceAll("\n", feed)}${feed}`;
    }
    const container = findProperty(tree, key);
    if (container === undefined) return insert(text, tree, key, { [name]: entry });
    // Some programs write this where there are no servers.
    if (container.value.value === null) return replace(text, container.value, { [name]: entry });
    const existing = findProperty(container.value, name);
    if (existing === undefined) return insert(text, container.value, name, entry);
    return update(text, [key, name], existing.value, entry);
  },
  remove: (text, key, name) => {
    const tree = parseJsonTree(text);
    const object = tree === undefined ? undefined : findProperty(tree, key)?.value;
    const index = object?.properties.findIndex((property) => property.key === name) ?? -1;
    return object === undefined || index === -1 ? text : removeProperty(text, object, index);
  },
};

/** The last one where a key stands twice, as JSON has it. */
function findProperty(node: JsonNode, key: string): JsonProperty | undefined {
  return node.properties.findLast((property) => property.key === key);
}

/** Changes fields that differ, one after the other, since each moves the places of the others. */
function update(text: string, path: readonly string[], node: JsonNode, entry: JsonObject): string {
  if (!isObject(node.value)) return replace(text, node, entry);
  let result = text;
  for (const [field, value] of Object.entries(entry)) {
    const current = findPath(parseJsonTree(result), path);
    if (current === undefined) throw new SyntaxProblem("the entry went away while it was edited");
    const property = findProperty(current, field);
    if (property === undefined) result = insert(result, current, field, value ?? null);
    else if (!isEqual(property.value.value, value ?? null))
      result = replace(result, property.value, value ?? null);
  }
  return result;
}

function findPath(tree: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = tree;
  for (const key of path) node = node === undefined ? undefined : findProperty(node, key)?.value;
  return node;
}

function replace(text: string, { start, end }: JsonNode, value: Json): string {
  const isOneLine = !text.slice(start, end).includes("\n");
  const written = isOneLine ? oneLine(value) : print(text, value, indentAt(text, start));
  return applyTextEdits(text, [{ start, end, text: written }]);
}

function insert(text: string, object: JsonNode, key: string, value: Json): string {
  if (!isObject(object.value)) throw new SyntaxProblem(`\`${key}\` belongs into an object`);
  const inner = text.slice(object.start + 1, object.end - 1);
  const last = object.properties.at(-1);
  if (last !== undefined && !inner.includes("\n")) {
    const at = last.value.end;
    const added = `, ${JSON.stringify(key)}: ${oneLine(value)}`;
    return applyTextEdits(text, [{ start: at, end: at, text: added }]);
  }
  const outer = indentAt(text, object.start);
  const indent = last === undefined ? outer + indentUnit(text) : indentAt(text, last.start);
  const feed = lineEnd(text);
  const property = `${JSON.stringify(key)}: ${print(text, value, indent)}`;
  // Behind the comments that end the object.
  const end = object.start + 1 + inner.trimEnd().length;
  const hasComma = last?.commaEnd !== undefined;
  const edits: TextEdit[] = [
    {
      start: end,
      end: object.end - 1,
      text: `${feed}${indent}${property}${hasComma ? "," : ""}${feed}${outer}`,
    },
  ];
  if (last !== undefined && !hasComma)
    edits.unshift({ start: last.value.end, end: last.value.end, text: "," });
  return applyTextEdits(text, edits);
}

function removeProperty(text: string, object: JsonNode, index: number): string {
  const property = object.properties[index];
  if (property === undefined) return text;
  const edits = [removeLines(text, property)];
  const before = object.properties[index - 1];
  if (property.commaEnd === undefined && before?.commaEnd !== undefined)
    edits.unshift({ start: before.commaEnd - 1, end: before.commaEnd, text: "" });
  const result = applyTextEdits(text, edits);
  if (object.properties.length > 1) return result;
  // An object that is empty now stands on one line, unless comments are left in it.
  const end = object.end - (text.length - result.length);
  const isBlank = result.slice(object.start + 1, end - 1).trim() === "";
  if (!isBlank) return result;
  return applyTextEdits(result, [{ start: object.start + 1, end: end - 1, text: "" }]);
}

/** The whole lines where nothing else stands on them; else with the blanks towards the neighbour whose comma goes too. */
function removeLines(text: string, { start, value, commaEnd }: JsonProperty): TextEdit {
  const end = commaEnd ?? value.end;
  const first = lineStartAt(text, start);
  const next = nextLineAfter(text, end);
  const before = text.slice(first, start);
  const after = text.slice(end, next);
  if (before.trim() === "" && after.trim() === "" && next < text.length)
    return { start: first, end: next, text: "" };
  return commaEnd === undefined
    ? { start: first + before.trimEnd().length, end, text: "" }
    : { start, end: end + (/^[ \t]*/u.exec(after)?.[0].length ?? 0), text: "" };
}

function print(text: string, value: Json, indent: string): string {
  const lines = JSON.stringify(value, undefined, indentUnit(text)).split("\n");
  return lines.join(`${lineEnd(text)}${indent}`);
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => oneLine(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${oneLine(item ?? null)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function indentAt(text: string, place: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStartAt(text, place), place))?.[0] ?? "";
}

/** What the first line that is indented begins with. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/u.exec(text)?.[1] ?? "  ";
}
