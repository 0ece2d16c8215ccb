import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const limits: Migration = {
  id: "004-limits",
  up: (database) =>
    runStatements(database, [
      "create table limits (key text primary key, count integer not null, expires_at text not null)",
      "create index limits_expiry on limits (expires_at)",
    ]),
};
