import { isEqual, isObject, type JsonObject, type Span, type TextEdit } from "../model/index.ts";
import { applyEdits } from "./edit.ts";
import type { Problem } from "./problem.ts";
import { parseRelaxedJson, unlessTooDeep } from "./relaxed-json.ts";
import { parseYaml } from "./values.ts";

/** `metadata` as JSON with comments, single quotes and keys without quotes, written as it is. */
export interface JsonMetadata {
  readonly value: JsonObject;
  /** Undefined where no comment stands in it. */
  readonly problem?: Problem;
  /** Edits after which it is YAML that says the same. */
  readonly repairs: readonly TextEdit[];
}

/** An entry of the frontmatter, as far as it matters here. */
interface Entry extends Span {
  readonly key: string;
  readonly valueStart: number;
  readonly valueEnd: number;
}

const METADATA = "metadata";

/** Cheap, and true of every frontmatter in which such a comment can stand. */
export function mayHoldJsonComment(inner: string): boolean {
  return /\/[/*]/.test(inner) && /^["']?metadata["']?[ \t]*:\s*\{/m.test(inner);
}

/** Reads the raw text of an entry as JSON5; undefined where it is none, or no map of `metadata`. */
export function readJsonMetadata(inner: string, entry: Entry): JsonMetadata | undefined {
  return entry.key === METADATA ? unlessTooDeep(() => readEntry(inner, entry)) : undefined;
}

function readEntry(inner: string, entry: Entry): JsonMetadata | undefined {
  const raw = inner.slice(entry.valueStart, entry.valueEnd);
  const start = entry.valueStart + (raw.length - raw.trimStart().length);
  if (inner[start] !== "{" || inner[start + 1] === "{") return undefined;
  const text = inner.slice(start, entry.valueEnd);
  const value = parseRelaxedJson(text, "json5");
  if (value === undefined || !isObject(value)) return undefined;
  const comments = findJsonComments(text).map((span) => shift(span, start));
  const removals = comments.map((comment) => removal(inner, comment));
  const isYaml = comments.length > 0 && saysAfter(inner, entry, removals, value);
  const repairs = isYaml ? removals : [{ start, end: entry.valueEnd, text: JSON.stringify(value) }];
  const first = comments[0];
  if (first === undefined) return { value, repairs };
  return { value, repairs, problem: commentProblem(inner, entry, first, repairs, isYaml) };
}

function commentProblem(
  inner: string,
  entry: Entry,
  comment: Span,
  edits: readonly TextEdit[],
  isYaml: boolean,
): Problem {
  const isRefused = !parseYaml(inner.slice(entry.start, entry.end)).ok;
  const mark = inner.slice(comment.start, comment.start + 2);
  return {
    ...comment,
    kind: "json-comment",
    severity: isRefused ? "error" : "warning",
    message: `\`${METADATA}\` contains a comment (\`${mark}\`), so it is neither JSON nor YAML.`,
    hint: isRefused
      ? "Readers of YAML refuse the file. Remove the comment."
      : "Readers of YAML take it for part of a key, and what stands there is lost. Remove the comment.",
    edits,
    fixTitle: isYaml ? "Remove the comments" : "Write it as JSON",
  };
}

/** The entry reads as that value once the edits are made. */
function saysAfter(
  inner: string,
  entry: Entry,
  edits: readonly TextEdit[],
  value: JsonObject,
): boolean {
  const own = edits.map((edit) => ({ ...shift(edit, -entry.start), text: edit.text }));
  const result = parseYaml(applyEdits(inner.slice(entry.start, entry.end), own).text);
  return result.ok && isEqual(result.value, { [METADATA]: value });
}

/** A comment that has its lines to itself goes with them, another with the blanks before it. */
function removal(inner: string, comment: Span): TextEdit {
  let { start } = comment;
  while (/[ \t]/.test(inner[start - 1] ?? "")) start--;
  const after = /^[ \t]*(?:\r?\n|$)/.exec(inner.slice(comment.end))?.[0];
  const isLineStart = start === 0 || inner[start - 1] === "\n";
  if (after !== undefined && isLineStart)
    return { start, end: comment.end + after.length, text: "" };
  // Between two values something must keep them apart.
  return { start, end: comment.end, text: after === undefined ? " " : "" };
}

// What is never closed goes to the end, so that the search does not begin anew inside of it.
const TOKEN =
  /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** Where comments stand in JSON5; what looks like one inside quotes is none. */
export function findJsonComments(text: string): readonly Span[] {
  return [...text.matchAll(TOKEN)]
    .filter(([token]) => token.startsWith("//") || /^\/\*[^]*\*\/$/.test(token))
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].trimEnd().length,
    }));
}

function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}
