import { reportMarkdown } from "../../skill/convert/index.ts";
import { escapeInvisible, oneLine, requireDialect } from "../../skill/index.ts";
import { describeSkipped, type TextView } from "../text.ts";
import type { Conversions } from "./conversion.ts";
import type { ConvertedSkill } from "./converted-skill.ts";

interface ConversionView {
  readonly dryRun: boolean;
  readonly report?: "md" | "json";
  readonly reportFile?: string;
}

export const conversionText: TextView<Conversions, ConversionView> = {
  isDocument: true,
  render: ({ conversions, written }, _screen, { dryRun }) =>
    written === undefined
      ? conversions.map(({ text }) => text).join("")
      : written.map((path) => `${dryRun ? "would write " : ""}${path}\n`).join(""),
  notes: ({ conversions, left = [], skipped }, _screen, { report, reportFile }) =>
    [
      describeSkipped(skipped),
      ...left.map(({ path, reason }) => `Not copied: ${path}: ${reason}.\n`),
      reportFile === undefined ? renderReport(conversions, report) : "",
    ].join(""),
};

/** What became of every value, for people or for programs. */
export function renderReport(
  conversions: readonly ConvertedSkill[],
  format: "md" | "json" = "md",
): string {
  return format === "json" ? renderJson(conversions) : conversions.map(renderOne).join("\n");
}

/** A list where there are several skills. */
function renderJson(conversions: readonly ConvertedSkill[]): string {
  const items = conversions.map(({ path, report, counts, files, diagnostics }) => ({
    path,
    ...report,
    counts,
    files: Object.keys(files),
    diagnostics,
  }));
  const json = JSON.stringify(items.length === 1 ? items[0] : items, undefined, 2);
  return `${escapeInvisible(json)}\n`;
}

function renderOne({ path, report, to, diagnostics }: ConvertedSkill): string {
  const page = reportMarkdown(report).replace(/^# /, `# ${path}: `);
  if (diagnostics.length === 0) return page;
  const lines = diagnostics.map(({ severity, message }) => `- ${severity}: ${oneLine(message)}`);
  return `${page}\n## What ${requireDialect(to).title} still finds wrong\n\n${lines.join("\n")}\n`;
}
