/** Removes workflows and runs: in many short statements, so that others get their turn between two of them. */
import { sql } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { createSerial, type Database } from "../data/index.ts";
import type { WorkflowPorts } from "./ports.ts";
import { wakeParent } from "./waits.ts";

/** Rows that one statement removes. */
const ROWS = 200;
/** Runs that are looked up at once. */
const RUNS = 50;

type Ports = Pick<WorkflowPorts, "database" | "clock">;

const inTurn = createSerial();

/** Removes what is marked as deleted, one after another for the whole server. */
export async function removeDeleted(ports: Ports, signal: AbortSignal): Promise<void> {
  await inTurn(ports.database, () => removeAll(ports, signal));
}

/** Removes runs that ended before a moment; gives how many. */
export async function forgetExecutions(
  { database }: Pick<Ports, "database">,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const old = await database.query
      .selectFrom("workflow_runs")
      .select("id")
      .where("finished_at", "<", before)
      .limit(RUNS)
      .execute();
    if (old.length === 0) break;
    for (const { id } of old) await removeRun(database, id, signal);
    count += old.length;
  }
  return count;
}

async function removeAll(ports: Ports, signal: AbortSignal): Promise<void> {
  const { query } = ports.database;
  const runs = query.selectFrom("workflow_runs").select("id").limit(RUNS);
  while (!signal.aborted) {
    // Before anything is removed, which takes long where there is much: they would go on until it is their turn.
    const working = await runs.where("status", "=", "running").where(belongsToDeleted).execute();
    for (const { id } of working) await endRun(ports, id);
    if (working.length > 0) continue;
    const marked = await runs.where("status", "=", "deleted").execute();
    for (const { id } of marked) await removeRun(ports.database, id, signal);
    if (marked.length > 0) continue;
    const workflow = await query
      .selectFrom("workflows")
      .select("id")
      .where("deleted_at", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (workflow === undefined) return;
    const own = await runs.where("workflow_id", "=", workflow.id).execute();
    for (const { id } of own) await removeRun(ports.database, id, signal);
    if (own.length === 0) await removeWorkflow(ports.database, workflow.id, signal);
  }
}

/** Also of runs of other workflows that one of a deleted workflow has started. */
const belongsToDeleted = sql<boolean>`(workflow_id in (select id from workflows where deleted_at is not null)
  or (select workflow_id from workflow_runs as root where root.id = workflow_runs.root_id)
    in (select id from workflows where deleted_at is not null))`;

/** Whoever works on it finds that it is over; a run that waits for it goes on. */
async function endRun({ database, clock }: Ports, id: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await wakeParent(transaction, id);
    await transaction
      .updateTable("workflow_runs")
      .set({ status: "cancelled", claimed_by: null, finished_at: timestampAt(clock) })
      .where("id", "=", id)
      .where("status", "=", "running")
      .execute();
  });
}

/** With the runs that it has started; the row is the last: as long as it is there, the rest is looked for again. */
export async function removeRun(
  database: Database,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { query } = database;
  for (;;) {
    const children = await query
      .selectFrom("workflow_runs")
      .select("id")
      .where("parent_id", "=", id)
      .limit(RUNS)
      .execute();
    if (children.length === 0 || signal?.aborted === true) break;
    for (const child of children) await removeRun(database, child.id, signal);
  }
  for (const [table, key] of PARTS)
    await removeParts(
      () =>
        query
          .deleteFrom(table)
          .where("run_id", "=", id)
          .where(key, "in", (rows) =>
            // The types of the tables are told apart by the names of their keys alone.
            rows
              .selectFrom(table as "workflow_events")
              .select(key as "position")
              .where("run_id", "=", id)
              .limit(ROWS),
          )
          .executeTakeFirst(),
      signal,
    );
  if (signal?.aborted === true) return;
  await query.deleteFrom("workflow_runs").where("id", "=", id).execute();
  await nextTurn();
}

const PARTS = [
  ["workflow_events", "position"],
  ["workflow_steps", "node_id"],
  ["workflow_waits", "node_id"],
  ["workflow_questions", "node_id"],
] as const;

async function removeWorkflow({ query }: Database, id: string, signal: AbortSignal): Promise<void> {
  const triggers = query.selectFrom("workflow_triggers").select("id").where("workflow_id", "=", id);
  for (const trigger of await triggers.execute())
    await removeParts(
      () =>
        query
          .deleteFrom("workflow_deliveries")
          .where("trigger_id", "=", trigger.id)
          .where("key", "in", (rows) =>
            rows
              .selectFrom("workflow_deliveries")
              .select("key")
              .where("trigger_id", "=", trigger.id)
              .limit(ROWS),
          )
          .executeTakeFirst(),
      signal,
    );
  if (signal.aborted) return;
  await query.deleteFrom("workflow_triggers").where("workflow_id", "=", id).execute();
  await query
    .deleteFrom("workflows")
    .where("id", "=", id)
    // One that began before the workflow was deleted may be stored only now.
    .where("id", "not in", (runs) =>
      runs.selectFrom("workflow_runs").select("workflow_id").where("workflow_id", "=", id),
    )
    .execute();
}

async function removeParts(
  remove: () => Promise<{ readonly numDeletedRows: bigint }>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted === true) return;
    const { numDeletedRows } = await remove();
    if (Number(numDeletedRows) < ROWS) return;
    await nextTurn();
  }
}
