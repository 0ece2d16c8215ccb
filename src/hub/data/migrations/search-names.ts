import { runStatements } from "./run-statements.ts";
import type { Migration } from "./migration.ts";

/** Names are indexed in one piece too: the server writes the words of all skills again while it runs. */
export const searchNames: Migration = {
  id: "068-search-names",
  up: (database) =>
    runStatements(database, ["update market_skills set terms_at = 0 where terms_at > 0"]),
};
