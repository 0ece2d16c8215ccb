import { z } from "zod";
import { type Approval, decideApproval, listApprovals } from "../../../hub/workflows/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "workflows";

const approvalSchema = z.object({
  execution_id: z.string(),
  node_id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  message: z.string(),
  asked_at: z.string(),
  expires_at: z.string().nullable(),
});

export const approvalRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/workflows/approvals",
    id: "listApprovals",
    tag,
    doc: "Lists what runs ask the user: one's own runs, and those of one's own workflows, the oldest first.",
    access: "user",
    scope: "workflows:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    answers: {
      200: {
        doc: "The questions.",
        schema: z.object({ items: z.array(approvalSchema), next_offset: z.number().nullable() }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { items, next } = await listApprovals(ports.workflows, caller.user, {
        count: query.limit,
        offset: query.offset,
      });
      return { items: items.map(toWire), next_offset: next ?? null };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/workflows/executions/{id}/approvals/{node}",
    id: "decideApproval",
    tag,
    doc: "Approves or refuses what a node of a run asks; the run goes on where the answer leads.",
    access: "user",
    scope: "workflows:approve",
    params: z.object({ id: z.string(), node: z.string() }),
    body: z.object({
      approved: z.boolean(),
      comment: z.string().max(2000).default(""),
    }),
    answers: {
      204: { doc: "The answer is kept." },
      400: { doc: "A field is at fault.", schema: problemSchema },
      404: { doc: "There is none for this user.", schema: problemSchema },
      409: { doc: "The run does not wait for this answer.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, body }) => {
      const place = { runId: params.id, nodeId: params.node };
      const { approved: isApproved, comment } = body;
      await decideApproval(ports.workflows, caller.user, place, { isApproved, comment });
    },
  }),
];

function toWire(approval: Approval): z.output<typeof approvalSchema> {
  return {
    execution_id: approval.runId,
    node_id: approval.nodeId,
    workflow_id: approval.workflowId,
    workflow_name: approval.workflowName,
    message: approval.message,
    asked_at: approval.askedAt,
    expires_at: approval.expiresAt,
  };
}
