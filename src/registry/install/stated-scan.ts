import type { PublicScan } from "../../check/scan/index.ts";
import { RULES_VERSION } from "../../check/scan/rules-version.ts";
import { treeIntegrity } from "../package/digests.ts";
import type { TrustedKeys } from "../sign/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { openTrusted } from "../states/roots.ts";

/**
 * What a trusted registry found in the very files that are to be installed, by the same or newer rules. Only where it has
 * nothing against them: whoever is to look at findings has to see them.
 */
export function statedScan(
  { published, skill }: { readonly published: FetchedSkill; readonly skill: FetchedSkill },
  trust: TrustedKeys,
): PublicScan | undefined {
  const { statement, origin } = published;
  const said = statement && openTrusted(statement, trust, origin.server);
  if (said?.state !== "listed") return undefined;
  if (said.scan?.verdict !== "allow" || said.scan.rules < RULES_VERSION) return undefined;
  if (said.digests?.tree !== treeIntegrity(skill.files)) return undefined;
  return {
    name: skill.name,
    path: skill.name,
    verdict: "allow",
    tier: said.tier ?? "experimental",
    reason: `A registry that you trust has scanned these files with ${said.scan.engine}.`,
    score: { total: 0, shares: [] },
    counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    accepted: 0,
    files: skill.files.length,
    uses: [],
    unread: [],
    findings: [],
  };
}
