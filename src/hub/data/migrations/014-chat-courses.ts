import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What became of a question stands beside it, as JSON: its events but for the words of the answer. */
export const chatCourses: Migration = {
  id: "014-chat-courses",
  up: (database) => runStatements(database, ["alter table chat_messages add column course text"]),
};
