import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** How the answers of a chat came about counts for its size, as its messages do. */
export const courseSizes: Migration = {
  id: "031-course-sizes",
  up: (database) =>
    runStatements(database, [
      "update chat_sessions set size = size + coalesce((select sum(octet_length(course)) from chat_messages where session_id = chat_sessions.id), 0)",
    ]),
};
