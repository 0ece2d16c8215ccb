/** YAML as Copilot CLI reads it: libyaml's grammar, and values as Rust's serde_yaml takes them. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Scalar, visit } from "yaml";
import { type Cause, strayMark, unreadable } from "../causes.ts";
import { CONTROLS, goesOn, looseAlias, MORE_DOCUMENTS, parseLoosely } from "../libyaml.ts";
import { withoutPlace } from "../yaml-errors.ts";

export type Value =
  | { readonly kind: "null" | "number" | "map" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Value[] };

/** The fields of a head; none where it is no map. */
export function readFields(head: string): ReadonlyMap<string, Value> | Cause {
  if (CONTROLS.test(head)) return unreadable("The YAML holds control characters.");
  if (head.startsWith("\ufeff")) return strayMark;
  const text = head.replaceAll(/[\u0085\u2028\u2029]/gu, "\n");
  if (/\n---(?:\s|$)/u.test(text) || goesOn(text)) return unreadable(MORE_DOCUMENTS);
  const lines = new LineCounter();
  const document = parseLoosely(text, {
    schema: "failsafe",
    lineCounter: lines,
    logLevel: "silent",
    resolveKnownTags: false,
    uniqueKeys: (one, other) => keyOf(one) !== undefined && keyOf(one) === keyOf(other),
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const said = withoutPlace(error.message.split("\n")[0] ?? "");
    // Lines are counted in the file, where the fence comes first.
    return unreadable(`The YAML cannot be read: ${said}.`, { line: line + 1, column: col });
  }
  let reason = looseAlias(document);
  visit(document, {
    Scalar: (_, node) => {
      const [start = 0, end = 0] = node.range ?? [];
      reason ??= misfitOf(node, text.slice(start, end));
    },
  });
  if (reason !== undefined) return unreadable(reason);
  const root = document.contents;
  if (!isMap(root)) return new Map();
  const endsBare = !text.endsWith("\n");
  const valueOf = (node: unknown): Value => {
    const known = isAlias(node) ? node.resolve(document) : node;
    if (isSeq(known)) return { kind: "list", items: known.items.map(valueOf) };
    if (isMap(known)) return { kind: "map" };
    if (!isScalar(known)) return { kind: "null" };
    const value = scalarOf(known);
    // A block at the very end has no line break of its own.
    const isBlock = known.type === "BLOCK_LITERAL" || known.type === "BLOCK_FOLDED";
    const isLast = isBlock && endsBare && (known.range?.[1] ?? 0) >= text.length;
    return isLast && value.kind === "text"
      ? { kind: "text", value: value.value.replace(/\n$/u, "") }
      : value;
  };
  return new Map(
    root.items.flatMap(({ key, value }) => {
      const name = isScalar(key) ? scalarOf(key) : undefined;
      return name?.kind === "text" ? [[name.value, valueOf(value)] as const] : [];
    }),
  );
}

function keyOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { kind } = scalarOf(node);
  return kind === "null" ? kind : `${kind} ${String(node.value)}`;
}

const CORE = "tag:yaml.org,2002:";

function scalarOf(node: Scalar): Value {
  const text = textIn(node);
  if (node.tag === `${CORE}str`) return { kind: "text", value: text };
  const isPlain = node.type === "PLAIN" || node.type === undefined || node.value === null;
  const isResolved = [`${CORE}int`, `${CORE}float`, `${CORE}bool`, `${CORE}null`].includes(
    node.tag ?? "",
  );
  if (!isPlain && !isResolved) return { kind: "text", value: text };
  if (/^(?:|~|null|Null|NULL)$/u.test(text)) return { kind: "null" };
  if (/^(?:true|True|TRUE)$/u.test(text)) return { kind: "boolean", value: true };
  if (/^(?:false|False|FALSE)$/u.test(text)) return { kind: "boolean", value: false };
  return isNumber(text) ? { kind: "number" } : { kind: "text", value: text };
}

function isNumber(text: string): boolean {
  if (/^[-+]?0[0-9]+$/u.test(text)) return false;
  if (/^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+)$/u.test(text)) return true;
  if (/^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/u.test(text)) return true;
  if (!/^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/u.test(text)) return false;
  return Number.isFinite(Number(text));
}

const MAX = { u64: 2n ** 64n, u128: 2n ** 128n, i64: 2n ** 63n, i128: 2n ** 127n };

/** Integers between 64 and 128 bits, and tags that do not fit, make Copilot CLI give up. */
function misfitOf(node: Scalar, source: string): string | undefined {
  if (node.type === "QUOTE_DOUBLE" && /\\u[dD][89a-fA-F]/u.test(source))
    return "An escape names half of a character.";
  const { kind } = scalarOf(node);
  const text = textIn(node);
  const wanted = node.tag?.startsWith(CORE) === true ? node.tag.slice(CORE.length) : "";
  const fits: Readonly<Record<string, readonly string[]>> = {
    int: ["number"],
    float: ["number"],
    bool: ["boolean"],
    null: ["null"],
  };
  if (fits[wanted]?.includes(kind) === false) return `\`${text}\` does not fit its tag.`;
  if (kind !== "number" || node.type !== "PLAIN" || !/^[-+]?[1-9][0-9]*$/u.test(text))
    return undefined;
  const size = BigInt(text.replace(/^\+/u, ""));
  const isHuge =
    size < 0n ? -size > MAX.i64 && -size <= MAX.i128 : size >= MAX.u64 && size < MAX.u128;
  return isHuge ? `The number ${text} is too large.` : undefined;
}

/** With the failsafe schema every value is text. */
function textIn({ value }: Scalar): string {
  return typeof value === "string" ? value : "";
}
