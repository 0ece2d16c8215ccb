import { oneLine } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { paintSeverity } from "../render.ts";

/** A finding as lines for people: what, where, and what to do. */
export function showDiagnostic(diagnostic: Diagnostic, { paint }: Context): string {
  const { severity, code, message, hint, file, range, related = [] } = diagnostic;
  const lines = [
    `${paintSeverity(paint, severity)}${placeOf(file, range)}: ${oneLine(message)} ${paint("dim", code)}`,
    ...related.flatMap((item) =>
      item.file === undefined
        ? []
        : [`  ${oneLine(item.message)}${placeOf(item.file, item.range)}`],
    ),
    ...(hint === undefined ? [] : [`  ${paint("dim", oneLine(hint))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function placeOf(file: string | undefined, range: Diagnostic["range"]): string {
  if (file === undefined) return "";
  const shown = oneLine(file);
  return range === undefined ? ` ${shown}` : ` ${shown}:${range.start.line}:${range.start.column}`;
}
