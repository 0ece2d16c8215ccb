import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Addresses that are told what becomes of skills, and how far each of them is. */
export const webhooks: Migration = {
  id: "049-webhooks",
  up: (database) =>
    runStatements(database, [
      `create table market_webhooks (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        url text not null,
        secret text not null,
        skills text not null,
        next_entry integer not null,
        failures integer not null,
        wait_until text not null,
        last_problem text,
        created_at text not null
      )`,
      "create index market_webhooks_user on market_webhooks (user_id)",
      "create index market_webhooks_wait on market_webhooks (wait_until)",
    ]),
};
