/** Runs that were at work when servers ended: when they may be tried again. */
import { sql } from "kysely";
import { MOST_ATTEMPTS } from "../../run/workflow/index.ts";
import { databaseTime } from "../data/index.ts";
import type { JournalPorts } from "./journal-ports.ts";
import { REMEMBERED_MS } from "./pauses.ts";

const FIRST_CALM_MS = 5000;
const MOST_CALM_MS = 60_000;
/** People wait for runs on their last attempt after whatever ended the servers is over. */
const MOST_CONTROL_MS = 20_000;

interface Suspect {
  readonly id: string;
  readonly attempts: number;
  readonly wants_cancel: number;
}

/**
 * Those of some runs that may be tried again now, or only have to be ended. Where two servers ended at runs of one user,
 * one has to live for a while without them first, and longer than the last one did with a run on its last attempt: a
 * server that ends in that time as well does not end by them, however often it is killed.
 */
export async function chooseTried<Run extends Suspect>(
  ports: Pick<JournalPorts, "database">,
  runs: readonly Run[],
  livedMs: number = Infinity,
): Promise<readonly Run[]> {
  const isOver = ({ attempts, wants_cancel }: Run): boolean =>
    attempts >= MOST_ATTEMPTS || wants_cancel === 1;
  if (runs.every(isOver)) return runs;
  const { suspected, sinceMs } = await readEnds(ports);
  // Of a server that ended with nothing at work nobody has taken note.
  const quietMs = Math.min(livedMs, sinceMs);
  const calmMs = suspected === 0 ? 0 : Math.min(MOST_CALM_MS, FIRST_CALM_MS * 4 ** (suspected - 1));
  const last = runs.filter(({ attempts }) => attempts === MOST_ATTEMPTS - 1);
  const lives = await readLives(ports, last);
  return runs.filter((run) => {
    const controlMs = Math.min(MOST_CONTROL_MS, lives.get(run.id) ?? 0);
    return isOver(run) || quietMs >= Math.max(calmMs, controlMs);
  });
}

/** How many users have runs at which two servers ended, and how long ago any server did. */
async function readEnds({ database }: Pick<JournalPorts, "database">): Promise<{
  readonly suspected: number;
  readonly sinceMs: number;
}> {
  const recent = database.query
    .selectFrom("workflow_ends")
    .where("ended_at", ">", databaseTime(database, -REMEMBERED_MS));
  const users = recent
    .select("user_id")
    .groupBy("user_id")
    .having(sql<boolean>`count(distinct server) > 1`);
  const { suspected } = await database.query
    .selectFrom(users.as("suspects"))
    .select(sql<number | string>`count(*)`.as("suspected"))
    .executeTakeFirstOrThrow();
  const { last, now } = await recent
    .select([sql<string | null>`max(ended_at)`.as("last"), databaseTime(database).as("now")])
    .executeTakeFirstOrThrow();
  return {
    suspected: Number(suspected),
    sinceMs: last === null ? Infinity : Date.parse(now) - Date.parse(last),
  };
}

/** How long it took from one server that ended at a run to the next one. */
async function readLives(
  { database }: Pick<JournalPorts, "database">,
  runs: readonly Suspect[],
): Promise<ReadonlyMap<string, number>> {
  if (runs.length === 0) return new Map();
  const ids = runs.map(({ id }) => id);
  const rows = await database.query
    .selectFrom("workflow_ends")
    .select(["run_id", "ended_at"])
    .where("run_id", "in", ids)
    .orderBy("ended_at")
    .execute();
  const lives = new Map<string, number>();
  const before = new Map<string, number>();
  for (const { run_id, ended_at } of rows) {
    const at = Date.parse(ended_at);
    const known = before.get(run_id);
    if (known !== undefined) lives.set(run_id, at - known);
    before.set(run_id, at);
  }
  return lives;
}
