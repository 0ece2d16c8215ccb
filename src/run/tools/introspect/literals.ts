/** Values that stand in code as they are; undefined where running it would be needed to know. */
import type { ReadNode } from "../../../platform/syntax/index.ts";
import type { Json } from "../../../skill/index.ts";
import { field, type ParsedSource, partsOf, wordsOf } from "./nodes.ts";

const ESCAPES: { readonly [letter: string]: string } = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  "0": "\0",
  "\n": "",
};

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g;

function unescape(text: string): string {
  return text.replace(ESCAPE, (whole, ...found: readonly (string | undefined)[]) => {
    const [hex, braced, short, long, letter] = found;
    const digits = hex ?? braced ?? short ?? long;
    if (digits === undefined) return ESCAPES[letter ?? ""] ?? letter ?? whole;
    const code = Number.parseInt(digits, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

const CONSTANTS: { readonly [type: string]: Json } = {
  true: true,
  false: false,
  none: null,
  null: null,
};

/** A literal of Python or JavaScript. */
export function readLiteral(parsed: ParsedSource, node: ReadNode): Json | undefined {
  if (Object.hasOwn(CONSTANTS, node.type)) return CONSTANTS[node.type];
  switch (node.type) {
    case "string":
    case "concatenated_string":
    case "template_string":
      return readString(parsed, node);
    case "integer":
    case "float":
    case "number":
      return readNumber(wordsOf(parsed, node));
    case "unary_operator":
    case "unary_expression":
      return readSigned(parsed, node);
    case "binary_expression":
    case "binary_operator":
      return readJoined(parsed, node);
    case "parenthesized_expression": {
      const [inner] = partsOf(node);
      return inner === undefined ? undefined : readLiteral(parsed, inner);
    }
    case "list":
    case "tuple":
    case "array":
      return readItems(parsed, node);
    case "dictionary":
    case "object":
      return readEntries(parsed, node);
    default:
      return undefined;
  }
}

function readNumber(words: string): number | undefined {
  const value = Number(words.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}

function readSigned(parsed: ParsedSource, node: ReadNode): number | undefined {
  const inner = field(node, "argument");
  const value = inner === undefined ? undefined : readLiteral(parsed, inner);
  if (typeof value !== "number") return undefined;
  return wordsOf(parsed, node).startsWith("-") ? -value : value;
}

/** Texts that are broken over lines. */
function readJoined(parsed: ParsedSource, node: ReadNode): string | undefined {
  const [left, right] = [field(node, "left"), field(node, "right")];
  const operator = field(node, "operator");
  if (left === undefined || right === undefined || operator?.type !== "+") return undefined;
  const [first, second] = [readLiteral(parsed, left), readLiteral(parsed, right)];
  return typeof first === "string" && typeof second === "string" ? first + second : undefined;
}

function readItems(parsed: ParsedSource, node: ReadNode): Json | undefined {
  const items: Json[] = [];
  for (const part of partsOf(node)) {
    const value = readLiteral(parsed, part);
    if (value === undefined) return undefined;
    items.push(value);
  }
  return items;
}

function readEntries(parsed: ParsedSource, node: ReadNode): Json | undefined {
  const entries: [string, Json][] = [];
  for (const part of partsOf(node)) {
    const [key, item] = [field(part, "key"), field(part, "value")];
    const name = key === undefined ? undefined : readKey(parsed, key);
    const value = item === undefined ? undefined : readLiteral(parsed, item);
    if (name === undefined || value === undefined) return undefined;
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** The name of a property; undefined where it is computed. */
export function readKey(parsed: ParsedSource, key: ReadNode): string | undefined {
  if (key.type === "property_identifier") return wordsOf(parsed, key);
  const value = readLiteral(parsed, key);
  return typeof value === "string" ? value : undefined;
}

/** A text without values put in; bytes are none. */
export function readString(parsed: ParsedSource, node: ReadNode): string | undefined {
  if (node.type === "concatenated_string") {
    const texts = partsOf(node).map((part) => readString(parsed, part));
    return texts.includes(undefined) ? undefined : texts.join("");
  }
  const words = wordsOf(parsed, node);
  const match = /^([A-Za-z]*)("""|'''|"|'|`)([^]*)\2$/.exec(words);
  if (match === null) return undefined;
  const [, prefix = "", , inner = ""] = match;
  if (/[bf]/i.test(prefix)) return undefined;
  const hasValues = node.children.some(
    ({ type }) => type === "template_substitution" || type === "interpolation",
  );
  if (hasValues) return undefined;
  return /r/i.test(prefix) ? inner : unescape(inner);
}
