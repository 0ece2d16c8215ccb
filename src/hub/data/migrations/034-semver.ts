import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** How a version differs from the one before it, and whether its number says so. */
export const semver: Migration = {
  id: "034-semver",
  up: (database) => runStatements(database, ["alter table market_versions add column semver text"]),
};
