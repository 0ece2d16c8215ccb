/** What a schema of a parameter says, read off the calls that make it. */
import type { ReadNode } from "../../../platform/syntax/index.ts";
import type { Json } from "../../../skill/index.ts";
import type { ValueKind, ValueType } from "./implemented.ts";
import { readKey, readLiteral } from "./literals.ts";
import { field, type ParsedSource, partsOf, wordsOf } from "./nodes.ts";
import { inferType } from "./python-types.ts";

/** A schema as far as the code tells it. */
export interface ReadSchema {
  readonly kind: ValueKind;
  readonly isRequired: boolean;
  readonly default?: Json;
  readonly description?: string;
}

/** Finds what a name of the module stands for. */
export type Resolve = (name: string) => ReadNode | undefined;

const MAKERS: { readonly [name: string]: ValueType } = {
  string: "string",
  email: "string",
  url: "string",
  uuid: "string",
  isoDate: "string",
  integer: "integer",
  int: "integer",
  number: "number",
  boolean: "boolean",
  array: "array",
  tuple: "array",
  object: "object",
  strictObject: "object",
  looseObject: "object",
  record: "object",
  null: "null",
  any: "unknown",
  unknown: "unknown",
  union: "unknown",
};

const NOT_JSON = new Set([
  "date",
  "bigint",
  "map",
  "set",
  "symbol",
  "function",
  "instance",
  "file",
]);
const DEPTH = 20;

/** Undefined where it cannot be told without running the module. */
export function readSchema(
  parsed: ParsedSource,
  node: ReadNode,
  resolve: Resolve,
  depth = 0,
): ReadSchema | undefined {
  if (depth > DEPTH) return undefined;
  if (node.type === "identifier") {
    const value = resolve(wordsOf(parsed, node));
    return value === undefined ? undefined : readSchema(parsed, value, resolve, depth + 1);
  }
  if (node.type !== "call_expression") return undefined;
  const called = field(node, "function");
  if (called === undefined) return undefined;
  const target = called.type === "member_expression" ? field(called, "object") : undefined;
  const name = lastName(parsed, called);
  const given = argumentsOf(node);
  if (target?.type === "call_expression") {
    const base = readSchema(parsed, target, resolve, depth + 1);
    return base === undefined ? undefined : modify(parsed, base, name, given);
  }
  const inner = (item: ReadNode | undefined): ReadSchema | undefined =>
    item === undefined ? undefined : readSchema(parsed, item, resolve, depth + 1);
  return readMaker(parsed, name, given, inner);
}

export function lastName(parsed: ParsedSource, called: ReadNode): string {
  return wordsOf(parsed, field(called, "property") ?? called);
}

export function argumentsOf(call: ReadNode): readonly ReadNode[] {
  const list = field(call, "arguments");
  return list === undefined ? [] : partsOf(list);
}

function readMaker(
  parsed: ParsedSource,
  name: string,
  given: readonly ReadNode[],
  inner: (item: ReadNode | undefined) => ReadSchema | undefined,
): ReadSchema | undefined {
  const [first, second] = given;
  if (name === "optional" || name === "nullish" || name === "nullable") {
    const base = inner(first);
    if (base === undefined) return undefined;
    const isNullable = name === "optional" ? {} : { isNullable: true };
    const value = second === undefined ? undefined : readLiteral(parsed, second);
    return {
      ...base,
      kind: { ...base.kind, ...isNullable },
      isRequired: name === "nullable" && base.isRequired,
      ...(value === undefined ? {} : { default: value }),
    };
  }
  if (name === "enum" || name === "picklist" || name === "literal")
    return { kind: readChoices(parsed, first), isRequired: true };
  if (NOT_JSON.has(name)) return { kind: { type: "unknown", notJson: name }, isRequired: true };
  if (!Object.hasOwn(MAKERS, name)) return undefined;
  const type = MAKERS[name] ?? "unknown";
  const items = type === "array" ? inner(first)?.kind : undefined;
  const kind: ValueKind = items === undefined ? { type } : { type, items };
  return { kind, ...readOptions(parsed, given.at(-1)) };
}

function readChoices(parsed: ParsedSource, node: ReadNode | undefined): ValueKind {
  const value = node === undefined ? undefined : readLiteral(parsed, node);
  if (value === undefined) return { type: "unknown" };
  const choices = Array.isArray(value) ? value : [value];
  const types = new Set(choices.map(inferType));
  const [type = "unknown"] = types;
  return types.size === 1 ? { type, choices } : { type: "unknown", choices };
}

/** Our own makers take what else there is to say as a map. */
function readOptions(
  parsed: ParsedSource,
  node: ReadNode | undefined,
): Pick<ReadSchema, "isRequired" | "default" | "description"> {
  const options = node?.type === "object" ? literalProperties(parsed, node) : new Map();
  const [value, description] = [options.get("default"), options.get("description")];
  return {
    isRequired: value === undefined && options.get("optional") !== true,
    ...(value === undefined ? {} : { default: value }),
    ...(typeof description === "string" ? { description } : {}),
  };
}

/** The properties of an object whose values are literals. */
export function literalProperties(parsed: ParsedSource, node: ReadNode): ReadonlyMap<string, Json> {
  return new Map(
    partsOf(node).flatMap((pair) => {
      const [key, item] = [field(pair, "key"), field(pair, "value")];
      const name = key === undefined ? undefined : readKey(parsed, key);
      const value = item === undefined ? undefined : readLiteral(parsed, item);
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What a further call in the chain changes; most narrow the value and change nothing here. */
function modify(
  parsed: ParsedSource,
  base: ReadSchema,
  name: string,
  [first]: readonly ReadNode[],
): ReadSchema {
  const value = first === undefined ? undefined : readLiteral(parsed, first);
  switch (name) {
    case "optional":
      return { ...base, isRequired: false };
    case "nullish":
      return { ...base, isRequired: false, kind: { ...base.kind, isNullable: true } };
    case "nullable":
      return { ...base, kind: { ...base.kind, isNullable: true } };
    case "default":
    case "prefault":
      return { ...base, isRequired: false, ...(value === undefined ? {} : { default: value }) };
    case "describe":
      return typeof value === "string" ? { ...base, description: value } : base;
    case "int":
      return { ...base, kind: { ...base.kind, type: "integer" } };
    case "array":
      return { ...base, kind: { type: "array", items: base.kind } };
    case "transform":
    case "pipe":
      return { ...base };
    default:
      return base;
  }
}

const TYPES: { readonly [name: string]: ValueType } = {
  string: "string",
  number: "number",
  boolean: "boolean",
  object: "object",
  null: "null",
  undefined: "null",
  void: "null",
};

const CLASSES =
  /\b(Date|Map|Set|WeakMap|bigint|symbol|Uint8Array|ArrayBuffer|Buffer|Function|(?:Async)?(?:Generator|Iterator|Iterable)|ReadableStream)\b/;

/** What the annotation of a result says, promises resolved. */
export function readReturnType(annotation: string): ValueKind {
  const text = annotation.replace(/^\s*:/, "").trim();
  const promised = /^Promise\s*<([^]*)>$/.exec(text);
  if (promised !== null) return readReturnType(promised[1] ?? "");
  const odd = CLASSES.exec(text)?.[1];
  if (odd !== undefined) return { type: "unknown", notJson: odd };
  if (text.endsWith("[]") || /^(?:Readonly)?Array\s*</.test(text)) return { type: "array" };
  if (/^(?:\{|Record\s*<)/.test(text)) return { type: "object" };
  const type = Object.hasOwn(TYPES, text) ? TYPES[text] : undefined;
  return { type: type ?? "unknown" };
}
