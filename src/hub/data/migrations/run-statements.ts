import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/index.ts";

/** For statements that both databases read alike. */
export async function runStatements(
  database: Kysely<Tables>,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
