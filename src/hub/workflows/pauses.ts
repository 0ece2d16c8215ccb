/** Users at whose runs servers end one after the other: what they have waits, and nothing new of theirs begins. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { MOST_ATTEMPTS } from "../../run/workflow/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";

/** The shortest and the longest that runs of a user wait after the end of a server. */
const FIRST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 3_600_000;
/** How long an end speaks against a user: into the next pause. */
export const REMEMBERED_MS: number = 2 * MOST_PAUSE_MS;

/**
 * How long all that a user has waiting waits after the end of a server, by how often runs of theirs were broken off
 * again. The first two blame nobody, as everything that was at work is hit; and a server that is merely killed often
 * costs people seconds, while each end that a user brings about takes four times as long as the one before.
 */
export function pauseAfter(broken: number): number {
  const last = MOST_ATTEMPTS - 1;
  return broken < last ? 0 : Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (broken - last));
}

/** Remembers that runs were at work when a server ended. */
export async function noteEnd(
  query: Kysely<Tables>,
  database: Database,
  server: string,
  runs: readonly { readonly id: string; readonly user_id: string }[],
): Promise<void> {
  const old = databaseTime(database, -REMEMBERED_MS);
  await query.deleteFrom("workflow_ends").where("ended_at", "<=", old).execute();
  for (const { id, user_id } of runs)
    await query
      .insertInto("workflow_ends")
      .values({ run_id: id, server, user_id, ended_at: databaseTime(database) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** A run that gets further than where it was has not ended that server. */
export async function forgetEnds(query: Kysely<Tables>, runId: string): Promise<void> {
  await query.deleteFrom("workflow_ends").where("run_id", "=", runId).execute();
}

/** Servers that ended at runs of a user which have not got further since, whatever became of the runs. */
export async function countEnds(query: Kysely<Tables>, userId: string): Promise<number> {
  const { total } = await query
    .selectFrom("workflow_ends")
    .select(sql<number | string>`count(distinct server)`.as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function pauseUser(
  query: Kysely<Tables>,
  database: Database,
  userId: string,
  pauseMs: number,
): Promise<void> {
  const until = databaseTime(database, pauseMs);
  await query
    .insertInto("workflow_pauses")
    .values({ user_id: userId, until, lasts_ms: pauseMs })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ until, lasts_ms: pauseMs }))
    .execute();
}

export const PAUSED =
  "Servers ended while runs of yours were at work, so that all of them wait for a while.";

/** Pauses of seconds come to everybody whose server is killed often; new runs need not notice them. */
const FIRST_REFUSED_MS = 10_000;

/** Refuses to begin something for a user whose runs wait for long. */
export async function checkNotPaused(
  query: Kysely<Tables>,
  database: Database,
  userId: string,
): Promise<void> {
  const row = await query
    .selectFrom("workflow_pauses")
    .select("until")
    .where("user_id", "=", userId)
    .where("until", ">", databaseTime(database))
    .where("lasts_ms", ">=", FIRST_REFUSED_MS)
    .executeTakeFirst();
  if (row !== undefined)
    throw workflowProblem(workflowCodes.paused, "user", PAUSED, {
      hint: `Try again after ${row.until}, and cancel the run that may be the cause.`,
    });
}

/** Until when a run waits that nobody has and that waits for nothing of its own; null where it does not. */
export function waitsUntil(database: Database): RawBuilder<string | null> {
  return sql<string | null>`case when status = 'running' and claimed_by is null and parked = 0
    and lease_until > ${databaseTime(database)} then lease_until end`;
}

/** Whether the user of a run waits. */
export function isUserPaused(database: Database): RawBuilder<number> {
  return sql<number>`(select count(*) from workflow_pauses
    where workflow_pauses.user_id = workflow_runs.user_id and until > ${databaseTime(database)})`;
}
