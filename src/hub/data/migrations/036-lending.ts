import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** A run of somebody else's workflow reads only what that one may read, or what its user has named. */
export const lending: Migration = {
  id: "036-lending",
  up: (database) => runStatements(database, ["alter table workflow_runs add column lending text"]),
};
