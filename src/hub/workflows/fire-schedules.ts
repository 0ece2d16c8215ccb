/** Starts what is due. Every server looks, and each time starts one run, whoever comes first. */
import { SkillError } from "../../skill/index.ts";
import { findUser } from "../accounts/index.ts";
import { databaseTime } from "../data/index.ts";
import { nextAfter, type Rhythm } from "./cron.ts";
import { countOpenRuns, AlreadyDelivered } from "./deliveries.ts";
import { startExecution } from "./executions.ts";
import type { WorkflowPorts } from "./ports.ts";
import { databaseNow, isTriggerOpen, toIsoTime, toTrigger, type Trigger } from "./triggers.ts";
import { findWorkflow } from "./workflows.ts";

/** Schedules that are looked at together. */
const AT_A_TIME = 50;
/** A time that is so long ago was missed. */
const GRACE_MS = 5 * 60_000;
/** Missed times that are made up for at most. */
const MOST_MADE_UP = 24;
/** Runs of one schedule that may be open; a time that finds so many is passed over. */
const MOST_OPEN = 10;

export interface FireOptions {
  readonly stopping: AbortSignal;
  /** Counts a run for an account; false: it has had as many as it may have. */
  readonly mayRun: (ownerId: string) => Promise<boolean>;
  /** Hears of what no user could change; the other schedules go on. */
  readonly onProblem: (error: unknown) => void;
}

export async function fireSchedules(ports: WorkflowPorts, options: FireOptions): Promise<void> {
  const { database } = ports;
  const now = await databaseNow(ports);
  const due = await database.query
    .selectFrom("workflow_triggers")
    .innerJoin("workflows", "workflows.id", "workflow_triggers.workflow_id")
    .selectAll("workflow_triggers")
    .select(({ fn }) => [
      "workflows.owner_id",
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy("workflows.owner_id").orderBy("next_at"))
        .as("turn"),
    ])
    .where("is_enabled", "=", 1)
    .where("next_at", "<=", databaseTime(database))
    .where(isTriggerOpen(ports))
    // One of each account after the other, however many of one are due.
    .orderBy("turn")
    .orderBy("next_at")
    .limit(AT_A_TIME)
    .execute();
  for (const row of due) {
    if (options.stopping.aborted) return;
    const trigger = { ...toTrigger(row), workflowId: row.workflow_id, ownerId: row.owner_id };
    await fire({ ...ports, ...options }, trigger, now);
  }
}

type FirePorts = WorkflowPorts & FireOptions;

interface Due extends Trigger {
  readonly workflowId: string;
  readonly ownerId: string;
}

async function fire(ports: FirePorts, trigger: Due, now: number): Promise<void> {
  const { id, rhythm, nextAt } = trigger;
  if (rhythm === undefined || nextAt === null) return;
  let problem: string | undefined;
  let next: number | undefined;
  try {
    next = nextAfter(rhythm, now);
    for (const key of timesToRun(trigger, rhythm, Date.parse(nextAt), now)) {
      problem = await start(ports, trigger, key);
      if (problem !== undefined) break;
    }
  } catch (error) {
    ports.onProblem(error);
    problem = "The server failed to start it";
  }
  // Whoever was faster has set it already. Last: a server that ends before this leaves the time due, and what it has
  // started is known by its key.
  await ports.database.query
    .updateTable("workflow_triggers")
    .set({
      next_at: toIsoTime(next),
      last_at: toIsoTime(now),
      last_error: problem ?? null,
    })
    .where("id", "=", id)
    .where("next_at", "=", nextAt)
    .execute();
}

/** The times, as keys that are the same on every server that looks. */
function timesToRun(
  { missed }: Trigger,
  rhythm: Rhythm,
  first: number,
  now: number,
): readonly string[] {
  const key = new Date(first).toISOString();
  if (missed === "all") {
    const times: number[] = [];
    for (
      let time: number | undefined = first;
      time !== undefined && time <= now && times.length < MOST_MADE_UP;
      time = nextAfter(rhythm, time)
    )
      times.push(time);
    return times.map((time) => new Date(time).toISOString());
  }
  const recent = now - first <= GRACE_MS ? first : nextAfter(rhythm, now - GRACE_MS);
  return missed === "once" || (recent !== undefined && recent <= now) ? [key] : [];
}

/** Why nothing was started; undefined: there is a run for this time. */
async function start(
  ports: FirePorts,
  { id: triggerId, workflowId, ownerId, input }: Due,
  key: string,
): Promise<string | undefined> {
  const user = await findUser(ports, ownerId);
  if (user?.isActive !== true) return "User account is disabled";
  if ((await countOpenRuns(ports, triggerId)) >= MOST_OPEN)
    return `${MOST_OPEN} runs of this schedule have not ended`;
  if (!(await ports.mayRun(ownerId)))
    return "There were as many runs by schedules as an account may have in this time";
  try {
    const workflow = await findWorkflow(ports, user, workflowId);
    const delivery = { triggerId, key };
    await startExecution(ports, user, workflow, { input: input ?? "", delivery });
    return undefined;
  } catch (error) {
    if (error instanceof AlreadyDelivered) return undefined;
    // What the user could change: another server would meet it as well.
    if (SkillError.isInstance(error)) return error.diagnostic.message;
    throw error;
  }
}
