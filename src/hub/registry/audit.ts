import { RULES_VERSION } from "../../check/scan/index.ts";
import { type AuditReport, isLeak } from "../../registry/contract/index.ts";
import type { Tier } from "../../registry/sign/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { PackageAudit } from "../jobs/index.ts";
import type { MarketPorts } from "./ports.ts";
import type { KeptAudit } from "./records.ts";

export interface Audited {
  readonly kept: KeptAudit;
  readonly report: AuditReport;
  readonly tier: Tier;
  /** Ids of the systems that do not refuse it. */
  readonly worksOn: readonly string[];
}

const TIERS: readonly Tier[] = ["experimental", "community", "verified"];

/** What a version asks for: the tier that its signature attests, and what the file claims. */
export interface AuditRequest {
  readonly attested: Tier;
  readonly claimed: Tier | undefined;
}

/**
 * Looks at what a worker found in the files of a version, whatever the publisher says of them, and finds the tier that
 * it gets by itself. The verdict is that of this tier.
 */
export function judgeAudit(
  { clock, version }: Pick<MarketPorts, "clock" | "version">,
  audit: PackageAudit,
  wish: AuditRequest,
): Audited {
  const { scan, verdicts, uses, lint: linted, worksOn } = audit;
  const decisions = {
    experimental: verdicts.experimental.decision,
    community: verdicts.community.decision,
    verified: verdicts.verified.decision,
  };
  const tier = tierByItself(wish, decisions.community === "allow", linted.errors);
  const { decision, reason } = withLeaks(verdicts[tier], scan.findings);
  const kept: KeptAudit = {
    verdict: decision,
    clearedTiers: TIERS.filter((one) => decisions[one] === "allow"),
    reason,
    score: scan.score.total,
    lintErrors: linted.errors,
    auditedAt: timestampAt(clock),
    engine: `skillwright-scan/${version}`,
    rules: RULES_VERSION,
    uses,
    verdicts: decisions,
  };
  const { verdicts: _verdicts, rules: _rules, ...summary } = kept;
  const report: AuditReport = {
    ...summary,
    scan: { ...scan, tier, verdict: decision, reason },
    lint: linted.diagnostics,
    contentDigest: audit.contentDigest,
  };
  return { kept, report, tier, worksOn };
}

/**
 * A signed version is a community skill where it wants to be one and nothing stands against it. Whoever
 * claims that tier wants it, and a person looks where the scan is not sure. More is never given by itself.
 */
function tierByItself(
  { attested, claimed }: AuditRequest,
  isCleared: boolean,
  lintErrors: number,
): Tier {
  if (attested === "experimental" || claimed === "experimental") return "experimental";
  if (claimed !== undefined) return lintErrors === 0 ? "community" : "experimental";
  return isCleared && lintErrors === 0 ? "community" : "experimental";
}

interface Judged {
  readonly decision: KeptAudit["verdict"];
  readonly reason: string;
}

/** Whoever gets the skill would get the secret too, so that somebody looks at it before anybody does. */
function withLeaks(judged: Judged, findings: AuditReport["scan"]["findings"]): Judged {
  const leak = judged.decision === "allow" ? findings.find(isLeak) : undefined;
  if (leak === undefined) return judged;
  const reason = `\`${leak.file}\` contains a secret, and a person reviews such findings.`;
  return { decision: "review", reason };
}
