import { oneLine } from "../platform/index.ts";
import type { Diagnostic, Severity } from "../skill/index.ts";

type Style = "bold" | "dim" | "red" | "yellow" | "blue" | "cyan" | "green" | "magenta";

const CODES: { readonly [Name in Style]: readonly [open: number, close: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

/** Colours text, or leaves it as it is where colours are not wanted. */
export type Painter = (style: Style, text: string) => string;

export function createPainter(hasColors: boolean): Painter {
  if (!hasColors) return (_style, text) => text;
  return (style, text) => {
    const [open, close] = CODES[style];
    return `\u001b[${open}m${text}\u001b[${close}m`;
  };
}

const SEVERITY_STYLE: { readonly [Name in Severity]: Style } = {
  error: "red",
  warning: "yellow",
  info: "blue",
  hint: "cyan",
};

export function paintSeverity(paint: Painter, severity: Severity, text: string = severity): string {
  return paint(SEVERITY_STYLE[severity], text);
}

/** A failure of the program itself, as one or two lines on standard error. */
export function renderFailure(diagnostic: Diagnostic, paint: Painter): string {
  const { start } = diagnostic.range ?? {};
  const place = start === undefined ? "" : `:${start.line}:${start.column}`;
  const where = diagnostic.file === undefined ? "" : `${diagnostic.file}${place}: `;
  const lines = [`${paint("red", "error")}: ${oneLine(where + diagnostic.message)}`];
  if (diagnostic.hint !== undefined) lines.push(`  ${paint("dim", oneLine(diagnostic.hint))}`);
  return `${lines.join("\n")}\n`;
}

/** `1 skill`, `2 skills`. */
export function count(amount: number, one: string, many: string = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** Cuts text to a number of characters, with `…` where something was left out. */
export function clip(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= width) return line;
  return `${line.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}
