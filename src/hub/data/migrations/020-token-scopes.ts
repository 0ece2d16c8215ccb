import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * Tokens know by which other one they were minted, and devices from where they ask. Managing accounts has a scope of its
 * own: tokens of administrators with `account` keep it, since only a person could have chosen that one. Moderating and
 * changing keys have scopes of their own too, which no token keeps: a program that publishes was never meant to do that.
 */
export const tokenScopes: Migration = {
  id: "020-token-scopes",
  up: (database) =>
    runStatements(database, [
      "alter table api_tokens add column parent_id text",
      "create index api_tokens_parent on api_tokens (parent_id)",
      `update api_tokens set scopes = scopes || ' users'
        where ' ' || scopes || ' ' like '% account %'
        and user_id in (select id from users where role = 'admin')`,
      "alter table device_logins add column address text not null default ''",
    ]),
};
