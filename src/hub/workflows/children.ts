/** Runs that nodes of other runs have started. */
import { sql } from "kysely";
import { hashOf } from "../../platform/index.ts";
import {
  type ChildRuns,
  DataBudget,
  type FamilyRun,
  NodeError,
  type WorkflowEngine,
} from "../../run/workflow/index.ts";
import { type Json, SkillError } from "../../skill/index.ts";
import { asPerson, findUser, type User } from "../accounts/index.ts";
import { type Execution, provideServices } from "./executions.ts";
import type { WorkflowPorts } from "./ports.ts";
import { removeRun } from "./remove.ts";
import { findWorkflow, findWorkflowNamed, type Workflow } from "./workflows.ts";

/** How deep runs may start others. */
const MOST_DEPTH = 5;
/** Runs of a family: a list of lists of lists would have no end. */
const MOST_RUNS = 2000;

type Ports = Omit<WorkflowPorts, "engine" | "bell"> & { readonly engine: () => WorkflowEngine };

/** The runs that a node of a user's run has started. */
export function listChildren(
  ports: Ports,
  user: User,
): (run: FamilyRun, nodeId: string) => ChildRuns {
  const { query } = ports.database;
  return (run, nodeId) => {
    const mine = query
      .selectFrom("workflow_runs")
      .where("parent_id", "=", run.id)
      .where("parent_node", "=", nodeId);
    return {
      start: async ({ index, workflow, input }) => {
        const id = hashOf(`run of a run ${run.id} ${nodeId} ${index}`).slice(0, 32);
        const there = await query
          .selectFrom("workflow_runs")
          .select("status")
          .where("id", "=", id)
          .executeTakeFirst();
        // What made room before its parent was resumed is in the way until it is removed.
        if (there?.status === "deleted") await removeRun(ports.database, id);
        else if (there !== undefined) return;
        await startChild(ports, user, run, { id, nodeId, index, workflow, input });
      },
      list: async () => {
        const rows = await mine
          .select([sql<number>`child_index`.as("index"), "status", "error"])
          .where("status", "!=", "deleted")
          .$narrowType<{ readonly status: Execution["status"] }>()
          .orderBy("child_index")
          .execute();
        return rows.map(({ index, status, error }) => ({ index, status, error }));
      },
      dropFailed: async () => {
        const failed = await mine
          .select("id")
          .where("status", "in", ["failed", "cancelled"])
          .execute();
        for (const { id } of failed) await removeRun(ports.database, id);
      },
      outputs: async (indexes) => {
        const found = new Map<number, Json>();
        const budget = new DataBudget();
        // One after the other: a thousand of them may come to more than the memory holds.
        for (const index of indexes) {
          const row = await mine
            .select("output")
            .where("child_index", "=", index)
            .executeTakeFirst();
          if (typeof row?.output !== "string") continue;
          // We wrote it ourselves.
          const output = JSON.parse(row.output) as Json;
          budget.spend(output);
          found.set(index, output);
        }
        return found;
      },
    };
  };
}

interface NewChild {
  readonly id: string;
  readonly nodeId: string;
  readonly index: number;
  readonly workflow: string;
  readonly input: string;
}

async function startChild(
  ports: Ports,
  user: User,
  run: FamilyRun,
  { id, nodeId, index, workflow: named, input }: NewChild,
): Promise<void> {
  const depth = (run.parent?.depth ?? 0) + 1;
  if (depth > MOST_DEPTH)
    throw new NodeError(`Workflows start others more than ${MOST_DEPTH} levels deep`);
  const rootId = run.parent?.rootId ?? run.id;
  const { total } = await ports.database.query
    .selectFrom("workflow_runs")
    .select(sql<number | string>`count(*)`.as("total"))
    .where("root_id", "=", rootId)
    .executeTakeFirstOrThrow();
  if (Number(total) > MOST_RUNS)
    throw new NodeError(`The run has started more than ${MOST_RUNS} others`);
  try {
    const workflow = await findFor(ports, user, run, named);
    const { authors = [], bases = [] } = run.lending ?? {};
    await ports.engine().start({
      id,
      workflowId: workflow.id,
      workflowName: workflow.name,
      userId: user.id,
      graph: workflow.graph,
      input,
      ...(run.model === undefined ? {} : { model: run.model }),
      parent: { runId: run.id, nodeId, index, rootId, depth },
      ...provideServices(user, [...authors, workflow.ownerId], bases),
    });
  } catch (error) {
    if (!SkillError.isInstance(error) || error instanceof NodeError) throw error;
    throw new NodeError(error.diagnostic.message, error);
  }
}

/**
 * By its id, or else by the name of one that belongs to whoever wrote the workflow that asks for it. A run of what others
 * wrote starts nothing that one of them may not see: what the user keeps from them would answer them.
 */
async function findFor(
  ports: Ports,
  user: User,
  { workflowId, lending }: FamilyRun,
  named: string,
): Promise<Workflow> {
  const { owner_id: ownerId } = await ports.database.query
    .selectFrom("workflows")
    .select("owner_id")
    .where("id", "=", workflowId)
    .executeTakeFirstOrThrow();
  const { id } = (await findWorkflowNamed(ports, ownerId, named)) ?? { id: named };
  for (const authorId of lending?.authors ?? []) {
    const author = await findUser(ports, authorId);
    if (author !== undefined) await findWorkflow(ports, asPerson(author), id);
  }
  return await findWorkflow(ports, user, id);
}
