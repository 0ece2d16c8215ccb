import { z } from "zod";
import { findBase } from "../../../hub/knowledge/index.ts";
import {
  cancelExecution,
  type Execution,
  findExecution,
  findWorkflow,
  finishedNodes,
  type FinishedNode,
  followExecution,
  listExecutions,
  type OpenWait,
  openWaits,
  resumeExecution,
  startExecution,
} from "../../../hub/workflows/index.ts";
import { type ApiRoute, type CallerContext, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";

import { type StreamEvent, streamAnswer } from "../sse.ts";
import { checkModel } from "./check-model.ts";
import { invalid } from "../body.ts";
import { lastWords } from "./runs.ts";

const tag = "workflows";
const refused = { doc: "A field is at fault.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };
const conflict = { doc: "The run is not in a state for this.", schema: problemSchema };
const limited = {
  doc: "Too many runs; `Retry-After` says when to try again.",
  schema: problemSchema,
};
const noModel = { doc: "No language model is configured.", schema: problemSchema };
const stream = { doc: "The events of the run.", schema: z.string(), media: "text/event-stream" };

const executionSchema = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  status: z.enum(["running", "completed", "failed", "cancelled"]),
  input: z.string(),
  output: z.unknown(),
  error: z.string().nullable(),
  failed_node: z.string().nullable(),
  attempts: z.number(),
  parent_id: z.string().nullable(),
  paused_until: z.string().nullable(),
  paused_reason: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().nullable(),
});

const waitSchema = z.object({
  node_id: z.string(),
  waits_for: z.enum(["timer", "retry", "approval", "runs"]),
  until: z.string().nullable(),
  message: z.string().nullable(),
});

const detailSchema = executionSchema.extend({
  waits: z.array(waitSchema),
  nodes: z.array(
    z.object({
      node_id: z.string(),
      output: z.unknown(),
      branch: z.string().nullable(),
      status_code: z.number().nullable(),
      usage: z
        .object({
          input_tokens: z.number().nullable(),
          output_tokens: z.number().nullable(),
          cost: z.number().nullable(),
        })
        .nullable(),
      finished_at: z.string(),
    }),
  ),
});

/** Of JSON; the bounds of bodies hold for all of them. */
export const inputValues: z.ZodType<{ readonly [name: string]: unknown }> = z.record(
  z.string().max(64),
  z.json(),
);

const idParams = z.object({ id: z.string() });
const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const userRoute = routesOf({ tag, access: "user", scope: "workflows:run" });

