import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What a user did is counted before more is written. */
export const registryBounds: Migration = {
  id: "026-registry-bounds",
  up: (database) =>
    runStatements(database, ["create index market_log_actor on market_log (actor)"]),
};
