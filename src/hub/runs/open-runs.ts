import { sql, type Transaction } from "kysely";
import type { Database, Tables } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import { type RunContent, type RunInputs, toContentRow, toJson } from "./content.ts";
import { toRunRow, type RunPurpose, type RunRecord } from "./run-row.ts";

/** Which processes there are, as far as this one can tell. */
export interface Processes {
  /** The name of this one; undefined where it cannot show that it lives. */
  readonly owner: () => string | undefined;
  readonly isGone: (owner: string) => Promise<boolean>;
}

export interface RunBegin extends RunPurpose {
  readonly id: string;
  readonly startedAt: string;
  /** Kept where the run breaks off; absent: not kept. */
  readonly inputs?: RunInputs;
}

/** Notes that a run has begun. Whoever finds the note of a process that is gone knows that it was broken off. */
export async function noteBegin(
  { query }: Pick<Database, "query">,
  owner: string,
  { id, startedAt, inputs, ...purpose }: RunBegin,
): Promise<void> {
  await query
    .insertInto("open_runs")
    .values({
      id,
      owner,
      user_id: purpose.userId,
      kind: purpose.kind,
      skill: purpose.skill ?? null,
      session_id: purpose.sessionId ?? null,
      started_at: startedAt,
      request_id: purpose.requestId,
      inputs: inputs === undefined ? null : toJson(inputs),
    })
    .execute();
}

interface EndOptions {
  readonly content?: RunContent | undefined;
  /** What a user may have: the oldest records and contents make room. Default: as many as there are. */
  readonly quotas?: Pick<Quotas, "runs" | "bytes">;
}

/** Older records that make room at one time, should the number have been lowered. */
const MOST_FORGOTTEN = 500;

/** Writes down what became of a run, in place of the note that it has begun. */
export async function noteEnd(
  { query }: Pick<Database, "query">,
  run: RunRecord,
  { content, quotas }: EndOptions = {},
): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("open_runs").where("id", "=", run.id).execute();
    // Others may have taken this process for dead, and were wrong.
    await transaction.deleteFrom("runs").where("id", "=", run.id).execute();
    await transaction
      .insertInto("runs")
      .values({ ...toRunRow(run), ...(content === undefined ? {} : toContentRow(content)) })
      .execute();
    if (quotas !== undefined) await deleteOldest(transaction, run.userId, quotas);
  });
}

/** Contents of runs have this part of the bytes of a user: users do not delete them one by one, and the rest stays free. */
const RUNS_PART = 0.1;

async function deleteOldest(
  transaction: Transaction<Tables>,
  userId: string,
  { runs, bytes }: Pick<Quotas, "runs" | "bytes">,
): Promise<void> {
  const newest = transaction
    .selectFrom("runs")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("started_at", "desc")
    .orderBy("id");
  if (runs > 0)
    await transaction
      .deleteFrom("runs")
      .where("id", "in", newest.limit(MOST_FORGOTTEN).offset(runs))
      .execute();
  if (bytes === 0) return;
  const most = bytes * RUNS_PART;
  const { total } = await transaction
    .selectFrom("runs")
    .select(({ fn }) => fn.sum<number | string | null>("size").as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(total ?? 0) <= most) return;
  const summed = newest
    .clearOrderBy()
    .select(
      sql<number>`sum(size) over (order by started_at desc, id rows unbounded preceding)`.as(
        "total",
      ),
    )
    .as("summed");
  await transaction
    .updateTable("runs")
    .set({ inputs: null, answer: null, events: null, size: 0 })
    .where("id", "in", transaction.selectFrom(summed).select("id").where("total", ">", most))
    .where("size", ">", 0)
    .execute();
}

const BROKEN_OFF = "The server went down before the end";

/** Records runs of processes that are gone as interrupted; how long they took is unknown. */
export async function endLeftRuns(
  { query }: Pick<Database, "query">,
  processes: Processes,
): Promise<void> {
  const owners = await query.selectFrom("open_runs").select("owner").distinct().execute();
  for (const { owner } of owners) {
    if (owner === processes.owner() || !(await processes.isGone(owner))) continue;
    await query.transaction().execute(async (transaction) => {
      // Of several servers that find them, the one that takes a note away writes it down.
      const left = await transaction
        .deleteFrom("open_runs")
        .where("owner", "=", owner)
        .returningAll()
        .execute();
      for (const { owner: _gone, ...begun } of left)
        await transaction
          .insertInto("runs")
          .values({
            ...begun,
            size: Buffer.byteLength(begun.inputs ?? ""),
            model: null,
            status: "error",
            message: BROKEN_OFF,
            input_tokens: null,
            output_tokens: null,
            cost: null,
            duration_ms: 0,
            first_token_ms: null,
          })
          .execute();
    });
  }
}
