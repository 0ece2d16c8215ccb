import type { Span } from "../model/index.ts";
import { lineAt } from "./fence.ts";

export interface StyleFinding extends Span {
  readonly kind: "flow" | "anchor" | "alias" | "tag";
}

const ENTRY =
  /^([ ]*)((?:- +)*)(?:("[^"]*"[ ]*|'[^']*'[ ]*|[^\s#"'[{&*!|>%@`][^#]*?):(?=[ ]|$)[ ]*)?/;

/** A value begins after the indentation, a dash or a colon; true of every text in which something is found. */
const MAY_BE_REFUSED = /(?:^|[-:]) *[[{&*!]/m;

/**
 * Finds what strict readers refuse though it is YAML: flow collections, anchors, aliases and tags.
 * Works on lines, since it runs over every file of a validation and needs no tree.
 */
export function findRefusedStyle(inner: string): StyleFinding | undefined {
  if (!MAY_BE_REFUSED.test(inner)) return undefined;
  let at = 0;
  /** Lines indented deeper than this continue a scalar. */
  let scalarIndent = -1;
  while (at < inner.length) {
    const line = lineAt(inner, at);
    const indent = /^ */.exec(line.text)?.[0].length ?? 0;
    const isBlank = line.text.trim() === "";
    const isContinuation = scalarIndent >= 0 && (isBlank || indent > scalarIndent);
    if (!isContinuation && !isBlank && !line.text.trimStart().startsWith("#")) {
      const match = ENTRY.exec(line.text);
      const head = match?.[0] ?? "";
      const value = line.text.slice(head.length);
      const owner = indent + (match?.[2]?.length ?? 0);
      const finding = judge(value, line.start + head.length);
      if (finding !== undefined) return finding;
      if (value === "") scalarIndent = -1;
      else scalarIndent = match?.[3] === undefined ? Math.max(indent, owner - 1) : owner;
      if (match?.[3] === undefined && value !== "") scalarIndent = Math.max(0, owner - 1);
    }
    if (line.next === line.end) break;
    at = line.next;
  }
  return undefined;
}

function judge(value: string, start: number): StyleFinding | undefined {
  const span = { start, end: start + Math.max(1, value.length) };
  const first = value[0];
  if (first === "[" || first === "{") return { ...span, kind: "flow" };
  if (first === "&") return { ...span, kind: "anchor" };
  if (first === "*") return { ...span, kind: "alias" };
  if (first === "!") return { ...span, kind: "tag" };
  return undefined;
}
