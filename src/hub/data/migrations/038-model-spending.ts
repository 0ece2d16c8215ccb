import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * What the models that a user asked have taken on a day. Records of runs are written when a run is over and go away
 * with workflows and quotas, so a budget cannot be counted from them.
 */
export const modelSpending: Migration = {
  id: "038-model-spending",
  up: (database) =>
    runStatements(database, [
      `create table model_spending (
        user_id text primary key references users (id) on delete cascade,
        day text not null,
        tokens double precision not null,
        cost double precision not null
      )`,
    ]),
};
