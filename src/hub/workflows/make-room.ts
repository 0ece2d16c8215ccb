import { type Kysely, sql } from "kysely";
import type { Tables } from "../data/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../quotas/index.ts";

/** Marks the oldest runs of a user that are over as deleted, so that one more may be stored. */
export async function makeRoom(
  query: Kysely<Tables>,
  userId: string,
  { runs: most }: Quotas = DEFAULT_QUOTAS,
): Promise<void> {
  if (most === 0) return;
  const counted = await query
    .selectFrom("workflow_runs")
    .select(sql<number | string>`count(*)`.as("total"))
    .where("user_id", "=", userId)
    .where("status", "!=", "deleted")
    .executeTakeFirstOrThrow();
  const excess = Number(counted.total) - most + 1;
  if (excess <= 0) return;
  const oldest = query
    .selectFrom("workflow_runs")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "not in", ["running", "deleted"])
    // What others have made for a run that goes on is still needed.
    .where(
      sql<boolean>`not exists (select 1 from workflow_runs as parent where parent.id = workflow_runs.parent_id and parent.status = 'running')`,
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(excess);
  await query
    .updateTable("workflow_runs")
    .set({ status: "deleted" })
    .where("id", "in", oldest)
    .execute();
}
