import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { until } from "../../../test/support/wait.ts";
import type { Database } from "../data/index.ts";
import { findWords } from "./find-words.ts";

const DOCUMENT = {
  id: "d",
  chunkCount: 1,
  first: 1,
  last: 1,
  model: null,
  generation: 0,
  vectorCount: 0,
};

function searchOften(database: Database): readonly Promise<readonly string[]>[] {
  return Array.from({ length: 24 }, (_none, index) =>
    findWords(database, {
      baseId: `base-${index % 6}`,
      documents: [DOCUMENT],
      isWhole: true,
      words: ["word"],
      count: 5,
    }),
  );
}

/** Whatever is done while no search in PostgreSQL comes to an end. */
async function whileBlocked(
  { query }: Database,
  work: (waiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    await sql`lock table chunks in access exclusive mode`.execute(transaction);
    await work(async () => {
      const { rows } = await sql<{ readonly count: string }>`select count(*) from pg_locks
        where not granted and relation = 'chunks'::regclass`.execute(transaction);
      return Number(rows[0]?.count);
    });
  });
}

describeOnDatabases("many searches for words at once", ({ kind, open }) => {
  it("[BX-14] come to an end, and leave connections for everybody else", async () => {
    const database = await open();
    let searches: readonly Promise<readonly string[]>[] = [];
    if (kind === "sqlite") searches = searchOften(database);
    else
      await whileBlocked(database, async (waiting) => {
        searches = searchOften(database);
        await until("searches wait", async () => (await waiting()) >= 3);
        const { rows } = await sql`select 1 as one`.execute(database.query);
        expect(rows).toEqual([{ one: 1 }]);
        expect(await waiting()).toBe(3);
      });
    expect(await Promise.all(searches)).toEqual(searches.map(() => []));
  });
});
