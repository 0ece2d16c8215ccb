import { stringify } from "yaml";
import { isList, isObject, type Json, type JsonObject } from "../model/index.ts";

/** How values must be written so that the reader they are meant for takes them. */
export interface WriteStyle {
  /** Flow collections (`[a]`, `{a: b}`) are refused by some readers. */
  readonly allowsFlow: boolean;
  /** Top-level keys written as JSON on one line. */
  readonly jsonKeys: readonly string[];
  /** Top-level keys whose values must not go over several lines. */
  readonly oneLineKeys?: readonly string[];
  /** What that reader sees in the text as it is; where absent, YAML 1.2 decides what an entry says. */
  readonly seen?: JsonObject;
  /** Writes a top-level entry for a reader that takes no ordinary YAML; undefined: the usual way. */
  readonly entry?: (key: string, value: Json) => string | undefined;
  /**
   * What survives of the old text: `comments` replaces values where they stand, `entries` writes a
   * changed entry anew, `nothing` writes the whole frontmatter anew. The first is the default.
   */
  readonly keeps?: "comments" | "entries" | "nothing";
}

const STYLE = {
  lineWidth: 0,
  compat: "yaml-1.1",
  indentSeq: true,
  // Two fields that hold the same list are no reason for anchors.
  aliasDuplicateObjects: false,
} as const;

/** YAML text of a value, in block style, safe for readers of YAML 1.1 as well. */
export function renderYaml(value: Json, indent = 0): string {
  const text = stringify(value, STYLE);
  const trimmed = text.replace(/\n$/, "");
  if (indent === 0) return trimmed;
  const pad = " ".repeat(indent);
  return trimmed
    .split("\n")
    .map((line) => (line === "" ? line : pad + line))
    .join("\n");
}

/** Block YAML with all text in double quotes and no three dashes in a row, which some readers cut at. */
export function renderWithoutFences(value: JsonObject): string {
  const text = stringify(value, {
    ...STYLE,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "QUOTE_DOUBLE",
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return text.replace(/\n$/, "").replaceAll("--", "-\\x2d");
}

/** One `key: value` entry as lines, without a final line break. */
export function renderEntry(key: string, value: Json, indent: number, style: WriteStyle): string {
  const own = indent === 0 ? style.entry?.(key, value) : undefined;
  if (own !== undefined) return own;
  const asJson = indent === 0 && style.jsonKeys.includes(key) && (isObject(value) || isList(value));
  if (asJson) return `${renderYaml(key)}: ${JSON.stringify(value)}`;
  return renderYaml({ [key]: value }, indent);
}

export function renderFrontmatter(frontmatter: JsonObject, style: WriteStyle): string {
  return Object.entries(frontmatter)
    .map(([key, value]) => renderEntry(key, value, 0, style))
    .join("\n");
}
