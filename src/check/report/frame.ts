import { lineStarts, type Range } from "../../skill/index.ts";
import type { Paint } from "./reporter.ts";
import { harmless, displayWidth } from "./screen.ts";

export interface FrameOptions {
  readonly paint: Paint;
  readonly columns: number;
  readonly style: "red" | "yellow" | "blue" | "cyan";
}

/** Lines of the range that are shown; of a longer one the first says enough. */
const MAX_LINES = 2;
const MIN_ROOM = 20;

/** The lines that a range covers, with their numbers and the range underlined. */
export function renderFrame(text: string, range: Range, options: FrameOptions): readonly string[] {
  const { paint, columns, style } = options;
  const starts = findLineStarts(text);
  const first = range.start.line;
  const last = Math.min(lastLine(range), first + MAX_LINES - 1, starts.length);
  const gutter = String(last).length;
  const room = Math.max(MIN_ROOM, columns - gutter - 6);
  const lines: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = lineText(text, starts, number);
    const from = number === first ? range.start.column - 1 : measureIndent(line);
    const to = number === range.end.line ? range.end.column - 1 : line.length;
    const part = clipAround(line, from, Math.max(to, from), room);
    const bar = paint("dim", `${String(number).padStart(gutter)} |`);
    lines.push(`${bar} ${part.before}${paint(style, part.inside)}${part.after}`.trimEnd());
    const marks = "^".repeat(Math.max(1, displayWidth(part.inside)));
    const indent = " ".repeat(displayWidth(part.before));
    lines.push(`${" ".repeat(gutter)} ${paint("dim", "|")} ${indent}${paint(style, marks)}`);
  }
  return lines;
}

let known: { readonly text: string; readonly starts: readonly number[] } | undefined;

/** A report shows the findings of one text after the other, and there can be thousands in a long one. */
function findLineStarts(text: string): readonly number[] {
  if (known?.text !== text) known = { text, starts: lineStarts(text) };
  return known.starts;
}

/** A range that ends before the first character of a line does not cover that line. */
function lastLine(range: Range): number {
  const { start, end } = range;
  return end.line > start.line && end.column === 1 ? end.line - 1 : end.line;
}

function lineText(text: string, starts: readonly number[], number: number): string {
  const start = starts[number - 1] ?? text.length;
  return text.slice(start, starts[number] ?? text.length).replace(/[\r\n]{1,4}$/, "");
}

function measureIndent(line: string): number {
  return line.length - line.trimStart().length;
}

interface Part {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/** Keeps what is underlined on the screen where the line is longer than the screen is wide. */
function clipAround(line: string, from: number, to: number, room: number): Part {
  if (line.length <= room) return cut(line, from, to, 0, line.length);
  const lead = Math.min(from, Math.floor(room / 3));
  const begin = line.length - from < room - lead ? Math.max(0, line.length - room) : from - lead;
  const end = Math.min(line.length, begin + room);
  return cut(line, from, Math.min(to, end), begin, end);
}

function cut(line: string, from: number, to: number, begin: number, end: number): Part {
  const before = harmless(line.slice(begin, from));
  const after = harmless(line.slice(to, end));
  return {
    before: begin > 0 ? `…${before.slice(1)}` : before,
    inside: harmless(line.slice(from, to)),
    after: end < line.length ? `${after.slice(0, -1)}…` : after,
  };
}
