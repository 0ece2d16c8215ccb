import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/index.ts";
import type { DatabaseKind, Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What nodes have spent stands beside their results, which may be long; and runs that were broken off are found at once. */
export const workflowUsage: Migration = {
  id: "039-workflow-usage",
  up: async (database, kind) => {
    await runStatements(database, [
      "alter table workflow_steps add column usage text",
      "create index workflow_steps_usage on workflow_steps (run_id, finished_at, usage) where usage is not null",
      "create index workflow_runs_broken on workflow_runs (user_id, finished_at, attempts) where attempts > 1",
    ]);
    await copyUsage(database, kind);
  },
};

/** Of runs that are not over: the others have been counted. */
async function copyUsage(database: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const steps = await database
    .selectFrom("workflow_steps")
    .innerJoin("workflow_runs", "workflow_runs.id", "workflow_steps.run_id")
    .select(["run_id", "node_id"])
    .where("workflow_runs.status", "=", "running")
    .where(
      kind === "postgres"
        ? sql<boolean>`position('"usage"' in result) > 0`
        : sql<boolean>`instr(result, '"usage"') > 0`,
    )
    .execute();
  for (const { run_id, node_id } of steps) {
    const { result } = await database
      .selectFrom("workflow_steps")
      .select("result")
      .where("run_id", "=", run_id)
      .where("node_id", "=", node_id)
      .executeTakeFirstOrThrow();
    // We wrote it ourselves.
    const { usage } = JSON.parse(result) as { readonly usage?: object };
    if (usage !== undefined)
      await database
        .updateTable("workflow_steps")
        .set({ usage: JSON.stringify(usage) })
        .where("run_id", "=", run_id)
        .where("node_id", "=", node_id)
        .execute();
  }
}
