import type { Severity } from "../../skill/index.ts";
import type { CodeEntry } from "../lint/diagnostics.ts";
import type { ScanSeverity } from "./finding.ts";
import { scanRules } from "./rules/index.ts";

const LEVELS: { readonly [Name in ScanSeverity]: Severity } = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "info",
  info: "info",
};

const ENGINE: readonly (readonly [code: string, severity: Severity, title: string])[] = [
  ["scan/internal", "warning", "Every rule comes to an end on every skill."],
  ["scan/not-text", "warning", "Texts hold no zeros, and data has a format that is known."],
  ["scan/not-read", "warning", "Every file can be looked at as a whole."],
];

/** The level of other reports that a severity of the scanner stands for. */
export function levelOf(severity: ScanSeverity): Severity {
  return LEVELS[severity];
}

/** Every code of the scanner, in the shape of the other codes of the program. */
export function scanCodes(): readonly CodeEntry[] {
  const own = scanRules.map(({ code, severity, title }) => entry(code, levelOf(severity), title));
  return [...own, ...ENGINE.map(([code, severity, title]) => entry(code, severity, title))];
}

function entry(code: string, severity: Severity, title: string): CodeEntry {
  return { code, severity, title, page: `docs/reference/diagnostics/${code}.md` };
}
