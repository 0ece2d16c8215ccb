import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Runs that end their server again and again are given up, as documents are. */
export const runAttempts: Migration = {
  id: "022-run-attempts",
  up: (database) =>
    runStatements(database, [
      "alter table workflow_runs add column attempts integer not null default 0",
    ]),
};
