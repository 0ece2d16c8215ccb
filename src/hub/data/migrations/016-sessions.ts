import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** An access token is good while the record of its session is there. */
export const sessions: Migration = {
  id: "016-sessions",
  up: (database) =>
    runStatements(database, [
      `create table sessions (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        created_at text not null,
        expires_at text not null
      )`,
      "create index sessions_user on sessions (user_id)",
      "create index sessions_end on sessions (expires_at)",
      `insert into sessions (id, user_id, created_at, expires_at)
        select family_id, user_id, min(created_at), max(expires_at) from refresh_tokens
        where revoked_at is null and family_id not in (select id from revoked_tokens)
        group by family_id, user_id`,
      "drop table revoked_tokens",
      `create table secret_checks (
        id text primary key,
        envelope text not null
      )`,
    ]),
};
