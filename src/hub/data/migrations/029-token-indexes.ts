import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** The tokens of an account are counted whenever there is a new one. */
export const tokenIndexes: Migration = {
  id: "029-token-indexes",
  up: (database) =>
    runStatements(database, [
      "create index refresh_tokens_user on refresh_tokens (user_id)",
      "create index refresh_tokens_end on refresh_tokens (expires_at)",
      "create index api_tokens_user on api_tokens (user_id)",
    ]),
};
