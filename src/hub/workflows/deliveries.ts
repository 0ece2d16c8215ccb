/** What has started a run by itself, so that the same request or time starts no second one. */
import type { Kysely } from "kysely";
import type { NewRun } from "../../run/workflow/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import type { WorkflowPorts } from "./ports.ts";

/** For how long the name of a request is known. */
const KEPT_MS = 86_400_000;

/** There is a run for it already. */
export class AlreadyDelivered extends Error {}

/** In the transaction that keeps the run: both are there, or neither. */
export async function storeDelivery(
  transaction: Kysely<Tables>,
  { id, delivery }: NewRun,
  created_at: string,
): Promise<void> {
  if (delivery === undefined) return;
  const { triggerId: trigger_id, key } = delivery;
  // Held, so that a trigger which is deleted at the same moment has no run that nothing remembers.
  const { numUpdatedRows } = await transaction
    .updateTable("workflow_triggers")
    .set((set) => ({ is_enabled: set.ref("is_enabled") }))
    .where("id", "=", trigger_id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    throw workflowProblem(workflowCodes.notFound, "trigger", "The trigger was deleted");
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("workflow_deliveries")
    .values({ trigger_id, key, run_id: id, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) throw new AlreadyDelivered(key);
}

/** The run that a request or a time has started; undefined: none, or it is long ago. */
export async function findDelivered(
  { database }: Pick<WorkflowPorts, "database">,
  { triggerId, key }: NonNullable<NewRun["delivery"]>,
): Promise<string | undefined> {
  const row = await database.query
    .selectFrom("workflow_deliveries")
    .select("run_id")
    .where("trigger_id", "=", triggerId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.run_id;
}

/** Runs of a trigger that are not over. */
export async function countOpenRuns(
  { database }: Pick<WorkflowPorts, "database">,
  triggerId: string,
): Promise<number> {
  const { total } = await database.query
    .selectFrom("workflow_deliveries")
    .innerJoin("workflow_runs", "workflow_runs.id", "workflow_deliveries.run_id")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("trigger_id", "=", triggerId)
    .where("workflow_runs.status", "=", "running")
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Removes those that are long ago. */
export async function forgetDeliveries({
  database,
  clock,
}: Pick<WorkflowPorts, "database" | "clock">): Promise<void> {
  await database.query
    .deleteFrom("workflow_deliveries")
    .where("created_at", "<=", timestampAt(clock, -KEPT_MS))
    .execute();
}
