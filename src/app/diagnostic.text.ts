import { type Diagnostic, oneLine } from "../skill/model/index.ts";
import { type Screen, styleSeverity } from "./text.ts";

/** A finding as lines for people: what, where, and what to do. */
export function renderDiagnostic(
  { severity, code, message, hint, file, range, related = [] }: Omit<Diagnostic, "cause">,
  screen: Screen,
): string {
  const lines = [
    `${styleSeverity(screen, severity)}${formatLocation(file, range)}: ${oneLine(message)} ${screen.style("dim", code)}`,
    ...related.flatMap((item) =>
      item.file === undefined
        ? []
        : [`  ${oneLine(item.message)}${formatLocation(item.file, item.range)}`],
    ),
    ...(hint === undefined ? [] : [`  ${screen.style("dim", oneLine(hint))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function formatLocation(file: string | undefined, range: Diagnostic["range"]): string {
  if (file === undefined) return "";
  const shown = oneLine(file);
  return range === undefined ? ` ${shown}` : ` ${shown}:${range.start.line}:${range.start.column}`;
}
