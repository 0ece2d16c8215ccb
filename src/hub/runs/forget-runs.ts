import type { Database } from "../data/index.ts";

/** So many at once, so that other writers do not wait long for the database. */
const BATCH = 500;

/** Takes away the records of runs that began before a moment. */
export async function deleteOldRuns(
  { query }: Pick<Database, "query">,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let removed = BATCH; removed >= BATCH && !signal.aborted;) {
    const old = query.selectFrom("runs").select("id").where("started_at", "<", before);
    const { numDeletedRows } = await query
      .deleteFrom("runs")
      .where("id", "in", old.limit(BATCH))
      .executeTakeFirst();
    removed = Number(numDeletedRows);
    count += removed;
  }
  return count;
}
