/** Nodes that wait, and what happens for them. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Claim, ClaimedRun, Decision, StoredWait, NewWait } from "../../run/workflow/index.ts";
import type { Json } from "../../skill/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { requestAnswers, withdrawQuestions } from "./questions.ts";

/** Until somebody or something wakes it. */
const NEVER = "9999-12-31T23:59:59.999Z";

export async function storeWait(
  transaction: Transaction<Tables>,
  database: Database,
  run_id: string,
  { nodeId: node_id, waitsFor: waits_for, memory, attempt, delayMs, message }: NewWait,
  created_at: string,
): Promise<void> {
  const state = {
    waits_for,
    memory: memory === undefined ? null : JSON.stringify(memory),
    attempt,
    wake_at: delayMs === undefined ? null : databaseTime(database, delayMs),
    // PostgreSQL keeps no text with a NUL in it.
    message: message?.replaceAll("\0", "") ?? null,
  };
  await transaction
    .insertInto("workflow_waits")
    .values({ run_id, node_id, ...state, created_at })
    .onConflict((conflict) => conflict.columns(["run_id", "node_id"]).doUpdateSet(state))
    .execute();
  if (waits_for === "approval") await requestAnswers(transaction, run_id, node_id);
}

export async function dropWait(
  transaction: Transaction<Tables>,
  runId: string,
  nodeId: string,
): Promise<void> {
  await transaction
    .deleteFrom("workflow_waits")
    .where("run_id", "=", runId)
    .where("node_id", "=", nodeId)
    .execute();
  await withdrawQuestions(transaction, runId, nodeId);
}

/** A run that somebody resumes begins with the first attempt of the node that failed. */
export async function forgetRetries(query: Kysely<Tables>, runId: string): Promise<void> {
  const failed = query.selectFrom("workflow_runs").select("failed_node").where("id", "=", runId);
  await query
    .deleteFrom("workflow_waits")
    .where("run_id", "=", runId)
    .where((where) => where.or([where("waits_for", "=", "retry"), where("node_id", "in", failed)]))
    .execute();
}

export async function readWaits(
  { database, clock }: Pick<JournalPorts, "database" | "clock">,
  runId: string,
): Promise<ReadonlyMap<string, StoredWait>> {
  const rows = await database.query
    .selectFrom("workflow_waits")
    .select(["node_id", "waits_for", "memory", "attempt", "wake_at", "decision", "decided_by"])
    .select("comment")
    .select(databaseTime(database).as("now"))
    .where("run_id", "=", runId)
    .execute();
  return new Map(
    rows.map((row) => {
      const { node_id, waits_for: waitsFor, memory, attempt, wake_at, now } = row;
      const kept: StoredWait = {
        waitsFor,
        attempt,
        // We wrote it ourselves.
        ...(memory === null ? {} : { memory: JSON.parse(memory) as Json }),
        ...(wake_at === null ? {} : { dueAt: clock.now() + Date.parse(wake_at) - Date.parse(now) }),
        ...toDecision(row),
      };
      return [node_id, kept];
    }),
  );
}

function toDecision({
  decision,
  decided_by,
  comment,
}: {
  readonly decision: "approved" | "refused" | null;
  readonly decided_by: string | null;
  readonly comment: string | null;
}): { readonly decision?: Decision } {
  if (decision === null) return {};
  const isApproved = decision === "approved";
  return { decision: { isApproved, by: decided_by ?? "", comment: comment ?? "" } };
}

/**
 * Gives a claim back until the first node is due. What has happened since the claim was taken may not have been seen:
 * then anybody can take the run at once.
 */
export async function park(
  { database }: JournalPorts,
  { runId, owner, number }: Claim,
  { wakes, lost }: Pick<ClaimedRun, "wakes" | "lost">,
): Promise<void> {
  const first = sql`coalesce((select min(wake_at) from workflow_waits where run_id = ${runId} and decision is null), ${NEVER})`;
  await database.query
    .updateTable("workflow_runs")
    .set({
      claimed_by: null,
      lease_until: sql<string>`case when wakes = ${wakes} and wants_cancel = 0 then ${first} else null end`,
      parked: 1,
      lost: lost === undefined ? null : JSON.stringify(lost),
      // It was not the run that ended the attempt.
      attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
    })
    .where("id", "=", runId)
    .where("claimed_by", "=", owner)
    .where("claim", "=", number)
    .where("status", "=", "running")
    .execute();
}

/** Something has happened that a run may wait for. */
export async function wake(transaction: Kysely<Tables>, runId: string): Promise<void> {
  await transaction
    .updateTable("workflow_runs")
    .set((set) => ({
      wakes: set("wakes", "+", 1),
      lease_until: sql<string>`case when claimed_by is null then null else lease_until end`,
    }))
    .where("id", "=", runId)
    .where("status", "=", "running")
    .execute();
}

/**
 * A run is about to end: the one that waits for it goes on. It comes before the run itself in every transaction, so that
 * two of one family never wait for each other.
 */
export async function wakeParent(transaction: Transaction<Tables>, runId: string): Promise<void> {
  const row = await transaction
    .selectFrom("workflow_runs")
    .select("parent_id")
    .where("id", "=", runId)
    .executeTakeFirst();
  if (typeof row?.parent_id === "string") await wake(transaction, row.parent_id);
}

/** A run has ended: those that it has started end with it. */
export async function cancelChildren(
  transaction: Transaction<Tables>,
  runId: string,
): Promise<void> {
  await transaction
    .updateTable("workflow_runs")
    .set({
      wants_cancel: 1,
      lease_until: sql<string>`case when claimed_by is null then null else lease_until end`,
    })
    .where("parent_id", "=", runId)
    .where("status", "=", "running")
    .execute();
}
