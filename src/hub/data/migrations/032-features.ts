import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What administrators turn on and off while the server runs, published workflows, and accounts that were deleted. */
export const features: Migration = {
  id: "032-features",
  up: (database) =>
    runStatements(database, [
      "create table feature_flags (key text primary key, is_enabled integer not null)",
      `create table embeds (
        token_hash text primary key,
        workflow_id text not null references workflows (id) on delete cascade,
        user_id text not null references users (id) on delete cascade,
        created_at text not null,
        expires_at text not null
      )`,
      "create index embeds_user on embeds (user_id, created_at)",
      "alter table users add column deleted_at text",
    ]),
};
