import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const sharing: Migration = {
  id: "002-sharing",
  up: (database) =>
    runStatements(database, [
      `create table teams (
        id text primary key,
        name text not null unique,
        created_at text not null
      )`,
      `create table team_members (
        team_id text not null references teams (id) on delete cascade,
        user_id text not null references users (id) on delete cascade,
        role text not null,
        primary key (team_id, user_id)
      )`,
      `create table shares (
        kind text not null,
        item_id text not null,
        visibility text not null,
        team_id text references teams (id) on delete cascade,
        primary key (kind, item_id)
      )`,
    ]),
};
