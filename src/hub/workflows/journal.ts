import { type Insertable, sql, type Transaction } from "kysely";
import type {
  Claim,
  Claimant,
  Held,
  Journal,
  JournalEntry,
  NewRun,
  RunEnd,
} from "../../run/workflow/index.ts";
import { momentOf } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import type { RunRecord } from "../runs/index.ts";
import { reserve } from "../quotas/index.ts";
import { claim } from "./claims.ts";
import { countSuspects, giveBackBroken, release, releaseDead } from "./give-back.ts";
import { databaseMoment } from "./database-moment.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { keepDelivery } from "./deliveries.ts";
import { makeRoom } from "./make-room.ts";
import { checkNotPaused, forgetEnds } from "./pauses.ts";
import { toNewRow } from "./new-run-row.ts";
import { askPeople, withdrawQuestions } from "./questions.ts";
import { recordEnd } from "./record-end.ts";
import { cancelChildren, dropWait, forgetRetries, keepWait, park, wakeParent } from "./waits.ts";

/** Keeps runs in the database, so that every step is all there or not there, and each run has one worker. */
export function createJournal(ports: JournalPorts): Journal {
  return {
    create: (run, by) => create(ports, run, by),
    reopen: (runId) => reopen(ports, runId),
    askToCancel: (runId) => askToCancel(ports, runId),
    claim: (owner, wanted) => claim(ports, owner, wanted),
    record: (given, entry) => record(ports, given, entry),
    renew: (owner, leaseMs) => renew(ports, owner, leaseMs),
    park: (given, seen) => park(ports, given, seen),
    release: (given) => release(ports, given),
    giveBackBroken: (given, pauseMs) => giveBackBroken(ports, given, pauseMs),
    otherOwners: (owner) => otherOwners(ports, owner),
    releaseDead: (owner) => releaseDead(ports, owner),
    countSuspects: () => countSuspects(ports),
  };
}

async function create(ports: JournalPorts, run: NewRun, by: Claimant | undefined): Promise<void> {
  const row = toNewRow(ports, run, by);
  await reserve(
    ports,
    run.userId,
    { runs: 1, bytes: row.size },
    async (transaction) => {
      // What a run starts is a part of it.
      if (run.parent === undefined) await checkNotPaused(transaction, ports.database, run.userId);
      await keepDelivery(transaction, run, row.created_at);
      await transaction.insertInto("workflow_runs").values(row).execute();
    },
    (transaction) => makeRoom(transaction, run.userId, ports.quotas),
  );
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
      updated_at: momentOf(clock),
      finished_at: null,
    })
    .where("id", "=", runId)
    .where("status", "in", ["failed", "cancelled"])
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return false;
  await askPeople(database.query, runId);
  return true;
}

async function askToCancel({ database }: JournalPorts, runId: string): Promise<boolean> {
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
  const now = momentOf(clock);
  const { end, lost } = entry;
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
        ...(entry.finished === undefined ? {} : { attempts: 1 }),
        ...(end === undefined ? {} : endColumns(end, now)),
      }))
      .where("id", "=", runId)
      .where("claimed_by", "=", owner)
      .where("claim", "=", number)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return false;
    await write(transaction, rows);
    if (entry.paused !== undefined) await keepWait(transaction, database, runId, entry.paused, now);
    if (entry.finished !== undefined) await dropWait(transaction, runId, entry.finished.nodeId);
    // Where somebody had it before, servers may have ended at it.
    if (entry.finished !== undefined && number > 1) await forgetEnds(transaction, runId);
    if (end !== undefined) await cancelChildren(transaction, runId);
    if (end !== undefined) await withdrawQuestions(transaction, runId);
    if (end !== undefined) ended = await recordEnd(transaction, { runId, end, lost, now });
    return true;
  });
  if (ended !== undefined) onRun?.(ended);
  return isKept;
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

async function write(transaction: Transaction<Tables>, { steps, events }: NewRows): Promise<void> {
  if (steps.length > 0) await transaction.insertInto("workflow_steps").values(steps).execute();
  // Databases take only so many values in one statement.
  for (let at = 0; at < events.length; at += 500)
    await transaction
      .insertInto("workflow_events")
      .values(events.slice(at, at + 500))
      .execute();
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
    .set({ lease_until: databaseMoment(database, leaseMs) })
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
