/** How the release turns the text between the fences into values. */
import { type Document, isAlias, isMap, isNode, isScalar, parseDocument } from "yaml";
import { defineKey, type Json, type JsonObject } from "../../model/index.ts";
import { type ProblemKind, readFlatYaml } from "../../text/index.ts";
import { withoutEnd } from "../../model/index.ts";

export interface BlockFailure {
  readonly kind: ProblemKind;
  /** Line of the block, from 0; undefined where the parser does not tell. */
  readonly line: number | undefined;
  readonly message: string;
}

export type BlockResult =
  | { readonly ok: true; readonly values: JsonObject }
  | { readonly ok: false; readonly failure: BlockFailure };

/** Fields that hold prose, whose value is quoted where YAML refuses it. */
const PROSE: ReadonlySet<string> = new Set(["description", "read_when", "summary"]);
const MAX_ROUNDS = 3;
const BLOCK_SCALAR = /^[|>](?:[1-9][+-]?|[+-][1-9]?)?$/;

export function readBlock(block: string): BlockResult {
  if (block === "") return { ok: true, values: {} };
  const raw = scanLines(block);
  let current = block;
  for (let round = 0; ; round++) {
    const attempt = readPlainYaml(current) ?? readYaml(current);
    if (attempt.ok) return { ok: true, values: merge(attempt.values, raw, attempt.trapped) };
    const mended = round < MAX_ROUNDS ? quoteProse(current, attempt.tree) : undefined;
    if (mended === undefined) return { ok: false, failure: attempt.failure };
    current = mended;
  }
}

type Attempt =
  | {
      readonly ok: true;
      readonly values: { readonly [key: string]: unknown };
      /** Keys whose own line holds a second colon. */
      readonly trapped: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly failure: BlockFailure; readonly tree?: Document };

/** Plain words that YAML takes for something else than text, but for those that are told apart here. */
const ODD_WORD =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+|[-+]?\.inf|\.nan|null|true|false|~)$/i;
const NESTED_BLOCK = /^[ -].*[|>]-?$/m;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** The same for the most frequent kinds of blocks, in a fraction of the time; undefined for all others. */
function readPlainYaml(block: string): Attempt | undefined {
  // How a block of text ends hangs on the text around it, which shows where its blanks are not dropped.
  if (NESTED_BLOCK.test(block)) return undefined;
  let isPlain = true;
  const values = readFlatYaml(block, (plain) => {
    if (plain === "true" || plain === "false") return plain === "true";
    if (INTEGER.test(plain)) return Number(plain);
    isPlain &&= !ODD_WORD.test(plain);
    return plain;
  });
  if (!isPlain || values === undefined) return undefined;
  const trapped = new Set<string>();
  for (const [, key = ""] of block.matchAll(/^([\w-]+):.*:/gm))
    if (Object.hasOwn(values, key)) trapped.add(key);
  return { ok: true, values, trapped };
}

function readYaml(block: string): Attempt {
  let tree: Document | undefined;
  try {
    // Below this level the parser writes warnings to the console.
    tree = parseDocument(block, { schema: "core", prettyErrors: false, logLevel: "error" });
    const error = tree.errors[0];
    if (error !== undefined) {
      const line = lineOf(block, error.pos[0]);
      return { ok: false, failure: invalid(line, error.message), tree };
    }
    if (!isMap(tree.contents)) return { ok: false, failure: notFields, tree };
    // Not a list, not a scalar: the root is a map.
    const values = tree.toJS() as { readonly [key: string]: unknown };
    return { ok: true, values, trapped: trappedKeys(block, tree) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "the block cannot be read";
    return {
      ok: false,
      failure: invalid(undefined, reason),
      ...(tree === undefined ? {} : { tree }),
    };
  }
}

const notFields: BlockFailure = {
  kind: "not-a-mapping",
  line: 0,
  message: "The frontmatter is not `key: value` lines.",
};

function invalid(line: number | undefined, reason: string): BlockFailure {
  const clause = withoutEnd(reason, ". \t\r\n");
  return {
    kind: "invalid-yaml",
    line,
    message: `Invalid YAML in the frontmatter: ${clause.charAt(0).toLowerCase()}${clause.slice(1)}.`,
  };
}

function lineOf(block: string, offset: number): number {
  return block.slice(0, offset).split("\n").length - 1;
}

function lineFrom(block: string, offset: number): string {
  const end = block.indexOf("\n", offset);
  return block.slice(offset, end === -1 ? block.length : end);
}

function trappedKeys(block: string, tree: Document): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!isMap(tree.contents)) return keys;
  for (const { key } of tree.contents.items) {
    const start = isNode(key) ? key.range?.[0] : undefined;
    const match = start === undefined ? null : /^([\w-]+):(.*)$/.exec(lineFrom(block, start));
    if (match?.[2]?.includes(":") === true) keys.add(match[1] as string);
  }
  return keys;
}

