import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What was begun and is not in the audit log yet: a server that ends in between leaves it here. */
export const auditBegun: Migration = {
  id: "062-audit-begun",
  up: (database) =>
    runStatements(database, [
      `create table audit_begun (
        id text primary key,
        at text not null,
        user_id text not null,
        actor text not null,
        via text not null,
        address text not null,
        action text not null,
        target text not null,
        detail text not null
      )`,
      "create index audit_begun_at on audit_begun (at)",
    ]),
};
