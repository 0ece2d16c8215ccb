/** Questions of runs that people have not answered. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../data/index.ts";

/** Asks what a run at work waits to be told, at one node or at all of them. */
export async function requestAnswers(
  query: Kysely<Tables>,
  runId: string,
  nodeId?: string,
): Promise<void> {
  const here = nodeId === undefined ? sql`` : sql`and wait.node_id = ${nodeId}`;
  await sql`insert into workflow_questions (run_id, node_id, user_id, owner_id, size, created_at)
    select wait.run_id, wait.node_id, run.user_id, flow.owner_id,
      coalesce(octet_length(wait.message), 0), wait.created_at
    from workflow_waits as wait
    join workflow_runs as run on run.id = wait.run_id
    join workflows as flow on flow.id = run.workflow_id
    where wait.run_id = ${runId} ${here} and wait.waits_for = 'approval' and wait.decision is null
    on conflict do nothing`.execute(query);
}

/** Nobody is asked any more: the run is over, or somebody has answered. */
export async function withdrawQuestions(
  query: Kysely<Tables>,
  runId: string,
  nodeId?: string,
): Promise<void> {
  let open = query.deleteFrom("workflow_questions").where("run_id", "=", runId);
  if (nodeId !== undefined) open = open.where("node_id", "=", nodeId);
  await open.execute();
}

export interface Question {
  readonly run_id: string;
  readonly node_id: string;
  readonly created_at: string;
  /** Bytes of what is asked. */
  readonly size: number;
}

/** The oldest first, so many of those that somebody may answer; each side is in the order of its index. */
export async function oldestQuestions(
  query: Kysely<Tables>,
  userId: string,
  count: number,
): Promise<readonly Question[]> {
  const some = query
    .selectFrom("workflow_questions")
    .select(["run_id", "node_id", "created_at", "size"])
    .orderBy("created_at")
    .orderBy("run_id")
    .orderBy("node_id")
    .limit(count);
  const own = await some.where("user_id", "=", userId).execute();
  const ofOwnWorkflows = await some
    .where("owner_id", "=", userId)
    .where("user_id", "!=", userId)
    .execute();
  return [...own, ...ofOwnWorkflows].toSorted(byAge).slice(0, count);
}

function byAge(a: Question, b: Question): number {
  return (
    compare(a.created_at, b.created_at) ||
    compare(a.run_id, b.run_id) ||
    compare(a.node_id, b.node_id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
