import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * The present moment, or one after it, as the database knows it: servers that share a database may have clocks that
 * differ, and one that is ahead would take others for dead.
 */
export function databaseTime({ kind }: Pick<Database, "kind">, afterMs = 0): RawBuilder<string> {
  const seconds = afterMs / 1000;
  return kind === "postgres"
    ? sql<string>`to_char((clock_timestamp() + make_interval(secs => ${seconds}::double precision)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds >= 0 ? "+" : ""}${seconds.toFixed(3)} seconds`})`;
}
