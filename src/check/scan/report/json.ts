import { shownPath, type ReportedSkill, type ScanReporter } from "./scanned.ts";
import type { ScanReport } from "../engine.ts";
import type { ScanFinding } from "../finding.ts";
import type { ScanDecision, ScanTier } from "../verdict.ts";

/** A scanned skill as programs are told of it, by every interface. */
export interface PublicScan extends Pick<
  ScanReport,
  "score" | "counts" | "files" | "uses" | "unread"
> {
  readonly path: string;
  readonly name?: string | undefined;
  readonly verdict: ScanDecision;
  readonly tier: ScanTier;
  readonly reason: string;
  /** Findings that a baseline accepted. */
  readonly accepted: number;
  readonly findings: readonly PublicFinding[];
}

export interface PublicFinding extends Omit<ScanFinding, "trace"> {
  /** The file as people know it. */
  readonly path: string;
}

/** For programs: all that was found, as it is. */
export const jsonScan: ScanReporter = {
  id: "json",
  summary: "for programs",
  render: (skills, { version }) =>
    `${JSON.stringify({ engine: `skillwright-scan/${version}`, skills: skills.map(publicScan) })}\n`,
};

export function publicScan(skill: ReportedSkill): PublicScan {
  const { path, report, accepted = 0 } = skill;
  const { name, verdict, score, counts, findings, files, uses, unread } = report;
  return {
    path,
    name,
    verdict: verdict.decision,
    tier: verdict.tier,
    reason: verdict.reason,
    score,
    counts,
    accepted,
    files,
    uses,
    unread,
    findings: findings.map((finding) => publicFinding(skill, finding)),
  };
}

/** Without the trace, which is made for comparison alone. */
function publicFinding(skill: ReportedSkill, finding: ScanFinding): PublicFinding {
  const { trace, ...shown } = finding;
  void trace;
  return { ...shown, path: shownPath(skill, finding.file) };
}
