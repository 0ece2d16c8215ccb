import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What went into a run and what came of it stands in its record, and goes with it. */
export const runContents: Migration = {
  id: "015-run-contents",
  up: (database) =>
    runStatements(database, [
      "alter table runs add column inputs text",
      "alter table runs add column answer text",
      "alter table runs add column events text",
      "alter table open_runs add column inputs text",
    ]),
};
