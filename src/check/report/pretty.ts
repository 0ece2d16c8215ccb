import type { Diagnostic, Related, Severity } from "../../skill/index.ts";
import { type FrameOptions, renderFrame } from "./frame.ts";
import {
  rulesCommand,
  count,
  type Reporter,
  type ReportContext,
  summarize,
  type ReportedFile,
  type Report,
} from "./reporter.ts";
import { harmless } from "./screen.ts";

const STYLES: { readonly [Name in Severity]: FrameOptions["style"] } = {
  error: "red",
  warning: "yellow",
  info: "blue",
  hint: "cyan",
};

/** For people at a terminal: every finding with its lines, grouped by file. */
export const pretty: Reporter = {
  id: "pretty",
  summary: "for people, with the lines in question",
  render: (report, context) => {
    const blocks = report.files
      .filter((file) => file.diagnostics.length > 0)
      .map((file) => renderFile(file, context));
    return `${[...blocks, renderSummary(report, context)].join("\n")}\n`;
  },
};

function renderFile(file: ReportedFile, context: ReportContext): string {
  const text = context.readText(file.path);
  const head = context.paint("bold", harmless(file.path));
  const findings = file.diagnostics.map((item) => renderFinding(item, text, context));
  return `${head}\n\n${findings.join("\n")}`;
}

function renderFinding(
  diagnostic: Diagnostic,
  text: string | undefined,
  context: ReportContext,
): string {
  const { paint } = context;
  const { severity, message, hint, range, code, fix } = diagnostic;
  const style = STYLES[severity];
  const place = range === undefined ? "" : `${range.start.line}:${range.start.column} `;
  const lines = [`${paint("dim", place)}${paint(style, severity)}: ${harmless(message)}`];
  if (text !== undefined && range !== undefined)
    lines.push(...renderFrame(text, range, { ...context, style }));
  if (hint !== undefined) lines.push(`${paint("cyan", "hint")}: ${harmless(hint)}`);
  if (fix !== undefined) {
    const flag = fix.safety === "safe" ? "--fix" : "--fix-unsafe";
    lines.push(`${paint("green", "fix")}: ${harmless(fix.title)} (\`${flag}\`)`);
  }
  for (const related of diagnostic.related ?? []) lines.push(renderRelated(related));
  lines.push(paint("dim", `why: \`${rulesCommand(code)}\``));
  return lines.map((line) => `  ${line}\n`).join("");
}

function renderRelated({ message, file, range }: Related): string {
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  return `see ${harmless(file ?? "")}${place}: ${harmless(message)}`;
}

function renderSummary(report: Report, { paint }: ReportContext): string {
  const style = report.errors > 0 ? "red" : report.warnings > 0 ? "yellow" : "green";
  const safe = countFixes(report, "safe");
  const unsafe = countFixes(report, "unsafe");
  const offers = [
    ...(safe > 0 ? [`${count(safe, "is", "are")} fixed by \`--fix\``] : []),
    ...(unsafe > 0 ? [`${count(unsafe, "more is", "more are")} fixed by \`--fix-unsafe\``] : []),
  ];
  const head = paint(style, paint("bold", `${summarize(report)}.`));
  return offers.length === 0 ? head : `${head} Of these, ${offers.join(", ")}.`;
}

function countFixes(report: Report, safety: "safe" | "unsafe"): number {
  return report.files
    .flatMap((file) => file.diagnostics)
    .filter((diagnostic) => diagnostic.fix?.safety === safety).length;
}
