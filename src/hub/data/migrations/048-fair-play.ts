import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Whose ratings count, when reports were answered, and versions that a legal notice took away. */
export const fairPlay: Migration = {
  id: "048-fair-play",
  up: (database) =>
    runStatements(database, [
      "alter table market_reviews add column network text",
      "alter table market_reviews add column is_counted integer not null default 1",
      "alter table market_publishers add column raters integer not null default 0",
      "alter table market_publishers add column rater_sum double precision not null default 0",
      `update market_publishers set
        raters = (select coalesce(sum(ratings), 0) from market_skills
          where market_skills.publisher = market_publishers.handle),
        rater_sum = (select coalesce(sum(rating_sum), 0) from market_skills
          where market_skills.publisher = market_publishers.handle)`,
      "alter table market_reports add column decided_at text",
      "create index market_reports_decided on market_reports (decided_at)",
      "alter table market_versions add column notice text",
    ]),
};
