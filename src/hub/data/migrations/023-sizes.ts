import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** How large workflows, runs and chats are, to be counted; and an order in which vectors are read piece by piece. */
export const sizes: Migration = {
  id: "023-sizes",
  up: (database) =>
    runStatements(database, [
      "alter table workflows add column size integer not null default 0",
      "update workflows set size = octet_length(graph)",
      "alter table workflow_runs add column size integer not null default 0",
      "update workflow_runs set size = octet_length(graph) + octet_length(input)",
      "alter table chat_sessions add column size integer not null default 0",
      "update chat_sessions set size = coalesce((select sum(octet_length(content)) from chat_messages where session_id = chat_sessions.id), 0)",
      // With the size in them, so that large rows need not be read to be counted.
      "create index workflows_size on workflows (owner_id, size)",
      "create index workflow_runs_size on workflow_runs (user_id, size)",
      "create index chat_sessions_size on chat_sessions (owner_id, size)",
      "create index chunks_scan on chunks (base_id, model, id)",
    ]),
};