export const executionRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "POST",
    path: "/api/v1/workflows/{id}/execute",
    id: "executeWorkflow",
    doc: "Runs a workflow and streams what happens. The run goes on when the client goes away.",
    limit: "workflow",
    params: idParams,
    body: z.object({
      input: z.string("Input must be text").min(1, "Input cannot be empty").max(500_000).optional(),
      /** Values of the inputs that the workflow declares, in place of `input`. */
      inputs: inputValues.nullish(),
      model: z.string().min(1).max(256).nullish(),
      /** Names or ids of knowledge bases that the workflow may read although somebody else wrote it. */
      knowledge_bases: z.array(z.string().min(1).max(256)).max(20).nullish(),
    }),
    answers: {
      200: stream,
      400: refused,
      404: missing,
      409: conflict,
      429: limited,
      503: noModel,
      507: { doc: "The account has no room left for a run.", schema: problemSchema },
    },
    handle: async (context) => {
      const { ports, caller, params, body } = context;
      const workflow = await findWorkflow(ports.workflows, caller.user, params.id);
      const model = body.model ?? undefined;
      await checkModel(ports, caller.user, workflow, model);
      const inputs = body.inputs ?? undefined;
      if (body.input === undefined && inputs === undefined)
        throw invalid("input", "Input cannot be empty");
      const lentBases: string[] = [];
      for (const name of body.knowledge_bases ?? [])
        lentBases.push((await findBase(ports.knowledge, caller.user, name)).id);
      const run = { input: body.input, inputs, model, lentBases };
      const id = await startExecution(ports.workflows, caller.user, workflow, run);
      return follow(context, id, 0);
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/executions",
    id: "listExecutions",
    doc: "Lists the user's runs of workflows, newest first; with `parent_id` those that a run has started.",
    scope: "workflows:read",
    query: z.object({
      workflow_id: z.string().optional(),
      parent_id: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answers: {
      200: {
        doc: "The runs. A page of large ones has fewer than asked for; `next_offset` says where the next page begins.",
        schema: z.object({
          items: z.array(executionSchema),
          total: z.number(),
          next_offset: z.number().nullable(),
        }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { items, next } = await listExecutions(ports.workflows, caller.user, {
        workflowId: query.workflow_id,
        parentId: query.parent_id,
        count: query.limit,
        offset: query.offset,
      });
      const wire = { items: items.map(toWire), total: items.length, next_offset: next ?? null };
      return wire;
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/executions/{id}",
    id: "readExecution",
    doc: "Gives a run with the results of the nodes that have finished.",
    scope: "workflows:read",
    params: idParams,
    answers: { 200: { doc: "The run.", schema: detailSchema }, 404: missing },
    handle: async ({ ports, caller, params }) => {
      const execution = await findExecution(ports.workflows, caller.user, params.id);
      const waits = (await openWaits(ports.workflows, execution)).map(toWait);
      return listAnswer({ ...toWire(execution), waits }, "nodes", nodesOf(ports, execution));
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/executions/{id}/events",
    id: "followExecution",
    doc: "Streams the events of a run, from the beginning or after `Last-Event-ID` or `after`.",
    scope: "workflows:read",
    params: idParams,
    query: z.object({ after: position.optional() }),
    headers: [
      { name: "Last-Event-ID", doc: "The number of the last event that was seen; `after` wins." },
    ],
    answers: { 200: stream, 400: refused, 404: missing },
    handle: async (context) => {
      const { ports, caller, params, query, request } = context;
      const { id } = await findExecution(ports.workflows, caller.user, params.id);
      const seen = position.safeParse(request.headers.get("last-event-id") ?? undefined);
      return follow(context, id, query.after ?? (seen.success ? seen.data : 0));
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/workflows/executions/{id}/resume",
    id: "resumeExecution",
    doc: "Goes on with a run at the node that failed, and streams what happens from there.",
    limit: "workflow",
    params: idParams,
    answers: { 200: stream, 404: missing, 409: conflict, 429: limited },
    handle: async (context) => {
      const { ports, caller, params } = context;
      const execution = await findExecution(ports.workflows, caller.user, params.id);
      const after = await resumeExecution(ports.workflows, execution);
      return follow(context, execution.id, after);
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/workflows/executions/{id}/cancel",
    id: "cancelExecution",
    doc: "Ends a run, wherever it works.",
    params: idParams,
    answers: {
      202: { doc: "It is about to end.", schema: executionSchema },
      404: missing,
      409: conflict,
    },
    handle: async ({ ports, caller, params }) => {
      const execution = await findExecution(ports.workflows, caller.user, params.id);
      await cancelExecution(ports.workflows, execution);
      const now = await findExecution(ports.workflows, caller.user, params.id);
      return toWire(now);
    },
  }),
];

type Context = Pick<CallerContext<unknown, unknown, unknown>, "ports" | "request" | "requestId">;

function follow({ ports, request, requestId }: Context, id: string, after: number): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  async function* events(): AsyncGenerator<StreamEvent, void> {
    for await (const { position: at, kind, data } of followExecution(ports.workflows, id, {
      after,
      signal,
    }))
      yield { event: kind, data, id: at };
  }
  return streamAnswer(events(), {
    clock: ports.clock,
    // Without `done`: the run itself goes on, and can be followed again.
    onBroken: (error) => lastWords({ ports, requestId })(error).slice(0, 1),
    onGone: () => {
      gone.abort();
    },
    headers: { "x-execution-id": id },
  });
}

async function* nodesOf(
  { workflows }: Context["ports"],
  execution: Execution,
): AsyncGenerator<ReturnType<typeof toNode>, void> {
  for await (const node of finishedNodes(workflows, execution)) yield toNode(node);
}

function toWire(execution: Execution): z.output<typeof executionSchema> {
  return {
    id: execution.id,
    workflow_id: execution.workflowId,
    workflow_name: execution.workflowName,
    status: execution.status,
    input: execution.input,
    output: execution.output,
    error: execution.error,
    failed_node: execution.failedNode,
    attempts: execution.attempts,
    parent_id: execution.parentId,
    paused_until: execution.pause?.until ?? null,
    paused_reason: execution.pause?.reason ?? null,
    created_at: execution.createdAt,
    updated_at: execution.updatedAt,
    finished_at: execution.finishedAt,
  };
}

function toWait({ nodeId, waitsFor, until, message }: OpenWait): z.output<typeof waitSchema> {
  return { node_id: nodeId, waits_for: waitsFor, until, message };
}

function toNode({
  nodeId,
  result,
  finishedAt,
}: FinishedNode): z.output<typeof detailSchema>["nodes"][number] {
  return {
    node_id: nodeId,
    output: result.output,
    branch: result.branch ?? null,
    status_code: result.statusCode ?? null,
    usage:
      result.usage === undefined
        ? null
        : {
            input_tokens: result.usage.inputTokens ?? null,
            output_tokens: result.usage.outputTokens ?? null,
            cost: result.usage.cost ?? null,
          },
    finished_at: finishedAt,
  };
}

/**
 * An answer in JSON whose last member is a list, written item by item as the client reads: a slow one holds one item in
 * memory, and not all of them.
 */
function listAnswer(head: object, name: string, items: AsyncGenerator<unknown, void>): Response {
  const texts = textsOf(head, name, items);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await texts.return();
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

async function* textsOf(
  head: object,
  name: string,
  items: AsyncGenerator<unknown, void>,
): AsyncGenerator<string, void> {
  const members = JSON.stringify(head).slice(1, -1);
  yield `{${members}${members === "" ? "" : ","}${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield "]}";
}
