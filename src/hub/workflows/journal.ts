import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import type { ChatMessage } from "../../run/models/index.ts";
import {
  type Claim,
  type Claimant,
  type ClaimedRun,
  type GraphData,
  type Held,
  type Journal,
  type JournalEntry,
  MOST_ATTEMPTS,
  type NewRun,
  type NodeResult,
  readGraph,
  type RunEnd,
  type Wanted,
} from "../../run/workflow/index.ts";
import { momentOf } from "../accounts/index.ts";
import type { Database, Tables } from "../data/index.ts";
import type { RunRecord } from "../runs/index.ts";
import { type Quotas, reserve } from "../quotas/index.ts";
import { makeRoom } from "./make-room.ts";
import { toNewRow } from "./new-run-row.ts";
import { recordEnd } from "./record-end.ts";

const NO_GRAPH: GraphData = { nodes: [], edges: [] };

/** How many runs are looked at for one that can be had. */
const CANDIDATES = 20;

interface JournalPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Hears of runs that ended, once they are kept. */
  readonly onRun?: (run: RunRecord) => void;
  /** What each user may have. */
  readonly quotas?: Quotas;
}

/** Keeps runs in the database, so that every step is all there or not there, and each run has one worker. */
export function createJournal(ports: JournalPorts): Journal {
  return {
    create: (run, by) => create(ports, run, by),
    reopen: (runId) => reopen(ports, runId),
    askToCancel: (runId) => askToCancel(ports, runId),
    claim: (owner, wanted) => claim(ports, owner, wanted),
    record: (given, entry) => record(ports, given, entry),
    renew: (owner, leaseMs) => renew(ports, owner, leaseMs),
    release: (given, pauseMs) => release(ports, given, pauseMs),
    otherOwners: (owner) => otherOwners(ports, owner),
    releaseAll: (owner) => releaseAll(ports, owner),
  };
}

async function create(ports: JournalPorts, run: NewRun, by: Claimant | undefined): Promise<void> {
  const row = toNewRow(ports.clock, run, by);
  await reserve(
    ports,
    run.userId,
    { runs: 1, bytes: row.size },
    (transaction) => transaction.insertInto("workflow_runs").values(row).execute(),
    (transaction) => makeRoom(transaction, run.userId, ports.quotas),
  );
}

async function reopen({ database, clock }: JournalPorts, runId: string): Promise<boolean> {
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
      updated_at: momentOf(clock),
      finished_at: null,
    })
    .where("id", "=", runId)
    .where("status", "in", ["failed", "cancelled"])
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

