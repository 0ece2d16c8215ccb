import { type Selectable, sql } from "kysely";
import { newId, nextTurn } from "../../platform/machine/index.ts";
import type { ChatMessage } from "../../run/models/index.ts";
import {
  beginAt,
  keepsAnswers,
  inputsOf,
  type NewRun,
  type NodeResult,
  readInputs,
  readInputText,
  type WorkflowGraph,
} from "../../run/workflow/index.ts";
import type { Json } from "../../skill/index.ts";
import type { User } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { fitting } from "./fitting.ts";
import { isUserPaused, PAUSED, waitsUntil } from "./pauses.ts";
import type { WorkflowPorts } from "./ports.ts";
import type { Workflow } from "./workflows.ts";

export interface Execution {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly userId: string;
  readonly input: string;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  readonly output: Json;
  readonly error: string | null;
  readonly failedNode: string | null;
  /** Since a node last finished; after three that ended with the server it is given up. */
  readonly attempts: number;
  /** The run whose node has started it. */
  readonly parentId: string | null;
  /** Nobody works on it for a while, and why; null: it is over, or goes on as soon as there is room. */
  readonly pause: { readonly until: string; readonly reason: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
}

export interface FinishedNode {
  readonly nodeId: string;
  readonly result: NodeResult;
  readonly finishedAt: string;
}

export interface ExecutionRequest {
  /** A text; what a workflow with declared inputs makes of it, `readInputText` says. */
  readonly input?: string | undefined;
  /** Values of the inputs that the workflow declares. */
  readonly inputs?: { readonly [name: string]: unknown } | undefined;
  /** Whether inputs that nobody has declared are passed over; default: they are refused. */
  readonly skipsUnknown?: boolean;
  /** What starts the run by itself. */
  readonly delivery?: NewRun["delivery"];
  readonly model?: string | undefined;
  /** What was said before, where the run is a part of a chat. */
  readonly history?: readonly ChatMessage[];
  /** Ids of knowledge bases that workflows of others may read in this run. */
  readonly lentBases?: readonly string[];
  /** Begins at a node, with what the others gave in an earlier run; undefined: at the start. */
  readonly from?:
    | {
        readonly node: string;
        readonly execution: Execution | undefined;
        readonly isAlone: boolean;
        /** Whoever begins the run may answer what runs ask people. */
        readonly mayApprove: boolean;
      }
    | undefined;
}

/** Begins a run that goes on whether or not anybody listens. */
export async function startExecution(
  ports: WorkflowPorts,
  user: User,
  { id: workflowId, name: workflowName, graph, ownerId }: Workflow,
  request: ExecutionRequest,
): Promise<string> {
  const { model, history, lentBases: bases = [], delivery, from } = request;
  const part = from === undefined ? { graph } : await partFrom(ports, graph, from);
  const input = inputFor(graph, request);
  const id = newId();
  await ports.engine.start({
    id,
    workflowId,
    workflowName,
    userId: user.id,
    ...part,
    input,
    ...(model === undefined ? {} : { model }),
    ...(history === undefined ? {} : { history }),
    ...provideServices(user, [ownerId], bases),
    ...(delivery === undefined ? {} : { delivery }),
  });
  return id;
}

async function partFrom(
  ports: WorkflowPorts,
  graph: WorkflowGraph,
  { node, execution, isAlone, mayApprove }: NonNullable<ExecutionRequest["from"]>,
): Promise<Pick<NewRun, "graph" | "kept">> {
  const before = new Map<string, NodeResult>();
  if (execution !== undefined)
    for await (const { nodeId, result } of finishedNodes(ports, execution))
      before.set(nodeId, result);
  const part = beginAt(graph, node, before, isAlone);
  if (part === undefined)
    throw workflowProblem(workflowCodes.invalid, "from.node", `The workflow has no node '${node}'`);
  if (!mayApprove && keepsAnswers(part))
    throw workflowProblem(
      workflowCodes.forbidden,
      "from.node",
      `A person may have been asked before node '${node}', and an answer counts for its run alone`,
      { hint: "Begin at the start, or with a token that has the scope `workflows:approve`." },
    );
  return part;
}

/** The input of a run, as it is stored. Throws where it is not what the workflow declares. */
export function inputFor(
  graph: WorkflowGraph,
  { input, inputs, skipsUnknown = false }: ExecutionRequest,
): string {
  const specs = inputsOf(graph);
  if (specs.length === 0) return input ?? JSON.stringify(inputs ?? "");
  const read =
    inputs === undefined
      ? readInputText(specs, input ?? "")
      : readInputs(specs, inputs, { skipsUnknown });
  if ("values" in read) return JSON.stringify(read.values);
  const field = read.name === undefined ? "inputs" : `inputs.${read.name}`;
  throw workflowProblem(workflowCodes.invalid, field, read.problem);
}

/** What a run has to know of those who wrote it; nothing, where that was its user alone. */
export function provideServices(
  user: User,
  owners: readonly string[],
  bases: readonly string[],
): Pick<NewRun, "lending"> {
  const authors = [...new Set(owners)].filter((owner) => owner !== user.id);
  return authors.length === 0 && bases.length === 0 ? {} : { lending: { authors, bases } };
}

/** Whether a run is one that people see: neither it nor its workflow is deleted. */
const isThere = sql<boolean>`status != 'deleted' and workflow_id not in (select id from workflows where deleted_at is not null)`;

export async function findExecution(
  { database }: Pick<WorkflowPorts, "database">,
  user: User,
  id: string,
): Promise<Execution> {
  const row = await database.query
    .selectFrom("workflow_runs")
    .select(COLUMNS)
    .select(pauseColumns(database))
    .where("id", "=", id)
    .where(isThere)
    .$narrowType<{ readonly status: Execution["status"] }>()
    .executeTakeFirst();
  if (row === undefined || (user.role !== "admin" && row.user_id !== user.id))
    throw workflowProblem(workflowCodes.notFound, "id", `Execution ${id} not found`);
  return toExecution(row);
}

export interface ExecutionQuery {
  readonly workflowId?: string | undefined;
  /** The runs that this one has started; absent: those that people have started. */
  readonly parentId?: string | undefined;
  readonly count: number;
  readonly offset: number;
}

export interface ExecutionPage {
  readonly items: readonly Execution[];
  /** Where the next page begins; undefined: this was the last. */
  readonly next: number | undefined;
}

/** A page ends before its inputs and outputs have more bytes than this; one run comes in any case. */
const MOST_PAGE_BYTES = 2_000_000;

/** Newest first. */
export async function listExecutions(
  { database }: WorkflowPorts,
  user: User,
  { workflowId, parentId, count, offset }: ExecutionQuery,
): Promise<ExecutionPage> {
  let query = database.query
    .selectFrom("workflow_runs")
    .where("user_id", "=", user.id)
    .where(isThere)
    .where("parent_id", parentId === undefined ? "is" : "=", parentId ?? null)
    .orderBy("created_at", "desc")
    .orderBy("id");
  if (workflowId !== undefined) query = query.where("workflow_id", "=", workflowId);
  const size = sql<number>`octet_length(input) + coalesce(octet_length(output), 0)`;
  // One more than asked for tells whether there are others.
  const sizes = await query
    .select(["id", size.as("size")])
    .limit(count + 1)
    .offset(offset)
    .execute();
  const ids = fitting(sizes, MOST_PAGE_BYTES)
    .slice(0, count)
    .map(({ id }) => id);
  if (ids.length === 0) return { items: [], next: undefined };
  const rows = await query
    .select(COLUMNS)
    .select(pauseColumns(database))
    .where("id", "in", ids)
    .$narrowType<{ readonly status: Execution["status"] }>()
    .execute();
  const next = ids.length < sizes.length ? offset + ids.length : undefined;
  return { items: rows.map(toExecution), next };
}

/** A node that waits. */
export interface OpenWait {
  readonly nodeId: string;
  readonly waitsFor: "timer" | "retry" | "approval" | "runs";
  readonly until: string | null;
  readonly message: string | null;
}

export async function openWaits(
  { database }: Pick<WorkflowPorts, "database">,
  { id, status }: Execution,
): Promise<readonly OpenWait[]> {
  if (status !== "running") return [];
  const rows = await database.query
    .selectFrom("workflow_waits")
    .select(["node_id", "waits_for", "wake_at", "message"])
    .where("run_id", "=", id)
    .where("decision", "is", null)
    .orderBy("created_at")
    .orderBy("node_id")
    .execute();
  return rows.map((row) => ({
    nodeId: row.node_id,
    waitsFor: row.waits_for,
    until: row.wake_at,
    message: row.message,
  }));
}

/** Bytes of results that are read at once. */
const MOST_READ_BYTES = 1_000_000;

/** In the order in which they finished, read piece by piece: whoever reads slowly holds one piece. */
export async function* finishedNodes(
  { database }: WorkflowPorts,
  { id }: Execution,
): AsyncGenerator<FinishedNode, void> {
  const query = database.query.selectFrom("workflow_steps").where("run_id", "=", id);
  let left = await query
    .select(["node_id", sql<number>`octet_length(result)`.as("size")])
    .orderBy("finished_at")
    .orderBy("node_id")
    .execute();
  while (left.length > 0) {
    const batch = fitting(left, MOST_READ_BYTES).map(({ node_id }) => node_id);
    left = left.slice(batch.length);
    const rows = await query
      .selectAll()
      .where("node_id", "in", batch)
      .orderBy("finished_at")
      .orderBy("node_id")
      .execute();
    for (const row of rows)
      yield {
        nodeId: row.node_id,
        // We wrote it ourselves.
        result: JSON.parse(row.result) as NodeResult,
        finishedAt: row.finished_at,
      };
    // A run may have stored very much, and whoever reads it may need all of it.
    await nextTurn();
  }
}

/** Goes on with a run at the node that failed; gives the number of the last event before that. */
export async function resumeExecution(ports: WorkflowPorts, { id }: Execution): Promise<number> {
  const last = await ports.database.query
    .selectFrom("workflow_events")
    .select(({ fn }) => fn.max("position").as("position"))
    .where("run_id", "=", id)
    .executeTakeFirst();
  if (await ports.engine.resume(id)) return last?.position ?? 0;
  throw workflowProblem(
    workflowCodes.conflict,
    "id",
    `Execution ${id} has not failed, so it cannot be resumed`,
  );
}

export async function cancelExecution(ports: WorkflowPorts, { id }: Execution): Promise<void> {
  if (await ports.engine.cancel(id)) return;
  throw workflowProblem(workflowCodes.conflict, "id", `Execution ${id} has ended already`);
}

/** Ends all that a user has at work, wherever it runs. */
export async function cancelAllExecutions(
  { database, engine }: Pick<WorkflowPorts, "database" | "engine">,
  userId: string,
): Promise<void> {
  const rows = await database.query
    .selectFrom("workflow_runs")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "running")
    .execute();
  for (const { id } of rows) await engine.cancel(id);
}

