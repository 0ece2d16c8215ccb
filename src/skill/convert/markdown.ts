import { facetTitles, formatPath, type Json, type Path } from "../model/index.ts";
import {
  BODY,
  countOutcomes,
  type LossEntry,
  type LossOutcome,
  type LossReport,
} from "./report.ts";

const TITLES: readonly (readonly [LossOutcome, string])[] = [
  ["dropped", "Dropped"],
  ["approximated", "Approximated"],
  ["preserved", "Preserved"],
  ["mapped", "Mapped"],
  ["kept", "Kept"],
];

/** The report as a page, the losses first. */
export function reportMarkdown(report: LossReport): string {
  const counts = countOutcomes(report);
  const sums = TITLES.map(([outcome, title]) => `${counts[outcome]} ${title.toLowerCase()}`);
  const parts = [
    `# From \`${report.from}\` to \`${report.to}\``,
    `${sums.join(", ")}.`,
    ...section(
      "Missing",
      report.missing.map(({ path, doc }) => `- ${code(path)}: ${doc}`),
    ),
    ...section(
      "To review",
      report.review.map((item) => `- ${item}`),
    ),
    ...TITLES.flatMap(([outcome, title]) => table(title, report.entries, outcome)),
    ...section(
      "Filled in",
      report.added.map(
        ({ target, value, note }) => `- ${code(target)} = ${inline(value)}. ${note}`,
      ),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

function table(
  title: string,
  entries: readonly LossEntry[],
  outcome: LossOutcome,
): readonly string[] {
  const rows = entries.filter((entry) => entry.outcome === outcome).map(row);
  if (rows.length === 0) return [];
  return [
    `## ${title}`,
    ["| from | to | meaning | note |", "|---|---|---|---|", ...rows].join("\n"),
  ];
}

function row({ source, target, also = [], facet, note, value, preservedAt }: LossEntry): string {
  const shown = value === undefined ? "" : `Was ${inline(value)}.`;
  const whole = preservedAt === undefined ? "" : `Whole at ${code(preservedAt)}.`;
  const words = [note ?? "", shown, whole].filter((part) => part !== "").join(" ");
  const cells = [
    code(source),
    [...(target === undefined ? [] : [target]), ...also].map(code).join(", "),
    facet === undefined ? "" : facetTitles[facet],
    words,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** A bar would end the cell, a line break the table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}

function code(path: Path): string {
  return path[0] === BODY ? "the instructions" : codeSpan(formatPath(path));
}

function inline(value: Json): string {
  const text = JSON.stringify(value);
  return codeSpan(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

/** Text with backticks needs a longer fence. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = longest === 0 ? "" : " ";
  return `${fence}${pad}${text}${pad}${fence}`;
}
