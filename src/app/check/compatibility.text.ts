import { matrixHtml, matrixText } from "../../check/matrix/index.ts";
import { oneLine } from "../../skill/index.ts";
import { describeSkipped, NO_SKILL, type TextView } from "../text.ts";
import type { Compatibility } from "./compatibility.ts";

const STYLES = { works: "green", partial: "yellow", refused: "red" } as const;

export const compatibilityText: TextView<Compatibility> = {
  render: (made, { style }) =>
    matrixText(printable(made), { paint: (text, verdict) => style(STYLES[verdict], text) }),
  notes: ({ skipped, rows }) => describeSkipped(skipped) + (rows.length === 0 ? NO_SKILL : ""),
  formats: { html: (made) => matrixHtml(made) },
};

/** Names and messages hold text of strangers, which must not reach the terminal as it is. */
function printable(made: Compatibility): Compatibility {
  const rows = made.rows.map((row) => ({
    ...row,
    name: oneLine(row.name),
    path: oneLine(row.path),
    cells: row.cells.map((cell) => ({
      ...cell,
      reasons: cell.reasons.map((reason) => ({
        ...reason,
        message: oneLine(reason.message),
      })),
    })),
  }));
  return { ...made, rows };
}
