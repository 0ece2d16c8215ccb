import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const skills: Migration = {
  id: "003-skills",
  up: (database) =>
    runStatements(database, [
      "create table skill_records (name text primary key, created_at text not null)",
    ]),
};
