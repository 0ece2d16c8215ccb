import type { Severity } from "../../skill/index.ts";
import type { FileResult, LintReport } from "../lint/result.ts";

export type Style = "bold" | "dim" | "red" | "yellow" | "blue" | "cyan" | "green" | "magenta";

/** Colours text, or leaves it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string;

/** What is told about a code beside its findings. */
export interface CodeNote {
  readonly code: string;
  /** One line, what the rule asks for. */
  readonly title: string;
  readonly severity: Severity;
  readonly fixable?: "safe" | "unsafe";
}

/** All that a report may need beside the findings; it arrives as arguments, since reporters are pure. */
export interface ReportContext {
  readonly version: string;
  readonly codes: readonly CodeNote[];
  /** The text of a file of the report; undefined where it cannot be had any more. */
  readonly readText: (path: string) => string | undefined;
  readonly paint: Paint;
  /** Columns of the screen. */
  readonly columns: number;
}

/** What reporters read of a file. */
export type ReportedFile = Pick<FileResult, "path" | "diagnostics">;

/** What reporters read of the findings. */
export interface Report extends Omit<LintReport, "files"> {
  readonly files: readonly ReportedFile[];
}

/** Turns a report into text for one kind of reader. */
export interface Reporter {
  readonly id: string;
  readonly summary: string;
  readonly render: (report: Report, context: ReportContext) => string;
}

/** Where the page about a code lies, from the root of the project. */
export function docsPage(code: string): string {
  return `docs/reference/diagnostics/${code}.md`;
}

/** The command that shows that page, also where only the package is installed. */
export function rulesCommand(code: string): string {
  return `skillwright rules ${code}`;
}

/** `1 error`, `2 errors`. */
export function count(amount: number, one: string, many: string = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** The counts of a report in words, for the last line that people read. */
export function summarize(
  report: Omit<LintReport, "files"> & { readonly files: readonly unknown[] },
): string {
  const skills = count(report.skills ?? report.files.length, "skill");
  const found = [
    ...(report.errors > 0 ? [count(report.errors, "error")] : []),
    ...(report.warnings > 0 ? [count(report.warnings, "warning")] : []),
    ...(report.infos > 0 ? [count(report.infos, "note")] : []),
  ];
  if (found.length === 0) return `${skills}, no problems`;
  return `${skills}, ${found.join(", ")}`;
}
