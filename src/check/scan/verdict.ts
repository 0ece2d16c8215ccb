import { type Confidence, isAtLeast, type ScanFinding, type ScanSeverity } from "./finding.ts";

/** How far a skill is trusted: the less, the stricter the verdict. */
export type ScanTier = "experimental" | "community" | "verified";
export type ScanDecision = "allow" | "review" | "block";

interface TierRow {
  readonly blockAt: ScanSeverity;
  readonly reviewAt: ScanSeverity;
  /** A person has to agree even where nothing was found. */
  readonly isAlwaysReviewed: boolean;
}

const TIERS: { readonly [Tier in ScanTier]: TierRow } = {
  // Whom nobody vouches for is not judged more mildly than others.
  experimental: { blockAt: "critical", reviewAt: "high", isAlwaysReviewed: false },
  community: { blockAt: "critical", reviewAt: "high", isAlwaysReviewed: false },
  verified: { blockAt: "high", reviewAt: "medium", isAlwaysReviewed: true },
};

export const SCAN_TIERS: readonly ScanTier[] = ["experimental", "community", "verified"];

/** What to do with the skill, and why. */
export interface ScanVerdict {
  readonly tier: ScanTier;
  readonly decision: ScanDecision;
  /** One sentence. */
  readonly reason: string;
}

export interface ScoreShare {
  readonly code: string;
  readonly points: number;
  readonly count: number;
}

export interface ScanScore {
  /** 0 is fine, 100 is the worst. */
  readonly total: number;
  /** What each rule added, the most first; the total is their sum, at most 100. */
  readonly shares: readonly ScoreShare[];
}

/** `unread` names files of which a part was not looked at: that alone asks for a person. */
export function decide(
  tier: ScanTier,
  findings: readonly ScanFinding[],
  unread: readonly string[],
): ScanVerdict {
  const { blockAt, reviewAt, isAlwaysReviewed } = TIERS[tier];
  const first = findings.find(({ severity }) => isAtLeast(severity, blockAt));
  if (first !== undefined)
    return {
      tier,
      decision: "block",
      reason: `\`${first.code}\` is ${first.severity}, and this tier blocks ${blockAt} findings.`,
    };
  const notable = findings.find(({ severity }) => isAtLeast(severity, reviewAt));
  if (notable !== undefined)
    return {
      tier,
      decision: "review",
      reason: `\`${notable.code}\` is ${notable.severity}, and in this tier a person reviews such findings.`,
    };
  if (unread.length > 0)
    return {
      tier,
      decision: "review",
      reason: `\`${unread[0] ?? ""}\` could not be read as a whole.`,
    };
  if (isAlwaysReviewed)
    return {
      tier,
      decision: "review",
      reason: "No finding counts against it, but in this tier a person always decides.",
    };
  return { tier, decision: "allow", reason: "No finding counts against it in this tier." };
}

const POINTS: { readonly [Name in ScanSeverity]: number } = {
  critical: 60,
  high: 30,
  medium: 8,
  low: 2,
  info: 0,
};

const FACTORS: { readonly [Name in Confidence]: number } = { high: 1, medium: 0.75, low: 0.5 };
/** Each further finding of a rule adds this part of the points of the worst. */
const REPEATED = 0.1;
const MOST_REPEATED = 5;

export function scoreOf(findings: readonly ScanFinding[]): ScanScore {
  const byCode = new Map<string, ScanFinding[]>();
  for (const finding of findings) {
    const list = byCode.get(finding.code);
    if (list === undefined) byCode.set(finding.code, [finding]);
    else list.push(finding);
  }
  const shares = [...byCode].map(([code, list]): ScoreShare => {
    const worst = Math.max(
      ...list.map(({ severity, confidence }) => POINTS[severity] * FACTORS[confidence]),
    );
    const repeated = 1 + REPEATED * Math.min(list.length - 1, MOST_REPEATED);
    return { code, count: list.length, points: Math.round(worst * repeated) };
  });
  shares.sort((a, b) => b.points - a.points || (a.code < b.code ? -1 : 1));
  const sum = shares.reduce((total, { points }) => total + points, 0);
  return { total: Math.min(100, sum), shares };
}
