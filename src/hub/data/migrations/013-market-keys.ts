import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * A key belongs to each publisher that names it: nobody takes one from another by naming it first. What waits
 * for a person is held by moderators, since who sent it there was not kept.
 */
export const marketKeys: Migration = {
  id: "013-market-keys",
  up: (database) =>
    runStatements(database, [
      `create table market_keys_of_publishers (
        key_id text not null,
        public_key text not null,
        role text not null,
        handle text references market_publishers (handle) on delete cascade,
        added_at text not null
      )`,
      `insert into market_keys_of_publishers (key_id, public_key, role, handle, added_at)
        select key_id, public_key, role, handle, added_at from market_keys`,
      "drop table market_keys",
      "alter table market_keys_of_publishers rename to market_keys",
      "create unique index market_keys_whose on market_keys (key_id, coalesce(handle, ''))",
      "create index market_keys_handle on market_keys (handle)",
      "update market_versions set held_by = 'moderator' where state = 'in-review'",
    ]),
};
