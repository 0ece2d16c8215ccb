import { sql } from "kysely";
import type { ChangeMark, MarkedChanges } from "../../registry/contract/index.ts";
import type { Database } from "../data/index.ts";
import { COLUMNS } from "./list.ts";
import { type SkillRow, toSummaries } from "./records.ts";
import { readHorizon } from "./search/entries.ts";

/** Skills that were touched since a mark, beyond which a later one is cheaper. */
const MOST_ROWS = 200;

/**
 * Every write to a skill gives it a number, in the same transaction, so that a reader of any process sees both or none.
 * Numbers of transactions may be committed out of order; therefore all that are not surely past are compared one by one,
 * by what a list shows of the skill: downloads are written as well, and change nothing there.
 */
export async function markChanges(database: Database, since?: ChangeMark): Promise<ChangeMark> {
  if (since !== undefined) {
    const rows = await readSince(database, since.horizon);
    const seen = rows.join();
    if (seen === since.seen) return since;
    if (rows.length <= MOST_ROWS) return { horizon: since.horizon, seen };
  }
  const horizon = await readHorizon(database);
  return { horizon, seen: (await readSince(database, horizon)).join() };
}

/** The rows that say something else than at the mark, as a list shows them. */
export async function changesSince(
  database: Database,
  since: ChangeMark,
): Promise<MarkedChanges | undefined> {
  const rows = await readSince(database, since.horizon);
  const before = new Set(since.seen.split(","));
  const numbers = rows.filter((row) => !before.has(row)).map((row) => Number(row.split(" ")[0]));
  // One that is gone altogether has left nothing by which it could be told.
  const now = new Set(rows.map((row) => row.split(" ")[0]));
  const isGone = [...before].some((row) => row !== "" && !now.has(row.split(" ")[0]));
  if (isGone || rows.length > MOST_ROWS) return undefined;
  const mark = { horizon: since.horizon, seen: rows.join() };
  if (numbers.length === 0) return { mark, skills: [] };
  const { rows: found } = await sql<SkillRow>`select ${COLUMNS} from market_skills
    where number in (${sql.join(numbers)})`.execute(database.query);
  const summaries = await toSummaries(database.query, found);
  return {
    mark,
    skills: summaries.map((skill, index) => ({ skill, isListed: found[index]?.is_listed === 1 })),
  };
}

async function readSince({ query }: Database, horizon: number): Promise<readonly string[]> {
  const { rows } = await sql<{
    readonly number: number;
    readonly latest_id: string | null;
    readonly is_listed: number;
    readonly visibility: string;
  }>`select number, latest_id, is_listed, visibility from market_skills
    where changed >= ${horizon} order by number`.execute(query);
  return rows.map(({ number, latest_id: latest, is_listed: isListed, visibility }) =>
    [number, latest, isListed, visibility].join(" "),
  );
}
