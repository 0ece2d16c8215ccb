import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What the file says where a version is published under another number. */
export const statedVersion: Migration = {
  id: "028-stated-version",
  up: (database) =>
    runStatements(database, ["alter table market_versions add column stated_version text"]),
};
