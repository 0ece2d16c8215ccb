import { evaluateCondition, ExpressionError } from "../expression/index.ts";
import type { NodeContext, NodeRun } from "../node.ts";
import { NodeError } from "../node-error.ts";

/** Chooses a branch; the output of the node before passes through. */
export async function* runCondition(
  { expression }: { readonly expression: string },
  { input, variables }: NodeContext,
): NodeRun {
  let branch: "true" | "false";
  try {
    branch = evaluateCondition(expression, variables) ? "true" : "false";
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new NodeError(`Condition cannot be read: ${error.message} (at ${error.at + 1})`, error);
  }
  const type = { type: "condition", type_detail: "condition" } as const;
  yield { kind: "thought", data: { ...type, expression, branch } };
  return { output: input, branch };
}
