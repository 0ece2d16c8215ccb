import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Runs that wait are looked through every second, and their rows hold whole graphs: what is asked for is in the index. */
export const workflowRunIndexes: Migration = {
  id: "037-workflow-run-indexes",
  up: (database) =>
    runStatements(database, [
      "create index workflow_runs_due on workflow_runs (status, attempts, created_at, lease_until, user_id, wants_cancel, id, claim, parked)",
      "create index workflow_runs_list on workflow_runs (user_id, parent_id, created_at)",
    ]),
};
