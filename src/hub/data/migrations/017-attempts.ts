import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Work that ends its server again and again is given up, which needs a count that outlives the server. */
export const attempts: Migration = {
  id: "017-attempts",
  up: (database) =>
    runStatements(database, [
      "alter table documents add column attempts integer not null default 0",
    ]),
};
