import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What tells who wrote a rating, and which publishers have to be counted anew. */
export const countedRatings: Migration = {
  id: "061-counted-ratings",
  up: (database) =>
    runStatements(database, [
      "alter table market_publishers add column count_at text",
      "create index market_publishers_count on market_publishers (count_at)",
      "alter table market_reviews add column mailbox text",
      "create index market_reviews_mailbox on market_reviews (mailbox)",
      "create index market_reviews_network on market_reviews (network)",
      "create index audit_log_address on audit_log (user_id, address)",
    ]),
};
