import { z } from "zod";
import type { GraphData, ImportLoss } from "../../../run/workflow/index.ts";
import {
  graphDataSchema,
  ImportExcess,
  importForeign,
  inputsOf,
} from "../../../run/workflow/index.ts";
import {
  createWorkflow,
  deleteWorkflow,
  findWorkflow,
  listWorkflows,
  readWorkflowSharing,
  removeDeleted,
  shareWorkflow,
  updateWorkflow,
  type Workflow,
} from "../../../hub/workflows/index.ts";
import { invalid } from "../body.ts";
import { type ApiRoute, IF_MATCH, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { sharingAnswer, sharingSchema, toSharing } from "../sharing.ts";

const tag = "workflows";
const refused = { doc: "A field is at fault.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };
const foreign = { doc: "The workflow belongs to another user.", schema: problemSchema };
const shared = { doc: "Who may see it.", schema: sharingSchema };
const full = { doc: "The account has no room left for it.", schema: problemSchema };
const tooLarge = { doc: "It is larger than an account may have.", schema: problemSchema };
const changed = { doc: "It was changed in the meantime.", schema: problemSchema };

/** Of five hundred nodes and two thousand edges with what editors keep on each. */
const MOST_VALUES = 25_000;

interface WorkflowBody {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly graph_data: GraphData;
}

const name = z.string("expected text").max(255, "Workflow name must be 255 characters or less");
const description = z.string().max(1000, "Description must be 1000 characters or less").nullish();

const newWorkflow: z.ZodType<WorkflowBody> = z.object({
  name: name.default(""),
  description,
  graph_data: graphDataSchema.default({ nodes: [], edges: [] }),
});

const update: z.ZodType<{
  readonly [Key in keyof WorkflowBody]?: WorkflowBody[Key] | null | undefined;
}> = z.object({ name: name.nullish(), description, graph_data: graphDataSchema.nullish() });

/** Exports of this version; another one is refused. */
const VERSION = 1;

const exported: z.ZodType<WorkflowBody & { readonly version: 1 }> = z.object({
  version: z.literal(VERSION, `Unsupported version, expected ${VERSION}`),
  name,
  description,
  graph_data: graphDataSchema,
});

/** As Agent Flow Lite wraps it. */
const wrapped = z.object({ version: z.literal(VERSION), workflow: z.looseObject({}) });

/** Types of nodes that Agent Flow Lite knows. */
const AGENT_FLOW_NODES: ReadonlySet<unknown> = new Set(
  "start llm knowledge condition skill http code end".split(" "),
);

const lossSchema = z.object({
  node_id: z.string().nullable(),
  outcome: z.enum(["changed", "lost"]),
  message: z.string(),
});

const workflowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  graph_data: z.record(z.string(), z.unknown()),
  user_id: z.string(),
  /** What a run takes; empty where any text does. */
  inputs: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
  problems: z.array(
    z.object({
      code: z.string(),
      severity: z.string(),
      node_id: z.string().nullable(),
      message: z.string(),
    }),
  ),
  created_at: z.string(),
  updated_at: z.string(),
});

const idParams = z.object({ id: z.string() });

const userRoute = routesOf({ tag, access: "user", scope: "workflows:write" });

