/** Claims that end before their run does, and what the end of a server says of the runs that it was at. */
import { type Kysely, sql } from "kysely";
import type { Claim } from "../../run/workflow/index.ts";
import { databaseTime, type Tables } from "../data/index.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { noteEnd, pauseUser } from "./pauses.ts";

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
    for (const userId of new Set(left.map(({ user_id }) => user_id)))
      await pauseUser(transaction, database, userId);
  });
}
