import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Builds that publish without a secret: whose they are, the tokens that they get, and what was built where. */
export const trustedPublishing: Migration = {
  id: "046-trusted-publishing",
  up: (database) =>
    runStatements(database, [
      `create table market_builds (
        id text primary key,
        handle text not null,
        slug text,
        issuer text not null,
        repository text not null,
        workflow text not null,
        environment text,
        repository_id text,
        user_id text not null references users (id) on delete cascade,
        created_at text not null
      )`,
      "create index market_builds_repository on market_builds (issuer, repository)",
      "create index market_builds_handle on market_builds (handle)",
      "alter table api_tokens add column origin text",
      "alter table market_versions add column provenance text",
    ]),
};
