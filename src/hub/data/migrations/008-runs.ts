import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const runs: Migration = {
  id: "008-runs",
  up: (database) =>
    runStatements(database, [
      `create table runs (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        kind text not null,
        skill text,
        session_id text,
        model text,
        status text not null,
        message text not null,
        input_tokens integer,
        output_tokens integer,
        cost double precision,
        started_at text not null,
        duration_ms integer not null,
        first_token_ms integer,
        request_id text not null
      )`,
      "create index runs_user on runs (user_id, started_at)",
      "create index runs_started on runs (started_at)",
    ]),
};
