import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What takes the place of a skill that should not be used any more, and publishers that were shut out. */
export const marketCare: Migration = {
  id: "010-market-care",
  up: (database) =>
    runStatements(database, [
      "alter table market_skills add column successor text",
      "alter table market_publishers add column ban_reason text",
    ]),
};
