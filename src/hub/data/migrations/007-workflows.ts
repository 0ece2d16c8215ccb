import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

const statements: readonly string[] = [
  `create table workflows (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    name text not null,
    description text,
    graph text not null,
    version integer not null,
    created_at text not null,
    updated_at text not null
  )`,
  "create index workflows_owner on workflows (owner_id, created_at)",
  `create table workflow_runs (
    id text primary key,
    workflow_id text not null references workflows (id) on delete cascade,
    workflow_name text not null,
    user_id text not null references users (id) on delete cascade,
    graph text not null,
    input text not null,
    model text,
    history text,
    status text not null,
    output text,
    error text,
    failed_node text,
    wants_cancel integer not null,
    claimed_by text,
    claim integer not null,
    lease_until text,
    created_at text not null,
    updated_at text not null,
    finished_at text
  )`,
  "create index workflow_runs_user on workflow_runs (user_id, created_at)",
  "create index workflow_runs_workflow on workflow_runs (workflow_id)",
  "create index workflow_runs_open on workflow_runs (claimed_by) where status = 'running'",
  `create table workflow_steps (
    run_id text not null references workflow_runs (id) on delete cascade,
    node_id text not null,
    result text not null,
    finished_at text not null,
    primary key (run_id, node_id)
  )`,
  `create table workflow_events (
    run_id text not null references workflow_runs (id) on delete cascade,
    position integer not null,
    kind text not null,
    data text not null,
    primary key (run_id, position)
  )`,
];

export const workflows: Migration = {
  id: "007-workflows",
  up: (database) => runStatements(database, statements),
};
