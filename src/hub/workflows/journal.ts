import { type Insertable, type Kysely, sql } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import type {
  Claim,
  Claimant,
  Held,
  Journal,
  JournalEntry,
  NewRun,
  RunEnd,
} from "../../run/workflow/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { databaseTime, type Tables } from "../data/index.ts";
import type { RunRecord } from "../runs/index.ts";
import { DEFAULT_QUOTAS, type Quotas, reserve } from "../quotas/index.ts";
import { claim } from "./claims.ts";
import { releaseFailed, release, releaseDead } from "./release-failed.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { storeDelivery } from "./deliveries.ts";
import { checkNotPaused, forgetEnds } from "./pauses.ts";
import { toNewRow } from "./new-run-row.ts";
import { requestAnswers, withdrawQuestions } from "./questions.ts";
import { recordEnd } from "./record-end.ts";
import { cancelChildren, dropWait, forgetRetries, storeWait, park, wakeParent } from "./waits.ts";

/** Keeps runs in the database, so that every step is all there or not there, and each run has one worker. */
export function createJournal(ports: JournalPorts): Journal {
  return {
    create: (run, by) => create(ports, run, by),
    reopen: (runId) => reopen(ports, runId),
    askToCancel: (runId) => requestCancel(ports, runId),
    claim: (owner, wanted) => claim(ports, owner, wanted),
    record: (given, entry) => record(ports, given, entry),
    renew: (owner, leaseMs) => renew(ports, owner, leaseMs),
    park: (given, seen) => park(ports, given, seen),
    release: (given) => release(ports, given),
    giveBackBroken: (given, pauseMs) => releaseFailed(ports, given, pauseMs),
    otherOwners: (owner) => otherOwners(ports, owner),
    releaseDead: (owner) => releaseDead(ports, owner),
  };
}

async function create(ports: JournalPorts, run: NewRun, by: Claimant | undefined): Promise<number> {
  const row = toNewRow(ports, run, by);
  const kept = await journalRows(run, row.created_at);
  await reserve(
    ports,
    run.userId,
    { runs: 1, bytes: row.size + kept.bytes },
    async (transaction) => {
      // What a run starts is a part of it.
      if (run.parent === undefined) await checkNotPaused(transaction, ports.database, run.userId);
      await storeDelivery(transaction, run, row.created_at);
      await transaction
        .insertInto("workflow_runs")
        .values({ ...row, size: row.size + kept.bytes })
        .execute();
      await writeInTurns(transaction, kept);
    },
    (transaction) => deleteOldest(transaction, run.userId, ports.quotas),
  );
  return kept.bytes;
}

/** What an earlier run gave, as if it had just been told. It can be as much as a run may store, so others get a turn. */
async function journalRows(
  { id: run_id, kept = new Map() }: NewRun,
  finished_at: string,
): Promise<NewRows> {
  const steps: NewRows["steps"][number][] = [];
  const events: NewRows["events"][number][] = [];
  let bytes = 0;
  for (const [node_id, stored] of kept) {
    const result = JSON.stringify(stored);
    const data = JSON.stringify({ node_id, output: stored.output, kept: true });
    steps.push({ run_id, node_id, result, usage: null, finished_at });
    events.push({ run_id, position: events.length + 1, kind: "node_complete", data });
    bytes += Buffer.byteLength(result) + Buffer.byteLength(data);
    await nextTurn();
  }
  return { steps, events, bytes };
}

async function reopen({ database, clock }: JournalPorts, runId: string): Promise<boolean> {
  const run = await database.query
    .selectFrom("workflow_runs")
    .select("user_id")
    .where("id", "=", runId)
    .executeTakeFirst();
  if (run !== undefined) await checkNotPaused(database.query, database, run.user_id);
  await forgetRetries(database.query, runId);
  const { numUpdatedRows } = await database.query
    .updateTable("workflow_runs")
    .set({
      status: "running",
      error: null,
      failed_node: null,
      wants_cancel: 0,
      claimed_by: null,
      lease_until: null,
      attempts: 0,
      parked: 0,
      updated_at: timestampAt(clock),
      finished_at: null,
    })
    .where("id", "=", runId)
    .where("status", "in", ["failed", "cancelled"])
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return false;
  await requestAnswers(database.query, runId);
  return true;
}

