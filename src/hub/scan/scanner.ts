import type { PublicScan, ScanFile, ScanLimits, ScanTier } from "../../check/scan/index.ts";
import type { Jobs } from "../jobs/index.ts";

/** Less than at a terminal, since others wait for the same workers. */
const LIMITS: Partial<ScanLimits> = { textLength: 500_000, totalLength: 2_000_000, files: 500 };

export interface ScanRequest {
  /** The name of the skill's folder. */
  readonly name: string;
  readonly files: readonly ScanFile[];
  readonly tier?: ScanTier;
  /** Whose request it is: users take turns. */
  readonly owner?: string;
}

/** Scans a skill for a client. */
export async function scanFor(
  jobs: Jobs,
  { owner, ...request }: ScanRequest,
  signal?: AbortSignal,
): Promise<PublicScan> {
  const { scan } = await jobs.run(
    "scan-skill",
    { ...request, limits: LIMITS },
    { ...(owner === undefined ? {} : { owner }), ...(signal === undefined ? {} : { signal }) },
  );
  return scan;
}
