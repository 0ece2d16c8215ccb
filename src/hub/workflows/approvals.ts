/** Questions that runs have put to people. */
import type { User } from "../accounts/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import type { WorkflowPorts } from "./ports.ts";
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

/** What the user may answer: of one's own runs, and of runs of one's own workflows. The oldest first. */
export async function listApprovals(
  { database }: Pick<WorkflowPorts, "database">,
  user: User,
  { count, offset }: { readonly count: number; readonly offset: number },
): Promise<ApprovalPage> {
  const rows = await database.query
    .selectFrom("workflow_waits as wait")
    .innerJoin("workflow_runs as run", "run.id", "wait.run_id")
    .innerJoin("workflows as flow", "flow.id", "run.workflow_id")
    .select(["wait.run_id", "wait.node_id", "wait.message", "wait.created_at", "wait.wake_at"])
    .select(["run.workflow_id", "run.workflow_name"])
    .where("wait.waits_for", "=", "approval")
    .where("wait.decision", "is", null)
    .where("run.status", "=", "running")
    .where((where) =>
      where.or([where("run.user_id", "=", user.id), where("flow.owner_id", "=", user.id)]),
    )
    .orderBy("wait.created_at")
    .orderBy("wait.run_id")
    .orderBy("wait.node_id")
    .limit(count + 1)
    .offset(offset)
    .execute();
  return {
    items: rows.slice(0, count).map((row) => ({
      runId: row.run_id,
      nodeId: row.node_id,
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      message: row.message ?? "",
      askedAt: row.created_at,
      expiresAt: row.wake_at,
    })),
    next: rows.length > count ? offset + count : undefined,
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
