import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** From where a version was reported, and whether the report counts towards taking it out of sight. */
export const reporters: Migration = {
  id: "063-reporters",
  up: (database) =>
    runStatements(database, [
      "alter table market_reports add column network text",
      "alter table market_reports add column is_counted integer not null default 1",
      "create index market_reports_user on market_reports (user_id, created_at)",
      "create index market_reports_network on market_reports (network, created_at)",
    ]),
};