/**
 * Values become text. A structure whose key line holds another colon keeps its raw line, which is
 * how flow YAML on the line of `metadata` ends up as text that is no JSON. Nulls are left to the
 * raw lines too.
 */
function merge(
  values: { readonly [key: string]: unknown },
  raw: ReadonlyMap<string, string>,
  trapped: ReadonlySet<string>,
): JsonObject {
  const merged: Record<string, Json> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = name.trim();
    const text = key === "" ? undefined : textOf(value);
    if (text === undefined) continue;
    const isStructure = typeof value === "object";
    defineKey(merged, key, (isStructure && trapped.has(key) ? raw.get(key) : undefined) ?? text);
  }
  for (const [key, value] of raw) if (!Object.hasOwn(merged, key)) defineKey(merged, key, value);
  return merged;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    // An anchor that holds its own alias has no end.
    return undefined;
  }
}

/** The loader's older reader, by lines; its values stand where YAML gives none. */
function scanLines(block: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const lines = block.split("\n");
  let at = 0;
  while (at < lines.length) {
    const match = /^([\w-]+):(.*)$/.exec(lines[at++] as string);
    if (match === null) continue;
    let value = unquote((match[2] as string).trim());
    if ((match[2] as string).trim() === "" && /^[ \t]/.test(lines[at] ?? "")) {
      const from = at;
      while (at < lines.length && /^(?:[ \t]|$)/.test(lines[at] as string)) at++;
      value = lines.slice(from, at).join("\n").trim();
    }
    if (value !== "") values.set(match[1] as string, value);
  }
  return values;
}

function unquote(value: string): string {
  const quote = value[0];
  return (quote === '"' || quote === "'") && value.at(-1) === quote ? value.slice(1, -1) : value;
}

/** Puts the value of the failing line in quotes, if it is a field of prose at the top level. */
function quoteProse(block: string, tree: Document | undefined): string | undefined {
  if (tree === undefined || !isMap(tree.contents)) return undefined;
  const { items } = tree.contents;
  const error = tree.errors[0];
  // A value that looks like an alias fails later, and without a place.
  const alias = items.find(
    ({ key, value }) => isScalar(key) && key.value === "description" && isAlias(value),
  );
  const at = error?.pos[0] ?? (isNode(alias?.key) ? alias.key.range?.[0] : undefined);
  // At the end of a line the loader looks at the next one, and finds nothing to mend.
  if (at === undefined || block[at] === "\n") return undefined;
  const start = block.lastIndexOf("\n", at) + 1;
  const line = lineFrom(block, start);
  const match = /^(["']?)([\w-]+)\1:(.*)$/.exec(line);
  const key = match?.[2] ?? "";
  const value = match?.[3]?.trim() ?? "";
  if (!PROSE.has(key) || value === "" || BLOCK_SCALAR.test(value)) return undefined;
  const isField = items.some(
    (item) => isScalar(item.key) && item.key.value === key && item.key.range?.[0] === start,
  );
  const isColon = error?.code === "BLOCK_AS_IMPLICIT_KEY" && value.includes(": ");
  if (!isField || (key !== "description" && !isColon)) return undefined;
  const mended = `${key}: ${JSON.stringify(unquote(value))}`;
  return block.slice(0, start) + mended + block.slice(start + line.length);
}
