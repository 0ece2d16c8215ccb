import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Whose a skill is and how large, to be counted; skills from before are looked at when a server starts. */
export const quotas: Migration = {
  id: "019-quotas",
  up: (database) =>
    runStatements(database, [
      "alter table skill_records add column owner_id text",
      "alter table skill_records add column size integer not null default 0",
      "create index skill_records_owner on skill_records (owner_id)",
      "create index market_uploads_user on market_uploads (user_id)",
      "create index market_versions_publisher on market_versions (published_by)",
    ]),
};
