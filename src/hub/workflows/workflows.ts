import { type Selectable, sql } from "kysely";
import { newId, nextTurn } from "../../platform/machine/index.ts";
import type { GraphData } from "../../run/workflow/index.ts";
import {
  checkSharing,
  mayChange,
  maySee,
  timestampAt,
  share,
  type Sharing,
  readSharing,
  type User,
  visibleTo,
} from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import { reserve } from "../quotas/index.ts";
import { type GraphCheck, buildCheck } from "./checks.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { fitting } from "./fitting.ts";
import type { WorkflowPorts } from "./ports.ts";

export interface Workflow extends GraphCheck {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string | null;
  /** As its editor wrote it. */
  readonly graphData: GraphData;
  /** Bytes of its graph. */
  readonly size: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewWorkflow {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly graphData: GraphData;
}

type Data = Pick<WorkflowPorts, "database" | "clock" | "quotas" | "checks">;

/** A half-built graph can be kept: what is wrong with it is told, and refused when it is run. */
export async function createWorkflow(
  ports: Data,
  user: User,
  { name, description, graphData }: NewWorkflow,
): Promise<Workflow> {
  const now = timestampAt(ports.clock);
  const graph = JSON.stringify(graphData);
  const row = {
    id: newId(),
    owner_id: user.id,
    name: checkName(name),
    description: description ?? null,
    graph,
    size: Buffer.byteLength(graph),
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await reserve(ports, user.id, { workflows: 1, bytes: row.size }, (transaction) =>
    transaction.insertInto("workflows").values(row).execute(),
  );
  return toWorkflow(ports, row);
}

export interface WorkflowPage {
  readonly items: readonly Workflow[];
  /** How many there are in all. */
  readonly total: number;
  /** Where the next page begins; undefined: this was the last. */
  readonly next: number | undefined;
}

/** A page ends before its graphs have more bytes than this; one workflow comes in any case. */
const MOST_PAGE_BYTES = 8_000_000;

/** Workflows that are read at once. */
const AT_A_TIME = 20;

/** By an index, without a look at graphs. */
const isThere = sql<boolean>`id not in (select id from workflows where deleted_at is not null)`;

/** Newest first. */
export async function listWorkflows(
  ports: Data,
  user: User,
  { count, offset }: { readonly count: number; readonly offset: number },
): Promise<WorkflowPage> {
  const visible = ports.database.query
    .selectFrom("workflows")
    .where(visibleTo(ports, user, "workflow"))
    .where(isThere);
  const { total } = await visible
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  const sizes = await visible
    .select(["id", "size"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(count)
    .offset(offset)
    .execute();
  const ids = fitting(sizes, MOST_PAGE_BYTES).map(({ id }) => id);
  const end = offset + ids.length;
  const items = await readAll(ports, ids);
  return {
    items,
    total: Number(total),
    next: end < Number(total) && ids.length > 0 ? end : undefined,
  };
}

async function readAll(ports: Data, ids: readonly string[]): Promise<readonly Workflow[]> {
  const workflows: Workflow[] = [];
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const rows = await ports.database.query
      .selectFrom("workflows")
      .selectAll()
      .where("id", "in", ids.slice(at, at + AT_A_TIME))
      .execute();
    for (const row of rows) {
      workflows.push(toWorkflow(ports, row));
      // Each is parsed and checked: others get a turn in between.
      await nextTurn();
    }
  }
  const places = new Map(ids.map((id, index) => [id, index]));
  return workflows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** One that the user may see, and so run. */
export async function findWorkflow(ports: Data, user: User, id: string): Promise<Workflow> {
  return toWorkflow(ports, await findRow(ports, user, id));
}

/** For what happens on the account of the owner alone. */
export async function findOwnWorkflow(ports: Data, user: User, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(ports, user, id);
  if (workflow.ownerId === user.id) return workflow;
  throw notFound(id);
}

/** The newest of an owner's workflows of that name; undefined: there is none. */
export async function findWorkflowNamed(
  { database }: Pick<Data, "database">,
  ownerId: string,
  name: string,
): Promise<{ readonly id: string } | undefined> {
  return await database.query
    .selectFrom("workflows")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where(isThere)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** As it is stored: nothing of it is parsed for somebody who may not see it. */
async function findRow(ports: Data, user: User, id: string): Promise<Row> {
  const row = await ports.database.query
    .selectFrom("workflows")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined || row.deleted_at !== null) throw notFound(id);
  if (!(await maySee(ports, user, { kind: "workflow", id, ownerId: row.owner_id })))
    throw notFound(id);
  return row;
}

export interface WorkflowUpdate extends Partial<NewWorkflow> {
  /** The version that the change was made on; without it the last one to write wins. */
  readonly expect?: number;
}

/** Changes what is given, and leaves the rest. */
export async function updateWorkflow(
  ports: Data,
  user: User,
  id: string,
  { name, description, graphData, expect }: WorkflowUpdate,
): Promise<Workflow> {
  const { version, owner_id: ownerId, size: before } = await findForChange(ports, user, id);
  const graph = graphData === undefined ? undefined : JSON.stringify(graphData);
  const size = graph === undefined ? before : Buffer.byteLength(graph);
  const { numUpdatedRows } = await reserve(ports, ownerId, { bytes: size - before }, (query) =>
    query
      .updateTable("workflows")
      .set((set) => ({
        ...(name === undefined ? {} : { name: checkName(name) }),
        ...(description === undefined ? {} : { description }),
        ...(graph === undefined ? {} : { graph, size }),
        version: set("version", "+", 1),
        updated_at: timestampAt(ports.clock),
      }))
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .where("version", "=", expect ?? version)
      .executeTakeFirstOrThrow(),
  );
  if (Number(numUpdatedRows) > 0) return await findWorkflow(ports, user, id);
  // Somebody else was faster; who named no version wants to win.
  if (expect === undefined)
    return await updateWorkflow(ports, user, id, omitUndefined({ name, description, graphData }));
  throw workflowProblem(
    workflowCodes.changed,
    "graph_data",
    `Workflow ${id} was changed by another user in the meantime`,
    { hint: "Read it again, and make the change on that version." },
  );
}

function omitUndefined(update: {
  readonly [Key in keyof NewWorkflow]?: NewWorkflow[Key] | undefined;
}): Partial<NewWorkflow> {
  const { name, description, graphData } = update;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(graphData === undefined ? {} : { graphData }),
  };
}

/** Nobody sees it or its runs from then on; `removeDeleted` ends those at work, and removes what is stored of them. */
export async function deleteWorkflow(ports: Data, user: User, id: string): Promise<void> {
  await findForChange(ports, user, id);
  const { query } = ports.database;
  await query
    .updateTable("workflows")
    .set({ deleted_at: timestampAt(ports.clock) })
    .where("id", "=", id)
    .execute();
  await query.deleteFrom("embeds").where("workflow_id", "=", id).execute();
  await share(ports, { kind: "workflow", id }, { visibility: "private" });
}

/** Who else may see and run a workflow; only those who may change it are told. */
export async function readWorkflowSharing(ports: Data, user: User, id: string): Promise<Sharing> {
  await findForChange(ports, user, id);
  return await readSharing(ports, { kind: "workflow", id });
}

export async function shareWorkflow(
  ports: Data,
  user: User,
  id: string,
  sharing: Sharing,
): Promise<Sharing> {
  await findForChange(ports, user, id);
  await checkSharing(ports, user, sharing);
  await share(ports, { kind: "workflow", id }, sharing);
  return await readSharing(ports, { kind: "workflow", id });
}

async function findForChange(ports: Data, user: User, id: string): Promise<Row> {
  const row = await findRow(ports, user, id);
  if (mayChange(user, { ownerId: row.owner_id })) return row;
  throw workflowProblem(
    workflowCodes.forbidden,
    "id",
    `You do not have permission to change workflow ${id}`,
  );
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= 255) return trimmed;
  throw workflowProblem(
    workflowCodes.invalid,
    "name",
    "Workflow name must have between 1 and 255 characters",
  );
}

function notFound(id: string): Error {
  return workflowProblem(workflowCodes.notFound, "id", `Workflow ${id} not found`);
}

type Row = Selectable<Tables["workflows"]>;

function toWorkflow({ checks }: Pick<Data, "checks">, row: Row): Workflow {
  // We wrote it ourselves.
  const graphData = JSON.parse(row.graph) as GraphData;
  const check = buildCheck(checks, row, graphData);
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    graphData,
    get graph() {
      return check.graph;
    },
    problems: check.problems,
    size: row.size,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