/** Without the graph and the history, which nobody reads of a run that is listed. */
const COLUMNS = [
  "id",
  "workflow_id",
  "workflow_name",
  "user_id",
  "input",
  "status",
  "output",
  "error",
  "failed_node",
  "attempts",
  "parent_id",
  "created_at",
  "updated_at",
  "finished_at",
] as const;

function pauseColumns(database: WorkflowPorts["database"]) {
  return [
    waitsUntil(database).as("waits_until"),
    isUserPaused(database).as("is_user_paused"),
  ] as const;
}

interface RunRow extends Pick<Selectable<Tables["workflow_runs"]>, (typeof COLUMNS)[number]> {
  readonly status: Execution["status"];
  readonly waits_until: string | null;
  readonly is_user_paused: number | string;
}

const FAILED_BEFORE = "The last attempt failed, and the next one waits for a while.";

function toExecution(row: RunRow): Execution {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    userId: row.user_id,
    input: row.input,
    status: row.status,
    // We wrote it ourselves.
    output: row.output === null ? null : (JSON.parse(row.output) as Json),
    error: row.error,
    failedNode: row.failed_node,
    attempts: row.attempts,
    parentId: row.parent_id,
    pause:
      row.waits_until === null
        ? null
        : {
            until: row.waits_until,
            reason: Number(row.is_user_paused) > 0 ? PAUSED : FAILED_BEFORE,
          },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
  };
}
