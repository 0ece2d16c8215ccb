import type { CellVerdict, MatrixCell } from "./cell.ts";
import type { Matrix, MatrixRow } from "./matrix.ts";

export interface MatrixTextOptions {
  /** Colours a mark by its verdict; without it the table is plain. */
  readonly paint?: (text: string, verdict: CellVerdict) => string;
  /** At most this many reasons a cell are printed below the table; all by default. */
  readonly reasonsPerCell?: number;
}

const MARKS: { readonly [Verdict in CellVerdict]: string } = {
  works: "●",
  partial: "◐",
  refused: "○",
};
const WORDS: { readonly [Verdict in CellVerdict]: string } = {
  works: "works",
  partial: "works in part",
  refused: "refused",
};

/** A table for a terminal: one row a system, one column a skill, then the reasons. */
export function matrixText(matrix: Matrix, options: MatrixTextOptions = {}): string {
  const paint = options.paint ?? ((text) => text);
  const titles = matrix.systems.map((system) => system.title);
  const width = Math.max(8, ...titles.map((title) => title.length));
  const blocks = matrix.rows.map((row) => {
    const lines = [`${row.name}  (${row.dialect}, ${row.path})`, ""];
    for (const [index, cell] of row.cells.entries()) {
      const title = (titles[index] as string).padEnd(width);
      lines.push(`  ${paint(MARKS[cell.verdict], cell.verdict)} ${title}  ${summary(cell, paint)}`);
      for (const reason of cell.reasons.slice(0, options.reasonsPerCell))
        lines.push(`      ${place(reason.range)}${reason.message}`);
    }
    return lines.join("\n");
  });
  const legend = (["works", "partial", "refused"] as const)
    .map((verdict) => `${paint(MARKS[verdict], verdict)} ${WORDS[verdict]}`)
    .join("   ");
  return `${blocks.join("\n\n")}\n\n${legend}\n`;
}

function summary(cell: MatrixCell, paint: NonNullable<MatrixTextOptions["paint"]>): string {
  return `${paint(WORDS[cell.verdict], cell.verdict)} (${formatConfirmed(cell)})`;
}

function formatConfirmed({ confirmedBy }: Pick<MatrixCell, "confirmedBy">): string {
  return confirmedBy === null ? "not confirmed by a program" : `confirmed by ${confirmedBy}`;
}

function place(range: MatrixCell["reasons"][number]["range"]): string {
  return range === undefined ? "" : `${range.start.line}:${range.start.column} `;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const STYLE = `
:root { color-scheme: light dark; --works: #1a7f37; --partial: #9a6700; --refused: #cf222e; --line: #8884; }
@media (prefers-color-scheme: dark) { :root { --works: #3fb950; --partial: #d29922; --refused: #f85149; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { border: 1px solid var(--line); padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; min-width: 7rem; }
thead th { position: sticky; top: 0; background: Canvas; }
tbody th { font-weight: 600; }
.works { color: var(--works); } .partial { color: var(--partial); } .refused { color: var(--refused); }
.verdict { font-weight: 600; white-space: nowrap; }
details ul { margin: 0.3rem 0 0; padding-left: 1rem; max-width: 24rem; color: CanvasText; }
code { font-size: 0.95em; }
small { opacity: 0.75; }
`;

/** One page that stands alone: no script, readable by screen readers, light and dark. */
export function matrixHtml(matrix: Matrix): string {
  const heads = matrix.systems
    .map(
      (system) =>
        `<th scope="col" title="${escapeHtml(formatBasis(system))}">${escapeHtml(system.title)}</th>`,
    )
    .join("");
  const rows = matrix.rows.map(htmlRow).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where these skills work</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Where these skills work</h1>
<p><span class="works">${MARKS.works} works</span> · <span class="partial">${MARKS.partial} works in part</span> · <span class="refused">${MARKS.refused} refused</span>. Open a cell for the reason.</p>
<div class="wide">
<table>
<thead><tr><th scope="col">Skill</th>${heads}</tr></thead>
<tbody>
${rows}
</tbody>
</table>
</div>
</body>
</html>
`;
}

function formatBasis({ source, date, confirmedBy: by }: Matrix["systems"][number]): string {
  return by === null
    ? `${source}, ${date}; not confirmed by a program`
    : `${source}, ${date}; confirmed by ${by.program} ${by.version} (${by.cases} cases)`;
}

function htmlRow(row: MatrixRow): string {
  const head = `<th scope="row">${escapeHtml(row.name)}<br><small>${escapeHtml(row.dialect)} · ${escapeHtml(row.path)}</small></th>`;
  return `<tr>${head}${row.cells.map(htmlCell).join("")}</tr>`;
}

function htmlCell(cell: MatrixCell): string {
  const said = escapeHtml(formatConfirmed(cell));
  const mark = `<span class="verdict ${cell.verdict}" title="${said}">${MARKS[cell.verdict]} ${WORDS[cell.verdict]}</span>`;
  if (cell.reasons.length === 0) return `<td>${mark}</td>`;
  const reasons = cell.reasons
    .map((reason) => {
      const hint = reason.hint === undefined ? "" : `<br><small>${code(reason.hint)}</small>`;
      const at =
        reason.range === undefined ? "" : `<small>line ${reason.range.start.line}</small> `;
      return `<li>${at}${code(reason.message)}${hint}</li>`;
    })
    .join("");
  return `<td><details><summary>${mark}</summary><ul>${reasons}</ul></details></td>`;
}

/** Backticks in a message become code marks. */
function code(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