export const workflowRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/workflows",
    id: "listWorkflows",
    doc: "Lists the workflows that the user may run, newest first.",
    scope: "workflows:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(200),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answers: {
      200: {
        doc: "The workflows. A page of large ones has fewer than asked for; `next_offset` says where the next page begins.",
        schema: z.object({
          items: z.array(workflowSchema),
          total: z.number(),
          next_offset: z.number().nullable(),
        }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { items, total, next } = await listWorkflows(ports.workflows, caller.user, {
        count: query.limit,
        offset: query.offset,
      });
      return { items: items.map(toWire), total, next_offset: next ?? null };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/workflows",
    id: "createWorkflow",
    doc: "Creates a workflow, owned by the user; `problems` lists what would keep it from running.",
    body: newWorkflow,
    maxValues: MOST_VALUES,
    limit: "save",
    answers: {
      201: { doc: "The workflow.", schema: workflowSchema },
      400: refused,
      413: tooLarge,
      507: full,
    },
    handle: async ({ ports, caller, body }) =>
      versioned(await createWorkflow(ports.workflows, caller.user, fromWire(body)), 201),
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/workflows/import",
    id: "importWorkflow",
    doc: "Makes a workflow of one that was exported here, by Agent Flow Lite, Dify or n8n; `losses` says what of it has no counterpart.",
    body: z.looseObject({}),
    maxValues: MOST_VALUES,
    limit: "save",
    answers: {
      201: {
        doc: "The workflow.",
        schema: workflowSchema.extend({ losses: z.array(lossSchema) }),
      },
      400: refused,
      413: tooLarge,
      507: full,
    },
    handle: async ({ ports, caller, body }) => {
      const { losses, ...made } = readImport(body);
      const workflow = await createWorkflow(ports.workflows, caller.user, fromWire(made));
      return Response.json(
        { ...toWire(workflow), losses },
        { status: 201, headers: { etag: `"${workflow.version}"` } },
      );
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/{id}",
    id: "readWorkflow",
    doc: "Gives a workflow with its graph.",
    scope: "workflows:read",
    params: idParams,
    answers: { 200: { doc: "The workflow.", schema: workflowSchema }, 404: missing },
    handle: async ({ ports, caller, params }) =>
      versioned(await findWorkflow(ports.workflows, caller.user, params.id)),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/{id}/export",
    id: "exportWorkflow",
    doc: "Gives a workflow as a document that can be imported elsewhere; with `envelope=true` as Agent Flow Lite wraps it.",
    scope: "workflows:read",
    params: idParams,
    query: z.object({ envelope: z.enum(["true", "false"]).default("false") }),
    answers: { 200: { doc: "The document.", schema: exported }, 400: refused, 404: missing },
    handle: async ({ ports, caller, params, query }) => {
      const {
        id,
        name: title,
        description: about,
        graphData,
      } = await findWorkflow(ports.workflows, caller.user, params.id);
      const workflow = { name: title, description: about, graph_data: graphData };
      const isWrapped = query.envelope === "true";
      if (isWrapped) checkForAgentFlow(graphData);
      return Response.json(
        isWrapped ? { version: VERSION, workflow } : { version: VERSION, ...workflow },
        { headers: { "content-disposition": `attachment; filename="workflow-${id}.json"` } },
      );
    },
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/workflows/{id}",
    id: "updateWorkflow",
    doc: "Changes what is given of a workflow; with `If-Match`, only of the version that it names.",
    params: idParams,
    body: update,
    maxValues: MOST_VALUES,
    limit: "save",
    headers: [IF_MATCH],
    answers: {
      200: { doc: "The workflow.", schema: workflowSchema },
      400: refused,
      403: foreign,
      404: missing,
      412: changed,
      413: tooLarge,
      507: full,
    },
    handle: async ({ ports, caller, params, body, request }) =>
      versioned(
        await updateWorkflow(ports.workflows, caller.user, params.id, {
          ...(typeof body.name === "string" ? { name: body.name } : {}),
          ...(typeof body.description === "string" ? { description: body.description } : {}),
          ...(body.graph_data ? { graphData: body.graph_data } : {}),
          ...expectation(request),
        }),
      ),
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/workflows/{id}",
    id: "deleteWorkflow",
    doc: "Takes a workflow away with all of its runs.",
    params: idParams,
    answers: { 204: { doc: "It is gone." }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params }) => {
      await deleteWorkflow(ports.workflows, caller.user, params.id);
      ports.work(() => removeDeleted(ports.workflows, ports.stopping));
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/{id}/sharing",
    id: "readWorkflowSharing",
    doc: "Says who besides the owner may read and run a workflow.",
    scope: "workflows:read",
    params: idParams,
    answers: { 200: shared, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params }) =>
      sharingAnswer(await readWorkflowSharing(ports.workflows, caller.user, params.id)),
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/workflows/{id}/sharing",
    id: "shareWorkflow",
    doc: "Shares a workflow with no one, a team or all accounts; a run reads only skills and knowledge bases that both its user and the owner may read, and knowledge bases that the user names for it.",
    params: idParams,
    body: sharingSchema,
    answers: { 200: shared, 400: refused, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params, body }) =>
      sharingAnswer(await shareWorkflow(ports.workflows, caller.user, params.id, toSharing(body))),
  }),
];

/** What a document stands for, whoever has exported it. */
function readImport(document: { readonly [key: string]: unknown }): WorkflowBody & {
  readonly losses: readonly ImportLoss[];
} {
  const converted = convert(document);
  const envelope = wrapped.safeParse(document);
  const own = envelope.success ? { version: VERSION, ...envelope.data.workflow } : document;
  const result = exported.safeParse(
    converted === undefined
      ? own
      : { ...converted, version: VERSION, name: converted.name.slice(0, 255) },
  );
  if (result.success) return { ...result.data, losses: converted?.losses ?? [] };
  const [issue] = result.error.issues;
  throw invalid(issue?.path.join(".") ?? "body", issue?.message ?? "It is not valid");
}

function convert(document: { readonly [key: string]: unknown }): ReturnType<typeof importForeign> {
  try {
    return importForeign(document);
  } catch (error) {
    if (error instanceof ImportExcess) throw invalid("body", error.message);
    throw error;
  }
}

function checkForAgentFlow({ nodes = [] }: GraphData): void {
  const other = nodes.find(({ type }) => !AGENT_FLOW_NODES.has(type));
  if (other !== undefined)
    throw invalid(
      "envelope",
      `Agent Flow Lite has no nodes of the type \`${String(other["type"])}\`, as \`${String(other["id"])}\` is`,
    );
}

function fromWire({ name: title, description: about, graph_data: graphData }: WorkflowBody): {
  readonly name: string;
  readonly description: string | null;
  readonly graphData: GraphData;
} {
  return { name: title, description: about ?? null, graphData };
}

function toWire(workflow: Workflow): z.output<typeof workflowSchema> {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    graph_data: workflow.graphData,
    user_id: workflow.ownerId,
    inputs: inputsOf(workflow.graphData).map(({ name: title, type, isRequired: required }) => ({
      name: title,
      type,
      required,
    })),
    problems: workflow.problems.map(({ code, severity, nodeId, message }) => ({
      code,
      severity,
      node_id: nodeId ?? null,
      message,
    })),
    created_at: workflow.createdAt,
    updated_at: workflow.updatedAt,
  };
}

function versioned(workflow: Workflow, status = 200): Response {
  return Response.json(toWire(workflow), {
    status,
    headers: { etag: `"${workflow.version}"` },
  });
}

/** The version of an `If-Match` header; one that is no version fits none. */
function expectation(request: Request): { readonly expect?: number } {
  const header = request.headers.get("if-match")?.trim();
  const version = /^(?:W\/)?"([^"]*)"$/u.exec(header ?? "")?.[1];
  if (version === undefined) return {};
  return { expect: /^\d{1,9}$/u.test(version) ? Number(version) : -1 };
}
