/** Workflows as they travel. */
import { z } from "zod";
import type { Workflow } from "../../hub/workflows/index.ts";
import { type ImportLoss, inputsOf } from "../../run/workflow/index.ts";
import { asIs, from, type ObjectShape, type RecordOf, toShape } from "./shape.ts";

const workflow = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  graph_data: asIs<object>(z.record(z.string(), z.unknown())),
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
};

function workflowNames(found: Workflow): RecordOf<typeof workflow> {
  const inputs = inputsOf(found.graphData).map((input) => ({
    ...input,
    required: input.isRequired,
  }));
  return { ...found, userId: found.ownerId, inputs };
}

export const workflowShape: ObjectShape<Workflow> = from(toShape(workflow), workflowNames);

interface ImportedWorkflow {
  readonly workflow: Workflow;
  /** What of it has no counterpart. */
  readonly losses: readonly ImportLoss[];
}

export const importedShape: ObjectShape<ImportedWorkflow> = from(
  toShape({
    ...workflow,
    losses: z.array(
      z.object({
        node_id: z.string().nullable(),
        outcome: z.enum(["changed", "lost"]),
        message: z.string(),
      }),
    ),
  }),
  ({ workflow: found, losses }) => ({ ...workflowNames(found), losses }),
);
