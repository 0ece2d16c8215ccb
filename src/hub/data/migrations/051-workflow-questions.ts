import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

const COLUMNS = "created_at, run_id, node_id, size";

/** Questions that are open, in the order in which people are shown them: apart from what is asked, which may be long. */
export const workflowQuestions: Migration = {
  id: "051-workflow-questions",
  up: (database) =>
    runStatements(database, [
      `create table workflow_questions (
        run_id text not null references workflow_runs (id) on delete cascade,
        node_id text not null,
        user_id text not null,
        owner_id text not null,
        size integer not null,
        created_at text not null,
        primary key (run_id, node_id)
      )`,
      `create index workflow_questions_user on workflow_questions (user_id, ${COLUMNS})`,
      `create index workflow_questions_owner on workflow_questions (owner_id, ${COLUMNS}, user_id)`,
      `insert into workflow_questions (run_id, node_id, user_id, owner_id, size, created_at)
        select wait.run_id, wait.node_id, run.user_id, flow.owner_id,
          coalesce(octet_length(wait.message), 0), wait.created_at
        from workflow_waits as wait
        join workflow_runs as run on run.id = wait.run_id
        join workflows as flow on flow.id = run.workflow_id
        where wait.waits_for = 'approval' and wait.decision is null and run.status = 'running'`,
    ]),
};
