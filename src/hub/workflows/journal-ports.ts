import type { Clock } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { RunRecord } from "../runs/index.ts";

export interface JournalPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Hears of runs that ended, once they are kept. */
  readonly onRun?: (run: RunRecord) => void;
  /** What each user may have. */
  readonly quotas?: Quotas;
}
