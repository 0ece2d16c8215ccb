import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What the registry says of versions, signed, in a log to which is only added; and what is still to be said. */
export const statements: Migration = {
  id: "030-statements",
  up: (database) =>
    runStatements(database, [
      `create table market_roots (
        id text primary key,
        origin text not null,
        public_key text not null,
        private_jwk text not null,
        created_at text not null
      )`,
      `create table market_heads (
        id text primary key,
        size integer not null,
        frontier text not null,
        checkpoint text not null
      )`,
      `create table market_statements (
        number integer primary key,
        skill_id text not null,
        version_id text not null,
        entry text not null,
        statement text
      )`,
      "create index market_statements_subject on market_statements (skill_id, version_id, number)",
      `create table market_tree (
        level integer not null,
        number integer not null,
        hash text not null,
        primary key (level, number)
      )`,
      `create table market_pending (
        skill_id text not null,
        version_id text not null,
        primary key (skill_id, version_id)
      )`,
      "insert into market_pending (skill_id, version_id) select skill_id, id from market_versions",
    ]),
};
