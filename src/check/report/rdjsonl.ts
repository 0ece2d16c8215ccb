import {
  type Diagnostic,
  lineStarts,
  positionAt,
  type Severity,
  type Span,
} from "../../skill/index.ts";
import type { Reporter } from "./reporter.ts";

const SEVERITIES: { readonly [Name in Severity]: string } = {
  error: "ERROR",
  warning: "WARNING",
  info: "INFO",
  hint: "INFO",
};

/** Reviewdog's diagnostic format, one JSON object a line: review comments on any forge, with suggestions. */
export const rdjsonl: Reporter = {
  id: "rdjsonl",
  summary: "reviewdog, one finding a line",
  render: (report, { readText }) =>
    report.files
      .flatMap(({ path, diagnostics }) => {
        const toRange = diagnostics.length === 0 ? undefined : createToRange(readText(path));
        return diagnostics.map((item) => `${JSON.stringify(toLine(path, item, toRange))}\n`);
      })
      .join(""),
};

interface BytePosition {
  readonly line: number;
  readonly column?: number;
}

interface ByteRange {
  readonly start: BytePosition;
  readonly end: BytePosition;
}

type ToRange = (span: Span) => ByteRange;

function toLine(path: string, item: Diagnostic, toRange: ToRange | undefined): object {
  const { code, severity, message, hint, range, fix } = item;
  const lines = range && { start: { line: range.start.line }, end: { line: range.end.line } };
  const place =
    range && toRange ? toRange({ start: range.start.offset, end: range.end.offset }) : lines;
  // A suggestion is one replacement; a fix in several places would be half a fix.
  const [edit, ...others] = fix?.edits ?? [];
  const isOffered = edit !== undefined && others.length === 0 && toRange !== undefined;
  return {
    message: hint === undefined ? message : `${message}\n${hint}`,
    location: { path, ...(place === undefined ? {} : { range: place }) },
    severity: SEVERITIES[severity],
    source: { name: "skillwright" },
    code: { value: code },
    ...(isOffered ? { suggestions: [{ range: toRange(edit), text: edit.text }] } : {}),
  };
}

/** Columns of the format count bytes of UTF-8, from 1. Without the text, only lines can be told. */
function createToRange(text: string | undefined): ToRange | undefined {
  if (text === undefined) return undefined;
  const starts = lineStarts(text);
  const encoder = new TextEncoder();
  const toPosition = (offset: number): BytePosition => {
    const { line, column } = positionAt(starts, Math.min(offset, text.length));
    const before = text.slice(offset - (column - 1), offset);
    return { line, column: encoder.encode(before).length + 1 };
  };
  return ({ start, end }) => ({ start: toPosition(start), end: toPosition(end) });
}
