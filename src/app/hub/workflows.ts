/** Workflows, what starts them by itself, their runs, and what runs ask. */
import { z } from "zod";
import {
  type Approval,
  cancelExecution,
  decideApproval,
  deleteTrigger,
  deleteWorkflow,
  enableTrigger,
  type Execution,
  findExecution,
  type FinishedNode,
  listApprovals,
  listExecutions,
  listTriggers,
  listWorkflows,
  computeNextTimes,
  type OpenWait,
  readWorkflowSharing,
  removeDeleted,
  shareWorkflow,
  type Trigger,
} from "../../hub/workflows/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { pageShape } from "./list-page.ts";
import { from, listOf, type ObjectShape, type RecordOf, type Shape, toShape } from "./shape.ts";
import { sharingFields, sharingShape, toSharing } from "./sharing.ts";
import { workflowShape } from "./workflow-shapes.ts";

const tag = "workflows";
const reader = forUsers({ tag, scope: "workflows:read" });
const writer = forUsers({ tag, scope: "workflows:write" });
const runner = forUsers({ tag, scope: "workflows:run" });
const approver = forUsers({ tag, scope: "workflows:approve" });

const refused = { 400: "A field is invalid." };
const missing = { 404: "Not found, or not visible to this user." };
const foreign = { ...missing, 403: "Only the owner of the workflow may do this." };

const execution = {
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
};

function executionNames(found: Execution): RecordOf<typeof execution> {
  return { ...found, pausedUntil: found.pause?.until, pausedReason: found.pause?.reason };
}

const executionShape: Shape<Execution> = from(toShape(execution), executionNames);

