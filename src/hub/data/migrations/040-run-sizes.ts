import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** How large the contents of runs are, to be counted. */
export const runSizes: Migration = {
  id: "040-run-sizes",
  up: (database) =>
    runStatements(database, [
      "alter table runs add column size integer not null default 0",
      "update runs set size = coalesce(octet_length(inputs), 0) + coalesce(octet_length(answer), 0) + coalesce(octet_length(events), 0)",
      // With the size in it, so that large rows need not be read to be counted.
      "create index runs_size on runs (user_id, started_at, id, size)",
    ]),
};
