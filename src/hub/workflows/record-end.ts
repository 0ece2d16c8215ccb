import type { Transaction } from "kysely";
import { addSpent, type Spent } from "../../run/execute/index.ts";
import type { NodeResult, RunEnd } from "../../run/workflow/index.ts";
import type { Tables } from "../data/index.ts";
import { rowOf, type RunRecord } from "../runs/index.ts";

export interface EndedRun {
  readonly runId: string;
  readonly end: RunEnd;
  /** What nodes have spent that left no result. */
  readonly lost: Spent | undefined;
  readonly now: string;
}

const STATUS = { completed: "success", failed: "error", cancelled: "cancelled" } as const;

/**
 * Writes a run of a workflow down among the runs that are over, under its own id. One that is resumed ends more than
 * once: then the record of its last end has everything that it has cost.
 */
export async function recordEnd(
  transaction: Transaction<Tables>,
  { runId, end, lost, now }: EndedRun,
): Promise<RunRecord | undefined> {
  const run = await transaction
    .selectFrom("workflow_runs")
    .select(["user_id", "created_at"])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (run === undefined) return undefined;
  const steps = await transaction
    .selectFrom("workflow_steps")
    .select(["usage", "finished_at"])
    .where("run_id", "=", runId)
    // An index has these: results may be long.
    .where("usage", "is not", null)
    .orderBy("finished_at")
    .execute();
  const last = await takeLast(transaction, runId);
  const spent = steps.map(({ usage, finished_at }) => ({ finished_at, usage: readUsage(usage) }));
  const before = last && spent.filter(({ finished_at }) => finished_at <= last.endedAt);
  const record: RunRecord = {
    id: runId,
    userId: run.user_id,
    requestId: runId,
    kind: "workflow",
    status: STATUS[end.status],
    message: end.status === "completed" ? "Workflow completed" : end.error.replaceAll("\0", ""),
    startedAt: run.created_at,
    durationMs: Math.max(0, Date.parse(now) - Date.parse(run.created_at)),
    ...sumOf([
      // What was lost at earlier ends: all that the last record has beyond results.
      last && before && less(last.spent, sumOf(before.map(({ usage }) => usage))),
      ...spent.map(({ usage }) => usage),
      lost,
    ]),
  };
  await transaction.insertInto("runs").values(rowOf(record)).execute();
  return record;
}

type Usage = NonNullable<NodeResult["usage"]>;

async function takeLast(
  transaction: Transaction<Tables>,
  runId: string,
): Promise<{ readonly endedAt: string; readonly spent: Usage } | undefined> {
  const row = await transaction
    .selectFrom("runs")
    .select(["started_at", "duration_ms", "input_tokens", "output_tokens", "cost"])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await transaction.deleteFrom("runs").where("id", "=", runId).execute();
  return {
    endedAt: new Date(Date.parse(row.started_at) + row.duration_ms).toISOString(),
    spent: {
      ...(row.input_tokens === null ? {} : { inputTokens: row.input_tokens }),
      ...(row.output_tokens === null ? {} : { outputTokens: row.output_tokens }),
      ...(row.cost === null ? {} : { cost: row.cost }),
    },
  };
}

function readUsage(usage: string | null): Usage {
  // We wrote it ourselves.
  return usage === null ? {} : (JSON.parse(usage) as Usage);
}

function sumOf(parts: readonly (Usage | undefined)[]): Usage {
  const total = parts.reduce<Spent | undefined>((sum, part) => {
    if (part === undefined) return sum;
    // The name of the model may be unknown; whoever comes last has it.
    return addSpent(sum, { ...part, model: part.model ?? sum?.model ?? "" });
  }, undefined);
  if (total === undefined) return {};
  const { model, ...counted } = total;
  return { ...counted, ...(model === "" ? {} : { model }) };
}

function less(whole: Usage, part: Usage): Usage {
  const rest = (key: "inputTokens" | "outputTokens" | "cost"): object =>
    whole[key] === undefined ? {} : { [key]: Math.max(0, whole[key] - (part[key] ?? 0)) };
  return { ...rest("inputTokens"), ...rest("outputTokens"), ...rest("cost") };
}