async function requestCancel({ database }: JournalPorts, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await database.query
    .updateTable("workflow_runs")
    .set({
      wants_cancel: 1,
      // One that waits is ended at once.
      lease_until: sql<string>`case when claimed_by is null then null else lease_until end`,
    })
    .where("id", "=", runId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

async function record(
  { database, clock, onRun }: JournalPorts,
  { runId, owner, number }: Claim,
  entry: JournalEntry,
): Promise<boolean> {
  const now = timestampAt(clock);
  const { end, lost } = entry;
  const isFurther = getsFurther(entry);
  const rows = rowsOf(runId, entry, now);
  let ended: RunRecord | undefined;
  const isKept = await database.query.transaction().execute(async (transaction) => {
    if (end !== undefined) await wakeParent(transaction, runId);
    // Writing to the run first makes whoever wants to take it over wait for this transaction.
    const { numUpdatedRows } = await transaction
      .updateTable("workflow_runs")
      .set((set) => ({
        updated_at: now,
        // What a run stores counts for the quota of its user.
        size: set("size", "+", rows.bytes),
        // Progress: from here it is the first attempt again.
        ...(isFurther ? { attempts: 1 } : {}),
        ...(end === undefined ? {} : endColumns(end, now)),
      }))
      .where("id", "=", runId)
      .where("claimed_by", "=", owner)
      .where("claim", "=", number)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return false;
    await write(transaction, rows);
    if (entry.paused !== undefined)
      await storeWait(transaction, database, runId, entry.paused, now);
    if (entry.finished !== undefined) await dropWait(transaction, runId, entry.finished.nodeId);
    // Where somebody had it before, servers may have ended at it.
    if (isFurther && number > 1) await forgetEnds(transaction, runId);
    if (end !== undefined) await cancelChildren(transaction, runId);
    if (end !== undefined) await withdrawQuestions(transaction, runId);
    if (end !== undefined) ended = await recordEnd(transaction, { runId, end, lost, now });
    return true;
  });
  if (ended !== undefined) onRun?.(ended);
  return isKept;
}

/** A node has come to an end of some kind; a run that was given up or cancelled has not outlived anything. */
function getsFurther({ finished, paused, end }: JournalEntry): boolean {
  const hasFailed = end?.status === "failed" && end.nodeId !== undefined;
  return finished !== undefined || paused !== undefined || hasFailed;
}

/** What an entry adds, as it is stored. */
function rowsOf(
  run_id: string,
  { from, events, finished, paused }: JournalEntry,
  finished_at: string,
): NewRows {
  const steps =
    finished === undefined
      ? []
      : [
          {
            run_id,
            node_id: finished.nodeId,
            result: JSON.stringify(finished.result),
            usage:
              finished.result.usage === undefined ? null : JSON.stringify(finished.result.usage),
            finished_at,
          },
        ];
  const told = events.map(({ kind, data }, index) => ({
    run_id,
    position: from + index,
    kind,
    data: JSON.stringify(data),
  }));
  const texts = [...steps.map(({ result }) => result), ...told.map(({ data }) => data)];
  const kept = JSON.stringify(paused?.memory) ?? "";
  const bytes = [...texts, kept, paused?.message ?? ""].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  return { steps, events: told, bytes };
}

interface NewRows {
  readonly steps: readonly Insertable<Tables["workflow_steps"]>[];
  readonly events: readonly Insertable<Tables["workflow_events"]>[];
  readonly bytes: number;
}

async function write(transaction: Kysely<Tables>, { steps, events }: NewRows): Promise<void> {
  if (steps.length > 0) await transaction.insertInto("workflow_steps").values(steps).execute();
  // Databases take only so many values in one statement.
  for (let at = 0; at < events.length; at += 500)
    await transaction
      .insertInto("workflow_events")
      .values(events.slice(at, at + 500))
      .execute();
}

async function writeInTurns(
  transaction: Kysely<Tables>,
  { steps, events }: NewRows,
): Promise<void> {
  for (const [at, step] of steps.entries()) {
    await write(transaction, { steps: [step], events: events.slice(at, at + 1), bytes: 0 });
    await nextTurn();
  }
}

function endColumns(
  end: RunEnd,
  now: string,
): {
  readonly status: RunEnd["status"];
  readonly output: string | null;
  readonly error: string | null;
  readonly failed_node: string | null;
  readonly claimed_by: null;
  readonly lease_until: null;
  readonly finished_at: string;
} {
  return {
    status: end.status,
    output: end.status === "completed" ? JSON.stringify(end.output) : null,
    // PostgreSQL keeps no text with a NUL in it.
    error: end.status === "completed" ? null : end.error.replaceAll("\0", ""),
    failed_node: end.status === "failed" ? (end.nodeId ?? null) : null,
    claimed_by: null,
    lease_until: null,
    finished_at: now,
  };
}

async function renew(
  { database }: JournalPorts,
  owner: string,
  leaseMs: number,
): Promise<ReadonlyMap<string, Held>> {
  const rows = await database.query
    .updateTable("workflow_runs")
    .set({ lease_until: databaseTime(database, leaseMs) })
    .where("claimed_by", "=", owner)
    .where("status", "=", "running")
    .returning(["id", "claim", "wants_cancel"])
    .execute();
  return new Map(
    rows.map(({ id, claim: number, wants_cancel }) => [
      id,
      { claim: number, wantsCancel: wants_cancel === 1 },
    ]),
  );
}

async function otherOwners({ database }: JournalPorts, owner: string): Promise<readonly string[]> {
  const rows = await database.query
    .selectFrom("workflow_runs")
    .select(sql<string>`claimed_by`.as("claimed_by"))
    .distinct()
    .where("status", "=", "running")
    .where("claimed_by", "is not", null)
    .where("claimed_by", "!=", owner)
    .execute();
  return rows.map(({ claimed_by }) => claimed_by);
}

/** Marks the oldest runs of a user that are over as deleted, so that one more may be stored. */
async function deleteOldest(
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
