/** Claims that end before their run does, and what the end of a server says of the runs that it was at. */
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { type Claim, MOST_ATTEMPTS } from "../../run/workflow/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { countEnds, noteEnd, pauseAfter, pauseUser, REMEMBERED_MS } from "./pauses.ts";

/** It was not the run that ended the attempt, which counts for nothing. */
export async function release({ database }: JournalPorts, claim: Claim): Promise<void> {
  await giveBack(database.query, claim, {
    lease_until: null,
    attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
  });
}

export async function releaseFailed(
  { database }: JournalPorts,
  claim: Claim,
  pauseMs: number,
): Promise<void> {
  // The attempt was counted when it began.
  await giveBack(database.query, claim, { lease_until: databaseTime(database, pauseMs) });
}

async function giveBack(
  query: Kysely<Tables>,
  { runId, owner, number }: Claim,
  change: {
    readonly lease_until: ReturnType<typeof databaseTime> | null;
    readonly attempts?: ReturnType<typeof sql<number>>;
  },
): Promise<void> {
  await query
    .updateTable("workflow_runs")
    .set({ claimed_by: null, ...change })
    .where("id", "=", runId)
    .where("claimed_by", "=", owner)
    .where("claim", "=", number)
    .where("status", "=", "running")
    .execute();
}

export async function releaseDead({ database }: JournalPorts, owner: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    const left = await transaction
      .updateTable("workflow_runs")
      .set({ claimed_by: null, lease_until: null })
      .where("claimed_by", "=", owner)
      .where("status", "=", "running")
      .returning(["id", "user_id"])
      .execute();
    await noteEnd(transaction, database, owner, left);
    for (const userId of new Set(left.map(({ user_id }) => user_id))) {
      const { total } = await brokenRuns(transaction, database)
        .select(sql<number | string>`coalesce(sum(attempts - 1), 0)`.as("total"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      const ends = await countEnds(transaction, userId);
      const pause = pauseAfter(Math.max(Number(total), ends - 1));
      if (pause === 0) continue;
      await pauseUser(transaction, database, userId, pause);
      await transaction
        .updateTable("workflow_runs")
        .set({ lease_until: databaseTime(database, pause) })
        .where("user_id", "=", userId)
        .where("status", "=", "running")
        .where("claimed_by", "is", null)
        // What waits for a moment or a person has its own time, and the others are only to be ended.
        .where("parked", "=", 0)
        .where("wants_cancel", "=", 0)
        .where("attempts", "<", MOST_ATTEMPTS)
        .execute();
    }
  });
}

export async function countSuspects({ database }: JournalPorts): Promise<number> {
  const { total } = await brokenRuns(database.query, database)
    .select(sql<number | string>`count(distinct user_id)`.as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Runs that were broken off more than once at one place, in words that an index has an answer to. */
function brokenRuns(
  query: Kysely<Tables>,
  database: Database,
): SelectQueryBuilder<Tables, "workflow_runs", object> {
  const since = databaseTime(database, -REMEMBERED_MS);
  return query
    .selectFrom("workflow_runs")
    .where(sql<boolean>`attempts > 1`)
    .where(sql<boolean>`coalesce(finished_at, '9') > ${since}`);
}
