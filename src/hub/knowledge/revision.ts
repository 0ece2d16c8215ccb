import type { Kysely } from "kysely";
import type { Tables } from "../data/index.ts";

/** Tells every process that there is more or less to find in a base; in the transaction of what has changed. */
export async function raiseRevision(query: Kysely<Tables>, baseId: string): Promise<void> {
  await query
    .updateTable("knowledge_bases")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
    .where("id", "=", baseId)
    .execute();
}
