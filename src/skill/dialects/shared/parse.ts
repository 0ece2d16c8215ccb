import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import {
  normalizeLineEnds,
  parseYaml,
  type Problem,
  type ProblemKind,
  readDocument,
} from "../../text/index.ts";
import type { Dialect, FenceRule, ParseResult } from "../dialect.ts";

interface Cut {
  readonly inner: string;
  readonly body: string;
}

/** What the system of a dialect sees in a file, by its fence and scalar rules. */
export function parseBy(dialect: Dialect, original: string): ParseResult {
  const { fence } = dialect;
  const unmarked =
    fence.byteOrderMark === "dropped" && original.charCodeAt(0) === 0xfeff
      ? original.slice(1)
      : original;
  const text = normalizeLineEnds(unmarked);
  const cut = cutFence(text, fence);
  if (cut === "missing" || cut === "unclosed") {
    const rule = cut === "missing" ? fence.whenMissing : fence.whenUnclosed;
    if (rule === "refused") return refuse(original, cut);
    const body = fence.body === "trimmed" ? unmarked.trim() : unmarked;
    return { ok: true, parsed: { frontmatter: {}, body } };
  }
  const body = fence.body === "trimmed" ? cut.body.trim() : cut.body;
  const lastKeyWins = dialect.tolerates.includes("duplicate-key");
  const result = parseYaml(cut.inner, dialect.scalars, { lastKeyWins });
  if (!result.ok) return recoverOrRefuse(dialect, original, body, result.failure.reason);
  const value = result.value ?? null;
  if (value === null && fence.whenEmpty === "empty")
    return { ok: true, parsed: { frontmatter: {}, body } };
  if (!isObject(value)) return refuse(original, "not-a-mapping");
  const style = dialect.refusedStyle?.(cut.inner);
  if (style !== undefined) {
    const base = text.length - cut.inner.length - cut.body.length - 3;
    const place = { start: style.start + base, end: style.end + base };
    return { ok: false, problems: [{ ...style, ...place }] };
  }
  return {
    ok: true,
    parsed: { frontmatter: dialect.scalars === "text" ? asText(value) : value, body },
  };
}

/** Cuts at the fences; the rules tell how strict their lines are. */
export function cutFence(text: string, rule: FenceRule): Cut | "missing" | "unclosed" {
  if (rule.opener === "prefix" || rule.closer === "anywhere") {
    if (!text.startsWith("---")) return "missing";
    const end = rule.closer === "anywhere" ? text.indexOf("---", 3) : -1;
    if (rule.closer === "anywhere")
      return end === -1 ? "unclosed" : { inner: text.slice(3, end), body: text.slice(end + 3) };
  }
  const opener = (rule.opener === "exact" ? /^---\n/ : /^---[^\S\n]*\n/).exec(text);
  if (opener === null) return "missing";
  const from = opener[0].length - 1;
  const closer = closerPattern(rule);
  closer.lastIndex = from;
  const match = closer.exec(text);
  if (match === null) return "unclosed";
  return {
    inner: text.slice(opener[0].length, Math.max(opener[0].length, match.index + 1)),
    body: text.slice(match.index + match[0].length),
  };
}

function closerPattern(rule: FenceRule): RegExp {
  if (rule.closer === "prefix") return /\n---\n?/g;
  return rule.closer === "exact" ? /\n---(?:\n|$)/g : /\n---[^\S\n]*(?:\n|$)/g;
}

/** What makes YAML fail and can be mended; a line end that is borne explains no failure. */
const MENDABLE: ReadonlySet<ProblemKind> = new Set([
  "invalid-yaml",
  "unquoted-text",
  "duplicate-key",
  "tab-indent",
]);

/** Systems that mend prose themselves see what the lenient reader sees. */
function recoverOrRefuse(
  dialect: Dialect,
  original: string,
  body: string,
  reason: string,
): ParseResult {
  const document = readDocument(original);
  const fatal = document.problems.filter(
    (problem) => problem.severity === "error" && !dialect.tolerates.includes(problem.kind),
  );
  if (fatal.length > 0) return { ok: false, problems: fatal };
  const mended = document.problems.filter(({ kind }) => MENDABLE.has(kind));
  if (mended.length > 0) return { ok: true, parsed: { frontmatter: document.frontmatter, body } };
  return { ok: false, problems: [invalidYaml(original, reason)] };
}

export function invalidYaml(text: string, reason: string): Problem {
  return {
    kind: "invalid-yaml",
    severity: "error",
    start: 0,
    end: Math.min(3, text.length),
    message: `Invalid YAML in the frontmatter: ${reason}.`,
  };
}

/** A refusal with what the lenient reader says about the file, or else the plain reason. */
export function refuse(text: string, kind: "missing" | "unclosed" | "not-a-mapping"): ParseResult {
  const known = readDocument(text).problems.filter((problem) => problem.severity !== "info");
  if (known.length > 0) return { ok: false, problems: known };
  const message =
    kind === "not-a-mapping"
      ? "The frontmatter is not `key: value` lines."
      : "The file has no complete frontmatter between `---` lines.";
  return {
    ok: false,
    problems: [
      {
        kind: "no-frontmatter",
        severity: "error",
        start: 0,
        end: Math.min(3, text.length),
        message,
      },
    ],
  };
}

/** Where every scalar is text, an empty one is the empty text. */
function asText(value: JsonObject): JsonObject {
  const convert = (item: Json): Json => {
    if (item === null) return "";
    if (Array.isArray(item)) return item.map(convert);
    if (isObject(item)) return asText(item);
    return item;
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]));
}
