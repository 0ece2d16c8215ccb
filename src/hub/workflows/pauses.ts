/** What the ends of servers say of the runs that were at work, and of those who started them. */
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
 * How long all that a user has waiting waits after the end of a server, by how many servers ended at runs of theirs
 * that were given up, cancelled or deleted without getting further. The first blames nobody, as everything that was at
 * work is hit; each one after it takes four times as long as the one before.
 */
function pauseAfter(ends: number): number {
  return ends < 2 ? 0 : Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (ends - 2));
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

/**
 * Lets all that a user has waiting wait after the end of a server. Only runs count that will never get further: one that
 * is still to be tried again may have been beside the cause, and a pause would keep it from showing that.
 */
export async function pauseUser(
  query: Kysely<Tables>,
  database: Database,
  userId: string,
): Promise<void> {
  const { ends } = await query
    .selectFrom("workflow_ends")
    .leftJoin("workflow_runs", "workflow_runs.id", "workflow_ends.run_id")
    .select(sql<number | string>`count(distinct server)`.as("ends"))
    .where("workflow_ends.user_id", "=", userId)
    .where(
      sql<boolean>`(coalesce(status, 'deleted') != 'running' or wants_cancel = 1 or attempts >= ${MOST_ATTEMPTS})`,
    )
    .executeTakeFirstOrThrow();
  const pauseMs = pauseAfter(Number(ends));
  if (pauseMs === 0) return;
  const until = databaseTime(database, pauseMs);
  await query
    .insertInto("workflow_pauses")
    .values({ user_id: userId, until, lasts_ms: pauseMs })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ until, lasts_ms: pauseMs }))
    .execute();
  await query
    .updateTable("workflow_runs")
    .set({ lease_until: until })
    .where("user_id", "=", userId)
    .where("status", "=", "running")
    .where("claimed_by", "is", null)
    // What waits for a moment or a person has its own time, and the others are only to be ended.
    .where("parked", "=", 0)
    .where("wants_cancel", "=", 0)
    .where("attempts", "<", MOST_ATTEMPTS)
    .execute();
}

export const PAUSED =
  "Servers ended while runs of yours were at work, so that all of them wait for a while.";

/** Shorter ones are over before anybody would try again. */
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
