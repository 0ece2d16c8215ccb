import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Who deleted a skill, a way to find the same files elsewhere, and which token published a workflow. */
export const takenAway: Migration = {
  id: "041-taken-away",
  up: (database) =>
    runStatements(database, [
      "alter table market_skills add column deleted_by text",
      "create index market_versions_content on market_versions (content_digest)",
      "alter table embeds add column token_id text",
    ]),
};
