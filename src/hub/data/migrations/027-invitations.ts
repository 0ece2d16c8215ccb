import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** People become members of teams and publishers by accepting an invitation. Members from before stay. */
export const invitations: Migration = {
  id: "027-invitations",
  up: (database) =>
    runStatements(database, [
      `create table invitations (
        id text primary key,
        kind text not null,
        target text not null,
        email text not null,
        user_id text references users (id) on delete cascade,
        role text not null,
        invited_by text not null references users (id) on delete cascade,
        created_at text not null,
        unique (kind, target, email)
      )`,
      "create index invitations_user on invitations (user_id)",
      "create index invitations_by on invitations (invited_by, email)",
    ]),
};
