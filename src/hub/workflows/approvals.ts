/** Questions that runs have put to people. */
import type { User } from "../accounts/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { fitting } from "./fitting.ts";
import type { WorkflowPorts } from "./ports.ts";
import { oldestQuestions, type Question, withdrawQuestions } from "./questions.ts";
import { wake } from "./waits.ts";

export interface Approval {
  readonly runId: string;
  readonly nodeId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly message: string;
  readonly askedAt: string;
  /** After this it counts as refused. */
  readonly expiresAt: string | null;
}

export interface ApprovalPage {
  readonly items: readonly Approval[];
  readonly next: number | undefined;
}

/** A page ends before its questions have more bytes than this; one comes in any case. */
const MOST_PAGE_BYTES = 2_000_000;

/** What the user may answer: of one's own runs, and of runs of one's own workflows. The oldest first. */
export async function listApprovals(
  { database: { query } }: Pick<WorkflowPorts, "database">,
  user: User,
  { count, offset }: { readonly count: number; readonly offset: number },
): Promise<ApprovalPage> {
  // One more than asked for tells whether there are others.
  const found = (await oldestQuestions(query, user.id, offset + count + 1)).slice(offset);
  const page = fitting(found, MOST_PAGE_BYTES).slice(0, count);
  const next = page.length < found.length ? offset + page.length : undefined;
  if (page.length === 0) return { items: [], next };
  const rows = await query
    .selectFrom("workflow_waits as wait")
    .innerJoin("workflow_runs as run", "run.id", "wait.run_id")
    .select(["wait.run_id", "wait.node_id", "wait.message", "wait.created_at", "wait.wake_at"])
    .select(["run.workflow_id", "run.workflow_name"])
    .where((where) =>
      where.or(
        page.map(({ run_id, node_id }) =>
          where.and({ "wait.run_id": run_id, "wait.node_id": node_id }),
        ),
      ),
    )
    .where("run.workflow_id", "not in", (deleted) =>
      deleted.selectFrom("workflows").select("id").where("deleted_at", "is not", null),
    )
    .execute();
  const places = new Map(page.map(({ run_id, node_id }, at) => [`${run_id}/${node_id}`, at]));
  const placeOf = ({ run_id, node_id }: Pick<Question, "run_id" | "node_id">): number =>
    places.get(`${run_id}/${node_id}`) ?? 0;
  return {
    items: rows
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((row) => ({
        runId: row.run_id,
        nodeId: row.node_id,
        workflowId: row.workflow_id,
        workflowName: row.workflow_name,
        message: row.message ?? "",
        askedAt: row.created_at,
        expiresAt: row.wake_at,
      })),
    next,
  };
}

export interface Answer {
  readonly isApproved: boolean;
  readonly comment: string;
}

/** Answers once: the first word counts. Whoever may not answer is told that there is no such question. */
export async function decideApproval(
  { database, engine }: Pick<WorkflowPorts, "database" | "engine">,
  user: User,
  { runId, nodeId }: { readonly runId: string; readonly nodeId: string },
  { isApproved, comment }: Answer,
): Promise<void> {
  const isDecided = await database.query.transaction().execute(async (transaction) => {
    // The run comes first in every transaction.
    await wake(transaction, runId);
    const run = await transaction
      .selectFrom("workflow_runs as run")
      .innerJoin("workflows as flow", "flow.id", "run.workflow_id")
      .select(["run.status", "run.user_id", "flow.owner_id"])
      .where("run.id", "=", runId)
      .where("flow.deleted_at", "is", null)
      .executeTakeFirst();
    const mayDecide =
      user.role === "admin" || run?.user_id === user.id || run?.owner_id === user.id;
    if (run === undefined || !mayDecide)
      throw workflowProblem(workflowCodes.notFound, "id", `Execution ${runId} not found`);
    const { numUpdatedRows } = await transaction
      .updateTable("workflow_waits")
      .set({
        decision: isApproved ? "approved" : "refused",
        decided_by: user.email,
        // PostgreSQL keeps no text with a NUL in it.
        comment: comment.replaceAll("\0", ""),
      })
      .where("run_id", "=", runId)
      .where("node_id", "=", nodeId)
      .where("waits_for", "=", "approval")
      .where("decision", "is", null)
      .executeTakeFirst();
    await withdrawQuestions(transaction, runId, nodeId);
    return run.status === "running" && Number(numUpdatedRows) > 0;
  });
  if (!isDecided)
    throw workflowProblem(
      workflowCodes.conflict,
      "id",
      `Execution ${runId} does not wait for an answer at node '${nodeId}'`,
    );
  await engine.hurry(runId);
}
