import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Providers of language models that administrators have added, and what holds for all models. */
export const models: Migration = {
  id: "035-models",
  up: (database) =>
    runStatements(database, [
      `create table model_providers (
        id text primary key,
        name text not null unique,
        kind text not null,
        base_url text,
        secret text not null,
        models text not null,
        created_at text not null,
        updated_at text not null
      )`,
      "create table model_rules (id text primary key, value text not null)",
    ]),
};
