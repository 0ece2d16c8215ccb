import {
  judge,
  type PublicScan,
  publicScan,
  scan,
  type ScanFile,
  type ScanLimits,
  type ScanTier,
  type ScanVerdict,
  type ObservedUse,
} from "../../check/scan/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";

export interface ScanRequest {
  /** The name of the skill's folder. */
  readonly name: string;
  readonly files: readonly ScanFile[];
  readonly tier?: ScanTier;
  /** Default: those of a terminal. */
  readonly limits?: Partial<ScanLimits>;
}

export interface AuditedScan {
  readonly scan: PublicScan;
  readonly uses: readonly ObservedUse[];
  readonly verdicts: Readonly<Record<ScanTier, ScanVerdict>>;
}

export type ScanSkill = (request: ScanRequest) => Promise<AuditedScan>;

// They stay loaded for as long as the worker lives, since grammars take longer to load than skills to scan.
const engines = openScanEngines();

/** Scans a skill, and finds what each tier makes of it. */
export const scanSkill: ScanSkill = async ({ name, files, tier, limits = {} }) => {
  const input = { files, directory: name, ports: engines, limits };
  const report = await scan(input, tier === undefined ? {} : { tier });
  return {
    scan: publicScan({ path: name, report }),
    uses: report.uses,
    verdicts: {
      experimental: judge(report, "experimental"),
      community: judge(report, "community"),
      verified: judge(report, "verified"),
    },
  };
};
