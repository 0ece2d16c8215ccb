import type { Paint } from "../../report/reporter.ts";
import type { ScanReport } from "../engine.ts";

/** What reporters read of a scanned skill. */
export interface ReportedSkill {
  /** The folder or file as it is shown to people. */
  readonly path: string;
  readonly report: Pick<
    ScanReport,
    "name" | "findings" | "counts" | "verdict" | "score" | "files" | "uses" | "unread"
  >;
  /** Findings that a baseline accepted. */
  readonly accepted?: number;
}

/** A skill that was scanned. */
export interface ScannedSkill extends ReportedSkill {
  readonly report: ScanReport;
}

export interface ScanReportContext {
  readonly version: string;
  readonly paint: Paint;
  readonly columns: number;
  /** The text of a file of a skill; undefined where it cannot be had any more. */
  readonly readText: (skill: ReportedSkill, file: string) => string | undefined;
}

/** Turns scanned skills into text for one kind of reader. */
export interface ScanReporter {
  readonly id: string;
  readonly summary: string;
  readonly render: (skills: readonly ReportedSkill[], context: ScanReportContext) => string;
}

/** The path of a file of a skill as people know it. */
export function shownPath({ path }: Pick<ReportedSkill, "path">, file: string): string {
  if (path === "" || path === ".") return file;
  return path.endsWith(`/${file}`) || path === file ? path : `${path}/${file}`;
}
