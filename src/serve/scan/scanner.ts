import type { PublicScan, ScanFile, ScanLimits, ScanTier } from "../../check/scan/index.ts";
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
}

export function createScanner(): Scanner {
  let engines: ScanEngines | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const work = async ({ name, files, tier }: ScanRequest): Promise<PublicScan> => {
    // Servers start many times more often than somebody asks this of them.
    const { publicScan, scan } = await import("../../check/scan/index.ts");
    engines ??= openScanEngines();
    const input = { files, directory: name, ports: engines, limits: LIMITS };
    const report = await scan(input, tier === undefined ? {} : { tier });
    return publicScan({ path: name, report });
  };
  return {
    scan: (request) => {
      const done = last.then(() => work(request));
      last = done.catch(() => undefined);
      return done;
    },
  };
}
