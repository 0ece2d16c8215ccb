import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * Runs that were at work when a server ended, and until when whatever their user starts has to wait. Kept apart from
 * the runs, which their users can delete.
 */
export const serverEnds: Migration = {
  id: "043-server-ends",
  up: (database) =>
    runStatements(database, [
      `create table workflow_ends (
        run_id text not null,
        server text not null,
        user_id text not null references users (id) on delete cascade,
        ended_at text not null,
        primary key (run_id, server)
      )`,
      "create index workflow_ends_user on workflow_ends (user_id, ended_at)",
      `create table workflow_pauses (
        user_id text primary key references users (id) on delete cascade,
        until text not null,
        lasts_ms integer not null
      )`,
    ]),
};
