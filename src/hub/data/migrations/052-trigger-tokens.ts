import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** A trigger that a token made ends with it. */
export const triggerTokens: Migration = {
  id: "052-trigger-tokens",
  up: (database) =>
    runStatements(database, [
      "alter table workflow_triggers add column token_id text",
      "alter table workflow_triggers add column expires_at text",
    ]),
};
