import type { Database } from "../data/index.ts";

/** So many at once, so that nobody waits long for a database that is locked meanwhile. */
const BATCH = 500;

/** Takes away the records of runs and workflows that ended before a moment, with their steps and events. */
export async function forgetRuns(
  { query }: Pick<Database, "query">,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  const runs = (): Promise<number> =>
    remove(async () => {
      const old = query.selectFrom("runs").select("id").where("started_at", "<", before);
      return await query.deleteFrom("runs").where("id", "in", old.limit(BATCH)).executeTakeFirst();
    });
  const executions = (): Promise<number> =>
    remove(async () => {
      const old = query.selectFrom("workflow_runs").select("id").where("finished_at", "<", before);
      return await query
        .deleteFrom("workflow_runs")
        .where("id", "in", old.limit(BATCH))
        .executeTakeFirst();
    });
  for (const batch of [runs, executions])
    for (let removed = BATCH; removed >= BATCH && !signal.aborted;) {
      removed = await batch();
      count += removed;
    }
  return count;
}

async function remove(run: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<number> {
  const { numDeletedRows } = await run();
  return Number(numDeletedRows);
}
