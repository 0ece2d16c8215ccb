import type { Paint } from "../../report/reporter.ts";
import type { ScanReport } from "../engine.ts";

/** A skill that was scanned, with what reports need beside the findings. */
export interface ScannedSkill {
  /** The folder or file as it is shown to people. */
  readonly path: string;
  readonly report: ScanReport;
  /** Findings that a baseline accepted. */
  readonly accepted?: number;
}

export interface ScanReportContext {
  readonly version: string;
  readonly paint: Paint;
  readonly columns: number;
  /** The text of a file of a skill; undefined where it cannot be had any more. */
  readonly readText: (skill: ScannedSkill, file: string) => string | undefined;
}

/** Turns scanned skills into text for one kind of reader. */
export interface ScanReporter {
  readonly id: string;
  readonly summary: string;
  readonly render: (skills: readonly ScannedSkill[], context: ScanReportContext) => string;
}

/** The path of a file of a skill as people know it. */
export function shownPath({ path }: ScannedSkill, file: string): string {
  if (path === "" || path === ".") return file;
  return path.endsWith(`/${file}`) || path === file ? path : `${path}/${file}`;
}
