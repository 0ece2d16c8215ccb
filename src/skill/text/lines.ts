import type { Position, Range, Span } from "../model/index.ts";

/** Offsets at which lines begin; `\n`, `\r\n` and a lone `\r` end a line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const hasCarriageReturn = text.includes("\r");
  if (!hasCarriageReturn) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1))
      starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) starts.push(at + 1);
    else if (code === 13) {
      if (text.charCodeAt(at + 1) === 10) at++;
      starts.push(at + 1);
    }
  }
  return starts;
}

export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1, offset };
}

export function rangeOf(starts: readonly number[], span: Span): Range {
  return { start: positionAt(starts, span.start), end: positionAt(starts, span.end) };
}

/** The end of the line that holds `offset`, before its line break. */
export function lineEnd(text: string, offset: number): number {
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return text.length;
}

/** The offset after the line break at `offset`; `offset` itself where there is none. */
export function skipLineBreak(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code === 10) return offset + 1;
  if (code === 13) return text.charCodeAt(offset + 1) === 10 ? offset + 2 : offset + 1;
  return offset;
}

export function lineStart(text: string, offset: number): number {
  for (let at = offset - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at + 1;
  }
  return 0;
}

/** `\r\n` and a lone `\r` become `\n`. */
export function normalizeLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
