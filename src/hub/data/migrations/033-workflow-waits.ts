import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Nodes can wait without a process that waits with them, and start runs of their own. */
export const workflowWaits: Migration = {
  id: "033-workflow-waits",
  up: (database) =>
    runStatements(database, [
      `create table workflow_waits (
        run_id text not null references workflow_runs (id) on delete cascade,
        node_id text not null,
        waits_for text not null,
        memory text,
        attempt integer not null,
        wake_at text,
        message text,
        decision text,
        decided_by text,
        comment text,
        created_at text not null,
        primary key (run_id, node_id)
      )`,
      "alter table workflow_runs add column parked integer not null default 0",
      "alter table workflow_runs add column wakes integer not null default 0",
      "alter table workflow_runs add column lost text",
      "alter table workflow_runs add column parent_id text references workflow_runs (id) on delete cascade",
      "alter table workflow_runs add column parent_node text",
      "alter table workflow_runs add column child_index integer",
      "alter table workflow_runs add column root_id text",
      "alter table workflow_runs add column depth integer not null default 0",
      "create index workflow_runs_parent on workflow_runs (parent_id, parent_node, child_index)",
      "create index workflow_runs_root on workflow_runs (root_id)",
    ]),
};
