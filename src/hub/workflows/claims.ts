import { type Kysely, type Selectable, sql } from "kysely";
import { nextTurn } from "../../platform/machine/index.ts";
import type { ChatMessage } from "../../run/models/index.ts";
import type { Spent } from "../../run/execute/index.ts";
import {
  type Claim,
  type ClaimedRun,
  type GraphData,
  type LentWorkflows,
  MOST_ATTEMPTS,
  type NewRun,
  type NodeResult,
  readGraph,
  type Wanted,
} from "../../run/workflow/index.ts";
import { databaseTime, type Tables } from "../data/index.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { chooseTried } from "./suspects.ts";
import { readWaits } from "./waits.ts";

const NO_GRAPH: GraphData = { nodes: [], edges: [] };

/** How many runs are looked at for one that can be had. */
const CANDIDATES = 20;

/** Takes a run that nobody works on, if there is one: never the same for two who ask at once. */
export async function claim(
  ports: JournalPorts,
  owner: string,
  {
    leaseMs,
    only,
    without = new Set(),
    withoutUsers,
    mostBroken,
    livedMs,
    maxBytes = Infinity,
  }: Wanted,
): Promise<ClaimedRun | undefined> {
  const { database } = ports;
  const now = databaseTime(database);
  let query = database.query
    .selectFrom("workflow_runs")
    .select(["id", "claim", "attempts", "parked", "wants_cancel"])
    .where("status", "=", "running")
    // In this form the index answers it, which has all that is asked for here: the rows hold whole graphs.
    .where(sql<boolean>`coalesce(lease_until, '') <= ${now}`)
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
  // Those that may have ended a server come first, and of them the ones with the fewest attempts: most of them are
  // innocent, and clear themselves before another is tried alone. Two questions, so that none waits behind new runs.
  const broken = query.where("attempts", ">", 0).orderBy("attempts").orderBy("created_at");
  const fresh = query.where("attempts", "=", 0).orderBy("created_at");
  const candidates = [
    ...(await chooseTried(ports, await broken.execute(), livedMs)),
    ...(await fresh.execute()),
  ].filter(({ id }) => !without.has(id));
  for (const { id, claim: last, attempts, parked } of candidates) {
    const isExhausted = attempts >= MOST_ATTEMPTS;
    // Compares and sets in one statement: of several who ask at once, one finds the number unchanged.
    const { numUpdatedRows } = await database.query
      .updateTable("workflow_runs")
      .set({
        claimed_by: owner,
        claim: last + 1,
        lease_until: databaseTime(database, leaseMs),
        parked: 0,
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
      return await load(
        ports,
        { runId: id, owner, number: last + 1 },
        { isExhausted, maxBytes, wasParked: parked === 1 },
      );
  }
  return undefined;
}

interface LoadOptions extends Pick<ClaimedRun, "isExhausted" | "wasParked"> {
  readonly maxBytes: number;
}

async function load(
  { database, clock }: JournalPorts,
  given: Claim,
  { isExhausted, maxBytes, wasParked }: LoadOptions,
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
    results: await parseResults(steps),
    waits: isExhausted ? new Map() : await readWaits({ database, clock }, given.runId),
    wasParked,
    wakes: row.wakes,
    // We wrote it ourselves.
    ...(row.lost === null ? {} : { lost: JSON.parse(row.lost) as Spent }),
    ...parentOf(row),
    // We wrote it ourselves.
    ...(row.lending === null ? {} : { lending: JSON.parse(row.lending) as LentWorkflows }),
    storedBytes,
    lastEvent: last?.position ?? 0,
    wantsCancel: row.wants_cancel === 1,
    attempt: row.attempts,
    isExhausted,
  };
}

/** Characters of results that are parsed in one turn. */
const MOST_PARSED = 1_000_000;

async function parseResults(
  steps: readonly Pick<Selectable<Tables["workflow_steps"]>, "node_id" | "result">[],
): Promise<ReadonlyMap<string, NodeResult>> {
  const results = new Map<string, NodeResult>();
  let parsed = 0;
  for (const { node_id, result } of steps) {
    // We wrote it ourselves.
    results.set(node_id, JSON.parse(result) as NodeResult);
    parsed += result.length;
    if (parsed < MOST_PARSED) continue;
    parsed = 0;
    await nextTurn();
  }
  return results;
}

function parentOf(row: Selectable<Tables["workflow_runs"]>): Pick<NewRun, "parent"> {
  const { parent_id: runId, parent_node: nodeId, child_index: index, root_id: rootId } = row;
  if (runId === null || nodeId === null || index === null || rootId === null) return {};
  return { parent: { runId, nodeId, index, rootId, depth: row.depth } };
}

/** Databases know the length of a text without reading it. */
async function countStored(query: Kysely<Tables>, runId: string): Promise<number> {
  const { rows } = await sql<{ readonly total: number | string }>`
    select coalesce(sum(size), 0) as total from (
      select octet_length(result) as size from workflow_steps where run_id = ${runId}
      union all select octet_length(data) from workflow_events where run_id = ${runId}
      union all select octet_length(message) from workflow_waits where run_id = ${runId} and message is not null
    ) as stored`.execute(query);
  return Number(rows[0]?.total ?? 0);
}
