import { SCAN_SEVERITIES } from "../finding.ts";
import type { ReportedSkill } from "./scanned.ts";

/** What a verdict means to a person who wants to use the skill. */
export function headline({ report }: ReportedSkill): string {
  const { counts, verdict } = report;
  if (counts.critical > 0) return "malicious or very dangerous";
  if (counts.high > 0) return "risky";
  if (verdict.decision === "review" && report.unread.length > 0) return "not read as a whole";
  return counts.medium > 0 ? "no serious risk, with remarks" : "no risk found";
}

/** `2 critical, 1 high`; `no findings`. */
export function countWords({ report }: ReportedSkill): string {
  const words = SCAN_SEVERITIES.filter((severity) => report.counts[severity] > 0).map(
    (severity) => `${report.counts[severity]} ${severity}`,
  );
  return words.length === 0 ? "no findings" : words.join(", ");
}
