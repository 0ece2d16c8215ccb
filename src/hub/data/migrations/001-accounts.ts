import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const accounts: Migration = {
  id: "001-accounts",
  up: (database) =>
    runStatements(database, [
      `create table users (
        id text primary key,
        email text not null unique,
        password_hash text not null,
        role text not null,
        is_active integer not null,
        created_at text not null
      )`,
      `create table refresh_tokens (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        family_id text not null,
        token_hash text not null unique,
        created_at text not null,
        expires_at text not null,
        used_at text,
        revoked_at text
      )`,
      "create index refresh_tokens_family on refresh_tokens (family_id)",
      `create table api_tokens (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        name text not null,
        token_hash text not null unique,
        scopes text not null,
        created_at text not null,
        expires_at text,
        last_used_at text,
        revoked_at text
      )`,
      `create table signing_keys (
        id text primary key,
        private_jwk text not null,
        public_jwk text not null,
        created_at text not null,
        retired_at text
      )`,
      `create table revoked_tokens (
        id text primary key,
        expires_at text not null
      )`,
    ]),
};
