import { FAILSAFE_SCHEMA, load, type Schema, Type, YAMLException } from "js-yaml";
import type { Json } from "../model/index.ts";
import { readFlatYaml } from "./flat-yaml.ts";

/** How plain scalars become values. */
export type ScalarRule = "core" | "yaml11" | "text";

export interface YamlFailure {
  readonly reason: string;
  readonly offset: number;
  readonly isDuplicateKey: boolean;
}

export type YamlResult =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly failure: YamlFailure };

function scalar(
  tag: string,
  resolve: (text: string) => boolean,
  construct: (text: string) => Json,
): Type {
  return new Type(`tag:yaml.org,2002:${tag}`, {
    kind: "scalar",
    resolve: (data: unknown) => data === null || (typeof data === "string" && resolve(data)),
    construct: (data: unknown) => (typeof data === "string" ? construct(data) : null),
  });
}

const isNull = (text: string): boolean =>
  text === "" || text === "~" || text === "null" || text === "Null" || text === "NULL";

/** Most scalars are prose, and no number or word such as `true` holds a blank. */
function matcher(pattern: RegExp): (text: string) => boolean {
  return (text) => !text.includes(" ") && pattern.test(text);
}

function parseCoreInt(text: string): number {
  return Number(text);
}

function parseFloatWord(text: string): number {
  const lower = text.toLowerCase();
  if (lower.endsWith(".nan")) return Number.NaN;
  if (lower.endsWith(".inf")) return lower.startsWith("-") ? -Infinity : Infinity;
  return Number(text.replaceAll("_", ""));
}

/** YAML 1.1 integers as Python's reader takes them: `017`, `1_000`, `12:30`. */
function parseOldInt(text: string): number {
  const clean = text.replaceAll("_", "");
  const sign = clean.startsWith("-") ? -1 : 1;
  const digits = clean.replace(/^[-+]/, "");
  if (digits === "0") return 0;
  if (digits.startsWith("0b")) return sign * Number.parseInt(digits.slice(2), 2);
  if (digits.startsWith("0x")) return sign * Number.parseInt(digits.slice(2), 16);
  if (digits.includes(":"))
    return sign * digits.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  if (digits.startsWith("0")) return sign * Number.parseInt(digits, 8);
  return sign * Number(digits);
}

const nullType = scalar("null", isNull, () => null);

const coreTypes = [
  nullType,
  scalar("bool", matcher(/^(?:true|True|TRUE|false|False|FALSE)$/), (text) => /^t/i.test(text)),
  scalar("int", matcher(/^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/), parseCoreInt),
  scalar(
    "float",
    matcher(
      /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    ),
    parseFloatWord,
  ),
];

const oldTypes = [
  nullType,
  scalar(
    "bool",
    matcher(/^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/),
    (text) => /^(?:y|t|on)/i.test(text),
  ),
  scalar(
    "int",
    matcher(
      /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
    ),
    parseOldInt,
  ),
  scalar(
    "float",
    matcher(
      /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    ),
    parseFloatWord,
  ),
];

const schemas: { readonly [Rule in ScalarRule]: Schema } = {
  core: FAILSAFE_SCHEMA.extend({ implicit: coreTypes }),
  yaml11: FAILSAFE_SCHEMA.extend({ implicit: oldTypes }),
  text: FAILSAFE_SCHEMA,
};

/** Whatever is not text begins like this, or is empty. */
const NO_TEXT = /^(?:[-+.~0-9fnotyFNOTY]|$)/;

/** What a plain scalar stands for: the first type that takes it, or text. */
function resolver(types: readonly Type[]): (plain: string) => Json {
  return (plain) => {
    // Most scalars are prose.
    if (plain.includes(" ") || !NO_TEXT.test(plain)) return plain;
    for (const type of types) if (type.resolve(plain)) return type.construct(plain) as Json;
    return plain;
  };
}

const resolvers: { readonly [Rule in ScalarRule]: (plain: string) => Json } = {
  core: resolver(coreTypes),
  yaml11: resolver(oldTypes),
  text: resolver([]),
};

/**
 * Reads YAML values fast and without places. Several times quicker than a parser that keeps
 * positions; `places.ts` is asked only when a diagnostic or an edit needs a range.
 */
export function parseYaml(
  text: string,
  rule: ScalarRule = "core",
  options: { readonly lastKeyWins?: boolean } = {},
): YamlResult {
  const flat = readFlatYaml(text, resolvers[rule]);
  if (flat !== undefined) return { ok: true, value: flat };
  try {
    const value = load(text, { schema: schemas[rule], json: options.lastKeyWins === true });
    if (text.includes("&") && holdsItself(value))
      return {
        ok: false,
        failure: {
          reason: "an alias stands in the value that it names, which would never end",
          offset: Math.max(0, text.indexOf("*")),
          isDuplicateKey: false,
        },
      };
    return { ok: true, value: value as Json | undefined };
  } catch (error) {
    if (error instanceof YAMLException) {
      const reason = error.reason ?? "unreadable YAML";
      const offset = error.mark?.position ?? 0;
      return {
        ok: false,
        failure: {
          reason,
          offset: Math.min(offset, text.length),
          isDuplicateKey: reason.includes("duplicated mapping key"),
        },
      };
    }
    // Deep nesting overflows the stack; that is a property of the input, not of this program.
    if (error instanceof RangeError)
      return {
        ok: false,
        failure: { reason: "nesting is too deep", offset: 0, isDuplicateKey: false },
      };
    throw error;
  }
}

/** Whether a value is found again on the way into it. What aliases share is looked into once. */
function holdsItself(
  value: unknown,
  way: Set<object> = new Set(),
  done: Set<object> = new Set(),
): boolean {
  if (typeof value !== "object" || value === null || done.has(value)) return false;
  if (way.has(value)) return true;
  way.add(value);
  for (const item of Object.values(value)) if (holdsItself(item, way, done)) return true;
  way.delete(value);
  done.add(value);
  return false;
}
