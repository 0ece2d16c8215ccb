import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Names that skills had before, skills that go to another publisher, and skills that went into others. */
export const names: Migration = {
  id: "045-names",
  up: (database) =>
    runStatements(database, [
      `create table market_names (
        name text primary key,
        skill_id text not null,
        created_at text not null
      )`,
      "create index market_names_skill on market_names (skill_id)",
      `create table market_transfers (
        id text primary key,
        skill_id text not null unique,
        from_handle text not null,
        to_handle text not null,
        requested_by text not null,
        created_at text not null
      )`,
      "alter table market_skills add column merged_into text",
    ]),
};
