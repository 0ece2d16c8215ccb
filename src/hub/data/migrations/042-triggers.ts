import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What starts workflows by itself: requests of other programs, and times. */
export const triggers: Migration = {
  id: "042-triggers",
  up: (database) =>
    runStatements(database, [
      `create table workflow_triggers (
        id text primary key,
        workflow_id text not null references workflows (id) on delete cascade,
        kind text not null,
        name text not null,
        is_enabled integer not null,
        token_hash text unique,
        secret text not null,
        is_signed integer not null,
        cron text,
        time_zone text,
        missed text,
        input text,
        next_at text,
        last_at text,
        last_error text,
        created_at text not null
      )`,
      "create index workflow_triggers_workflow on workflow_triggers (workflow_id, created_at)",
      "create index workflow_triggers_due on workflow_triggers (next_at) where next_at is not null",
      `create table workflow_deliveries (
        trigger_id text not null references workflow_triggers (id) on delete cascade,
        key text not null,
        run_id text not null,
        created_at text not null,
        primary key (trigger_id, key)
      )`,
      "create index workflow_deliveries_age on workflow_deliveries (created_at)",
    ]),
};
