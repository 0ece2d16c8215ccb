import { sql } from "kysely";
import { nextTurn } from "../../../platform/machine/index.ts";
import type { Database } from "../../data/index.ts";
import { writeTerms } from "./write-terms.ts";

/** Skills that are indexed in one transaction, before others get their turn. */
const AT_A_TIME = 50;

/** Indexes skills that were published before there was this index; a server that is ended meanwhile goes on with the rest. */
export async function fillSearch(database: Database, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  for (;;) {
    if (signal?.aborted === true) return filled;
    const count = await fillSome(database);
    filled += count;
    if (count < AT_A_TIME) return filled;
    await nextTurn();
  }
}

async function fillSome({ kind, query }: Database): Promise<number> {
  return await query.transaction().execute(async (transaction) => {
    // Two servers may do this at once: what one has taken, the other leaves out.
    const lock = sql.raw(kind === "postgres" ? "for update skip locked" : "");
    const { rows } = await sql<{ id: string }>`select id from market_skills
      where is_listed = 1 and terms_at = 0 order by number limit ${AT_A_TIME} ${lock}`.execute(
      transaction,
    );
    await writeTerms(
      kind,
      transaction,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}
