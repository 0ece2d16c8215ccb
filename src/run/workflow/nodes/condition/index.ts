import { z } from "zod";
import { holds } from "../holds.ts";
import type { NodeContext, NodeRun } from "../../node.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { conditionForm } from "./form.ts";

const conditionData = z.looseObject({ expression: z.string().max(10_000).default("true") });

export const conditionNode: NodeSpec = defineNode({
  type: "condition",
  form: conditionForm,
  data: conditionData.prefault({}),
  run: runCondition,
});

/** Chooses a branch; the output of the node before passes through. */
async function* runCondition(
  { expression }: z.infer<typeof conditionData>,
  { input, variables }: NodeContext,
): NodeRun {
  const branch = (await holds(expression, variables)) ? "true" : "false";
  const type = { type: "condition", type_detail: "condition" } as const;
  yield { kind: "thought", data: { ...type, expression, branch } };
  return { output: input, branch };
}
