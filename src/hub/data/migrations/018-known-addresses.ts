import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** From where an account was logged in to, so that guesses from elsewhere do not shut its owner out. */
export const knownAddresses: Migration = {
  id: "018-known-addresses",
  up: (database) =>
    runStatements(database, [
      `create table known_addresses (
        user_id text not null references users (id) on delete cascade,
        address_hash text not null,
        used_at text not null,
        primary key (user_id, address_hash)
      )`,
      "create index known_addresses_use on known_addresses (used_at)",
    ]),
};
