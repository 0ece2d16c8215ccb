import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** A webhook that a token made ends with it. */
export const webhookTokens: Migration = {
  id: "064-webhook-tokens",
  up: (database) =>
    runStatements(database, [
      "alter table market_webhooks add column token_id text",
      "alter table market_webhooks add column expires_at text",
    ]),
};
