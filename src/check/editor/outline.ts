/** The fields and headings of a SKILL.md, for the outline of an editor. */
import { lineEnd, readDocument, type Span } from "../../skill/index.ts";
import { viewBody } from "../lint/body.ts";

export interface OutlineEntry extends Span {
  readonly name: string;
  readonly kind: "field" | "heading";
  /** The name itself, inside of the span. */
  readonly selection: Span;
  /** Level of a heading, from 1 to 6; 0 for a field. */
  readonly level: number;
}

const FIELD = /^([\w-]+)[ \t]*:/gmu;
const HEADING = /^(#{1,6})[ \t]+([^\r\n]+)/gmu;
const MAX_ENTRIES = 2000;

/** In the order of the text. A heading ends where the next one of its level or above begins. */
export function outline(text: string): readonly OutlineEntry[] {
  const { fence, bodyStart } = readDocument(text);
  const fields = fence === undefined ? [] : findFields(text, fence.inner);
  return [...fields, ...findHeadings(text, bodyStart)].slice(0, MAX_ENTRIES);
}

function findFields(text: string, inner: Span): readonly OutlineEntry[] {
  const matches = [...text.slice(inner.start, inner.end).matchAll(FIELD)].slice(0, MAX_ENTRIES);
  return matches.map((match, index) => {
    const start = inner.start + match.index;
    const next = matches[index + 1];
    const limit = next === undefined ? inner.end : inner.start + next.index;
    const name = match[1] ?? "";
    const end = Math.max(start + name.length, start + text.slice(start, limit).trimEnd().length);
    return {
      name,
      kind: "field",
      start,
      end,
      selection: { start, end: start + name.length },
      level: 0,
    };
  });
}

function findHeadings(text: string, bodyStart: number): readonly OutlineEntry[] {
  const body = viewBody(text, bodyStart);
  const found: { name: string; start: number; level: number }[] = [];
  for (const match of body.text.matchAll(HEADING)) {
    const start = bodyStart + match.index;
    if (found.length >= MAX_ENTRIES) break;
    if (body.isInCode(start)) continue;
    found.push({ name: (match[2] ?? "").trim(), start, level: (match[1] ?? "").length });
  }
  return found.map(({ name, start, level }, index) => {
    const next = found.slice(index + 1).find((other) => other.level <= level);
    return {
      name,
      kind: "heading",
      level,
      start,
      end: Math.max(lineEnd(text, start), next?.start ?? text.length),
      selection: { start, end: lineEnd(text, start) },
    };
  });
}
