import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Workflows and runs are marked before they are removed in parts; an index tells which runs are, without their graphs. */
export const workflowRemoval: Migration = {
  id: "050-workflow-removal",
  up: (database) =>
    runStatements(database, [
      "alter table workflows add column deleted_at text",
      "create index workflows_deleted on workflows (id) where deleted_at is not null",
      "drop index workflow_runs_user",
      "create index workflow_runs_user on workflow_runs (user_id, created_at, id, status, parent_id)",
      "drop index workflow_runs_list",
      "create index workflow_runs_list on workflow_runs (user_id, parent_id, created_at, id, status, workflow_id)",
      "create index workflow_runs_finished on workflow_runs (finished_at) where finished_at is not null",
    ]),
};
