import type {
  PublicScan,
  ScanFile,
  ScanLimits,
  ScanTier,
  ScanVerdict,
  SeenUse,
} from "../../check/scan/index.ts";
import { openScanEngines, type ScanEngines } from "../../platform/scanning/index.ts";

/** Less than at a terminal, since others wait for the same process. */
const LIMITS: Partial<ScanLimits> = { textLength: 500_000, totalLength: 2_000_000, files: 500 };

export interface ScanRequest {
  /** The name of the skill's folder. */
  readonly name: string;
  readonly files: readonly ScanFile[];
  readonly tier?: ScanTier;
}

/** Scans for clients: one skill at a time, with engines that stay loaded. */
export interface Scanner {
  readonly scan: (request: ScanRequest) => Promise<PublicScan>;
  /** The same with what each tier makes of it, and with the limits of a terminal: nobody waits for a page. */
  readonly audit: (request: ScanRequest) => Promise<AuditedScan>;
}

export interface AuditedScan {
  readonly scan: PublicScan;
  readonly uses: readonly SeenUse[];
  readonly verdicts: Readonly<Record<ScanTier, ScanVerdict>>;
}

export function createScanner(): Scanner {
  let engines: ScanEngines | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const work = async (
    { name, files, tier }: ScanRequest,
    isWhole: boolean,
  ): Promise<AuditedScan> => {
    // Servers start many times more often than somebody asks this of them.
    const { judge, publicScan, scan } = await import("../../check/scan/index.ts");
    engines ??= openScanEngines();
    const limits = isWhole ? {} : LIMITS;
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
  const inTurn = (request: ScanRequest, isWhole: boolean): Promise<AuditedScan> => {
    const done = last.then(() => work(request, isWhole));
    last = done.catch(() => undefined);
    return done;
  };
  return {
    scan: async (request) => (await inTurn(request, false)).scan,
    audit: (request) => inTurn(request, true),
  };
}
