import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** How keys of the registry vouched for one another. */
export const rotations: Migration = {
  id: "047-rotations",
  up: (database, kind) =>
    runStatements(database, [
      `create table market_rotations (
        ${kind === "sqlite" ? "number integer primary key autoincrement" : "number bigint generated always as identity primary key"},
        note text not null,
        created_at text not null
      )`,
    ]),
};
