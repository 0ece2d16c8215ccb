import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const chat: Migration = {
  id: "006-chat",
  up: (database) =>
    runStatements(database, [
      `create table chat_sessions (
        id text primary key,
        owner_id text not null references users (id) on delete cascade,
        title text not null,
        created_at text not null,
        updated_at text not null
      )`,
      "create index chat_sessions_owner on chat_sessions (owner_id, updated_at)",
      `create table chat_messages (
        session_id text not null references chat_sessions (id) on delete cascade,
        position integer not null,
        role text not null,
        content text not null,
        created_at text not null,
        primary key (session_id, position)
      )`,
    ]),
};