export const nodeShape: ObjectShape<FinishedNode> = from(
  toShape({
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
  ({ result, ...node }) => ({ ...result, ...node }),
);

interface ExecutionHead {
  readonly execution: Execution;
  readonly waits: readonly OpenWait[];
}

const headMembers = {
  ...execution,
  waits: z.array(
    z.object({
      node_id: z.string(),
      waits_for: z.enum(["timer", "retry", "approval", "runs"]),
      until: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
};

/** A run with what it waits for. */
export const executionHeadShape: ObjectShape<ExecutionHead> = from(
  toShape(headMembers),
  ({ execution: found, waits }) => ({ ...executionNames(found), waits }),
);

/** The same with the results of the nodes that have finished. */
export const executionDetail: z.ZodType = toShape({
  ...headMembers,
  nodes: listOf(nodeShape),
}).schema;

const trigger = {
  id: z.string(),
  kind: z.enum(["webhook", "schedule"]),
  name: z.string(),
  enabled: z.boolean(),
  signed: z.boolean(),
  cron: z.string().nullable(),
  time_zone: z.string().nullable(),
  missed: z.enum(["skip", "once", "all"]).nullable(),
  input: z.string().nullable(),
  next_times: z.array(z.string()),
  last_at: z.string().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
};

function triggerNames<Found extends Trigger>(found: Found) {
  const { isEnabled: enabled, isSigned: signed, rhythm } = found;
  const { cron, timeZone } = rhythm ?? {};
  return { ...found, enabled, signed, cron, timeZone, nextTimes: computeNextTimes(found) };
}

const triggerShape: Shape<Trigger> = from(toShape(trigger), triggerNames);

/** A trigger with what is shown once: the address of a webhook, and what signs its requests. */
export const madeTriggerShape: Shape<
  Trigger & { readonly url: string | undefined; readonly secret?: string }
> = from(
  toShape({ ...trigger, url: z.string().nullable(), secret: z.string().nullable() }),
  triggerNames,
);

const approvalShape: Shape<Approval> = from(
  toShape({
    execution_id: z.string(),
    node_id: z.string(),
    workflow_id: z.string(),
    workflow_name: z.string(),
    message: z.string(),
    asked_at: z.string(),
    expires_at: z.string().nullable(),
  }),
  (approval) => ({ ...approval, executionId: approval.runId }),
);

/** Before those of single workflows: `executions` and `approvals` are none. */
const runs: readonly HubOperation<HubContext>[] = [
  reader("GET /workflows/executions", {
    id: "listExecutions",
    doc: "Lists the user's workflow runs, newest first; with `parent_id`, those that a run started.",
    input: {
      workflow_id: z.string().optional(),
      parent_id: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    },
    gives: [
      "The runs. A page of large ones has fewer than asked for; `next_offset` says where the next page begins.",
      pageShape(executionShape),
    ],
    run: async ({ hub, user }, { limit: count, ...wanted }) => {
      const { items, next } = await listExecutions(hub.workflows, user, { ...wanted, count });
      return { items, total: items.length, nextOffset: next };
    },
  }),
  runner("POST /workflows/executions/{id}/cancel", {
    id: "cancelExecution",
    doc: "Cancels a run on whichever server it is.",
    accepts: ["The run is being cancelled.", executionShape],
    refusals: { ...missing, 409: "The state of the run does not allow it." },
    run: async ({ hub, user }, { id }) => {
      await cancelExecution(hub.workflows, await findExecution(hub.workflows, user, id));
      return await findExecution(hub.workflows, user, id);
    },
  }),
  reader("GET /workflows/approvals", {
    id: "listApprovals",
    doc: "Lists the questions that runs wait for: of the user's own runs and of runs of the user's workflows, oldest first.",
    input: {
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    },
    gives: [
      "The questions.",
      toShape({ items: listOf(approvalShape), next_offset: z.number().nullable() }),
    ],
    run: async ({ hub, user }, { limit: count, offset }) => {
      const { items, next } = await listApprovals(hub.workflows, user, { count, offset });
      return { items, nextOffset: next };
    },
  }),
  approver("POST /workflows/executions/{id}/approvals/{node}", {
    id: "decideApproval",
    doc: "Approves or rejects what a node of a run asks; the run continues accordingly.",
    input: { approved: z.boolean(), comment: z.string().max(2000).default("") },
    done: "The answer is stored.",
    refusals: { ...refused, ...missing, 409: "The run does not wait for this answer." },
    run: ({ hub, user }, { id, node, approved: isApproved, comment }) =>
      decideApproval(hub.workflows, user, { runId: id, nodeId: node }, { isApproved, comment }),
  }),
];

const workflows: readonly HubOperation<HubContext>[] = [
  reader("GET /workflows", {
    id: "listWorkflows",
    doc: "Lists the workflows that the user may run, newest first.",
    input: {
      limit: z.coerce.number().int().min(1).max(200).default(200),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    },
    gives: [
      "The workflows. A page of large ones has fewer than asked for; `next_offset` says where the next page begins.",
      pageShape(workflowShape),
    ],
    run: async ({ hub, user }, { limit: count, offset }) => {
      const { items, total, next } = await listWorkflows(hub.workflows, user, { count, offset });
      return { items, total, nextOffset: next };
    },
  }),
  writer("DELETE /workflows/{id}", {
    id: "deleteWorkflow",
    doc: "Deletes a workflow and all its runs.",
    done: "It was deleted.",
    refusals: foreign,
    run: async ({ hub: { workflows: kept, work, stopping }, user }, { id }) => {
      await deleteWorkflow(kept, user, id);
      work(() => removeDeleted(kept, stopping));
    },
  }),
  reader("GET /workflows/{id}/sharing", {
    id: "readWorkflowSharing",
    doc: "Returns who besides the owner may read and run a workflow.",
    gives: ["Who has access.", sharingShape],
    refusals: foreign,
    run: ({ hub, user }, { id }) => readWorkflowSharing(hub.workflows, user, id),
  }),
  writer("PUT /workflows/{id}/sharing", {
    id: "shareWorkflow",
    doc: "Shares a workflow with no one, a team or all accounts. A run can read only the skills and knowledge bases that both its user and the owner may read, and only the knowledge bases that the user names.",
    input: sharingFields,
    gives: ["Who has access.", sharingShape],
    refusals: { ...refused, ...foreign },
    run: ({ hub, user }, { id, ...sharing }) =>
      shareWorkflow(hub.workflows, user, id, toSharing(sharing)),
  }),
];

const triggers: readonly HubOperation<HubContext>[] = [
  reader("GET /workflows/{id}/triggers", {
    id: "listTriggers",
    doc: "Lists the triggers of a workflow, with the next times of its schedules.",
    gives: ["The triggers.", toShape({ items: listOf(triggerShape) })],
    refusals: foreign,
    run: async ({ hub, user }, { id }) => ({ items: await listTriggers(hub.workflows, user, id) }),
  }),
  runner("PATCH /workflows/{id}/triggers/{trigger}", {
    id: "enableTrigger",
    doc: "Enables or disables a trigger.",
    input: { enabled: z.boolean() },
    limit: "save",
    gives: ["The trigger.", triggerShape],
    refusals: { ...refused, ...foreign },
    run: ({ hub, user }, { id, trigger: triggerId, enabled }) =>
      enableTrigger(hub.workflows, user, { workflowId: id, triggerId }, enabled),
  }),
  runner("DELETE /workflows/{id}/triggers/{trigger}", {
    id: "deleteTrigger",
    doc: "Deletes a trigger; the address of its webhook stops working.",
    done: "It was deleted.",
    refusals: foreign,
    run: ({ hub, user }, { id, trigger: triggerId }) =>
      deleteTrigger(hub.workflows, user, { workflowId: id, triggerId }),
  }),
];

export const workflowOperations: readonly HubOperation<HubContext>[] = [
  ...runs,
  ...workflows,
  ...triggers,
];
