import type { Clock } from "../../platform/machine/index.ts";
import type { WorkflowEngine } from "../../run/workflow/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Bell } from "./bell.ts";

export interface WorkflowPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly engine: WorkflowEngine;
  /** Rings where a run of this process has something new to tell. */
  readonly bell: Bell;
  /** What each user may have. */
  readonly quotas?: Quotas;
}
