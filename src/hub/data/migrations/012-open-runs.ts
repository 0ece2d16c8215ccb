import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Runs that a server is at, so that others can tell what became of them where it dies. */
export const openRuns: Migration = {
  id: "012-open-runs",
  up: (database) =>
    runStatements(database, [
      `create table open_runs (
        id text primary key,
        owner text not null,
        user_id text not null references users (id) on delete cascade,
        kind text not null,
        skill text,
        session_id text,
        started_at text not null,
        request_id text not null
      )`,
      "create index open_runs_owner on open_runs (owner)",
    ]),
};