async function askToCancel({ database }: JournalPorts, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await database.query
    .updateTable("workflow_runs")
    .set({ wants_cancel: 1 })
    .where("id", "=", runId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

async function claim(
  ports: JournalPorts,
  owner: string,
  { leaseMs, only, without = new Set(), withoutUsers, mostBroken, maxBytes = Infinity }: Wanted,
): Promise<ClaimedRun | undefined> {
  const { database, clock } = ports;
  const now = momentOf(clock);
  let query = database.query
    .selectFrom("workflow_runs")
    .select(["id", "claim", "attempts"])
    .where("status", "=", "running")
    .where((where) => where.or([where("lease_until", "is", null), where("lease_until", "<=", now)]))
    // What may have ended a server comes last: by then the others have made progress.
    .orderBy("attempts")
    .orderBy("created_at")
    .limit(CANDIDATES + without.size);
  if (only !== undefined) query = query.where("id", "=", only);
  if (withoutUsers !== undefined && withoutUsers.size > 0)
    query = query.where((where) =>
      where.or([
        where("user_id", "not in", [...withoutUsers]),
        // These only have to be ended.
        where("attempts", ">=", MOST_ATTEMPTS),
        where("wants_cancel", "=", 1),
      ]),
    );
  if (mostBroken !== undefined)
    query = query.where((where) =>
      where.or([
        where("attempts", "<=", mostBroken),
        // These only have to be ended.
        where("attempts", ">=", MOST_ATTEMPTS),
        where("wants_cancel", "=", 1),
      ]),
    );
  const candidates = (await query.execute()).filter(({ id }) => !without.has(id));
  for (const { id, claim: last, attempts } of candidates) {
    const isExhausted = attempts >= MOST_ATTEMPTS;
    // Compares and sets in one statement: of several who ask at once, one finds the number unchanged.
    const { numUpdatedRows } = await database.query
      .updateTable("workflow_runs")
      .set({
        claimed_by: owner,
        claim: last + 1,
        lease_until: momentOf(clock, leaseMs),
        // Before the work begins: an attempt that ends with the server counts as well.
        ...(isExhausted ? {} : { attempts: attempts + 1 }),
      })
      .where("id", "=", id)
      .where("status", "=", "running")
      .where("claim", "=", last)
      .where((where) =>
        where.or([where("lease_until", "is", null), where("lease_until", "<=", now)]),
      )
      .executeTakeFirst();
    if (Number(numUpdatedRows) > 0)
      return await load(ports, { runId: id, owner, number: last + 1 }, { isExhausted, maxBytes });
  }
  return undefined;
}

async function load(
  { database }: JournalPorts,
  given: Claim,
  { isExhausted, maxBytes }: { readonly isExhausted: boolean; readonly maxBytes: number },
): Promise<ClaimedRun | undefined> {
  const { query } = database;
  const row = await query
    .selectFrom("workflow_runs")
    .selectAll()
    .where("id", "=", given.runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const storedBytes = await countStored(query, given.runId);
  // What is only to be ended is not read: that may be what ended the servers.
  const steps =
    isExhausted || storedBytes > maxBytes
      ? []
      : await query
          .selectFrom("workflow_steps")
          .select(["node_id", "result"])
          .where("run_id", "=", given.runId)
          .execute();
  const last = await query
    .selectFrom("workflow_events")
    .select(({ fn }) => fn.max("position").as("position"))
    .where("run_id", "=", given.runId)
    .executeTakeFirst();
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    userId: row.user_id,
    graph: readGraph(isExhausted ? NO_GRAPH : (JSON.parse(row.graph) as GraphData)),
    input: row.input,
    ...(row.model === null ? {} : { model: row.model }),
    // We wrote it ourselves.
    ...(row.history === null ? {} : { history: JSON.parse(row.history) as ChatMessage[] }),
    claim: given,
    // We wrote them ourselves.
    results: new Map(
      steps.map(({ node_id, result }) => [node_id, JSON.parse(result) as NodeResult]),
    ),
    storedBytes,
    lastEvent: last?.position ?? 0,
    wantsCancel: row.wants_cancel === 1,
    attempt: row.attempts,
    isExhausted,
  };
}

/** Databases know the length of a text without reading it. */
async function countStored(query: Kysely<Tables>, runId: string): Promise<number> {
  const { rows } = await sql<{ readonly total: number | string }>`
    select coalesce(sum(size), 0) as total from (
      select octet_length(result) as size from workflow_steps where run_id = ${runId}
      union all select octet_length(data) from workflow_events where run_id = ${runId}
    ) as stored`.execute(query);
  return Number(rows[0]?.total ?? 0);
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
    if (end !== undefined)
      ended = await recordEnd(transaction, { kind: database.kind, runId, end, lost, now });
    return true;
  });
  if (ended !== undefined) onRun?.(ended);
  return isKept;
}

/** What an entry adds, as it is stored. */
function rowsOf(
  run_id: string,
  { from, events, finished }: JournalEntry,
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
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
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
  { database, clock }: JournalPorts,
  owner: string,
  leaseMs: number,
): Promise<ReadonlyMap<string, Held>> {
  const rows = await database.query
    .updateTable("workflow_runs")
    .set({ lease_until: momentOf(clock, leaseMs) })
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

async function release(
  { database, clock }: JournalPorts,
  { runId, owner, number }: Claim,
  pauseMs: number,
): Promise<void> {
  await database.query
    .updateTable("workflow_runs")
    .set({
      claimed_by: null,
      lease_until: pauseMs === 0 ? null : momentOf(clock, pauseMs),
      // It was not the run that ended the attempt.
      attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
    })
    .where("id", "=", runId)
    .where("claimed_by", "=", owner)
    .where("claim", "=", number)
    .where("status", "=", "running")
    .execute();
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

async function releaseAll({ database }: JournalPorts, owner: string): Promise<void> {
  await database.query
    .updateTable("workflow_runs")
    .set({ claimed_by: null, lease_until: null })
    .where("claimed_by", "=", owner)
    .where("status", "=", "running")
    .execute();
}
