import { oneLine } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { paintSeverity } from "../render.ts";
import { shortenPaths, shortPath } from "./show-path.ts";

export function renderProblem(problem: Diagnostic, context: Context): readonly string[] {
  const { file, range, severity, message, hint } = problem;
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const where = file === undefined ? "" : `${shortPath(file, context)}${place}: `;
  const clean = (words: string): string => oneLine(shortenPaths(words, context));
  return [
    `  ${paintSeverity(context.paint, severity)} ${clean(where + message)}`,
    ...(hint === undefined ? [] : [`      ${clean(hint)}`]),
  ];
}
