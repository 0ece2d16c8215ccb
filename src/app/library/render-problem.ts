import { type Diagnostic, oneLine } from "../../skill/model/index.ts";
import { type Screen, styleSeverity } from "../text.ts";

export function renderProblem(problem: Diagnostic, screen: Screen): readonly string[] {
  const { file, range, severity, message, hint } = problem;
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const where = file === undefined ? "" : `${screen.displayPath(file)}${place}: `;
  const clean = (words: string): string => oneLine(screen.shortenPaths(words));
  return [
    `  ${styleSeverity(screen, severity)} ${clean(where + message)}`,
    ...(hint === undefined ? [] : [`      ${clean(hint)}`]),
  ];
}
