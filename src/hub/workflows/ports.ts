import type { Clock } from "../../platform/machine/index.ts";
import type { WorkflowEngine } from "../../run/workflow/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Signal } from "./signal.ts";
import type { CheckCache } from "./checks.ts";

export interface WorkflowPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly engine: WorkflowEngine;
  /** Rings where a run of this process has something new to tell. */
  readonly bell: Signal;
  /** Absent: every graph is checked each time that it is read. */
  readonly checks?: CheckCache;
  /** What each user may have. */
  readonly quotas?: Quotas;
}
