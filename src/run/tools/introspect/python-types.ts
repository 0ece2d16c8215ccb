import type { Json } from "../../../skill/index.ts";
import type { ValueKind, ValueType } from "./implemented.ts";

const NAMES: { readonly [name: string]: ValueType } = {
  str: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  list: "array",
  List: "array",
  tuple: "array",
  Tuple: "array",
  Sequence: "array",
  Iterable: "unknown",
  dict: "object",
  Dict: "object",
  Mapping: "object",
  MutableMapping: "object",
  None: "null",
  Any: "unknown",
  object: "unknown",
};

/** Types whose values `json.dumps` refuses. */
const NOT_JSON = new Set(
  (
    "bytes bytearray memoryview set frozenset Set FrozenSet complex datetime date time timedelta " +
    "Decimal UUID Path PurePath PosixPath Iterator Generator AsyncIterator AsyncGenerator " +
    "Coroutine Awaitable Callable Pattern Enum"
  ).split(" "),
);

/** What an annotation says; a type that is not known here is no fault. */
export function readType(annotation: string): ValueKind {
  const text = annotation.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  if (quoted !== null) return readType(quoted[2] ?? "");
  const union = splitTop(text, "|");
  if (union.length > 1) return unite(union.map(readType));
  const generic = /^([\w.]+)\s*\[([^]*)\]$/.exec(text);
  const name = (generic?.[1] ?? text).split(".").at(-1) ?? "";
  if (generic === null) return plain(name);
  return readGeneric(name, splitTop(generic[2] ?? "", ","));
}

function plain(name: string): ValueKind {
  if (NOT_JSON.has(name)) return { type: "unknown", notJson: name };
  const type = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return { type: type ?? "unknown" };
}

function readGeneric(name: string, parts: readonly string[]): ValueKind {
  const [first = ""] = parts;
  if (name === "Optional") return unite([readType(first), { type: "null" }]);
  if (name === "Union") return unite(parts.map(readType));
  if (["Annotated", "Required", "NotRequired", "Final", "ClassVar"].includes(name))
    return readType(first);
  if (name === "Literal") return readChoices(parts);
  const kind = plain(name);
  if (kind.notJson !== undefined) return kind;
  const inner = parts.filter((part) => part !== "...").map(readType);
  const odd = inner.find(({ notJson }) => notJson !== undefined)?.notJson;
  if (odd !== undefined) return { ...kind, notJson: `${name}[${odd}]` };
  // The parts of a tuple are one each, those of a list all alike.
  const [item] = inner;
  const isListed = kind.type === "array" && inner.length === 1 && item !== undefined;
  return isListed ? { ...kind, items: item } : kind;
}

function readChoices(parts: readonly string[]): ValueKind {
  const choices = parts.map(readChoice);
  if (choices.includes(undefined)) return { type: "unknown" };
  const values = choices.filter((value): value is Json => value !== undefined);
  const types = new Set(values.filter((value) => value !== null).map(inferType));
  const [type = "null"] = types;
  const isNullable = values.includes(null) ? { isNullable: true } : {};
  return types.size > 1
    ? { type: "unknown", choices: values }
    : { type, choices: values, ...isNullable };
}

function readChoice(text: string): Json | undefined {
  const word = text.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(word);
  if (quoted !== null) return quoted[2] ?? "";
  if (word === "True" || word === "False") return word === "True";
  if (word === "None") return null;
  return /^-?\d+$/.test(word) ? Number(word) : undefined;
}

export function inferType(value: Json): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "object") return "object";
  return typeof value === "string" ? "string" : "boolean";
}

/** Several types at once: null only makes it nullable, integers are numbers, anything else is not known. */
function unite(kinds: readonly ValueKind[]): ValueKind {
  const odd = kinds.find(({ notJson }) => notJson !== undefined);
  if (odd !== undefined) return odd;
  const isNullable = kinds.some((kind) => kind.type === "null" || kind.isNullable === true);
  const nullable = isNullable ? { isNullable } : {};
  const rest = kinds.filter(({ type }) => type !== "null");
  const [only, ...more] = rest;
  if (only === undefined) return { type: "null" };
  if (more.length === 0) return { ...only, ...nullable };
  const types = new Set(rest.map(({ type }) => type));
  if (types.size === 1) return { type: only.type, ...nullable };
  const isNumeric = [...types].every((type) => type === "integer" || type === "number");
  return { type: isNumeric ? "number" : "unknown", ...nullable };
}

/** Splits where no bracket and no quote is open. */
function splitTop(text: string, mark: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (quote !== "") {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("[({".includes(letter)) depth++;
    else if ("])}".includes(letter)) depth--;
    else if (letter === mark && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === "" && parts.length > 0 ? parts : [...parts, last];
}
