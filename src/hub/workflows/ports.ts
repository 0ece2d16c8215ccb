import type { Clock } from "../../platform/machine/index.ts";
import type { WorkflowEngine } from "../../run/workflow/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Bell } from "./bell.ts";
import type { CheckCache } from "./checks.ts";

export interface WorkflowPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly engine: WorkflowEngine;
  /** Rings where a run of this process has something new to tell. */
  readonly bell: Bell;
  /** Absent: every graph is checked each time that it is read. */
  readonly checks?: CheckCache;
  /** What each user may have. */
  readonly quotas?: Quotas;
}
