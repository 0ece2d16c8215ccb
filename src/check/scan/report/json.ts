import { shownPath, type ScannedSkill, type ScanReporter } from "./scanned.ts";

/** For programs: all that was found, as it is. */
export const jsonScan: ScanReporter = {
  id: "json",
  summary: "for programs",
  render: (skills, { version }) =>
    `${JSON.stringify({ engine: `skillwright-scan/${version}`, skills: skills.map(publicSkill) })}\n`,
};

function publicSkill(skill: ScannedSkill): unknown {
  const { path, report, accepted = 0 } = skill;
  const { name, verdict, score, counts, findings, files, unread } = report;
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
    unread,
    findings: findings.map((finding) => ({ ...finding, path: shownPath(skill, finding.file) })),
  };
}
