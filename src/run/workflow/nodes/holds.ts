import { evaluateCondition, ExpressionError } from "../expression/index.ts";
import { NodeError } from "../node-error.ts";
import type { Variables } from "../template.ts";

/** Whether a condition of a node holds. */
export async function holds(expression: string, variables: Variables): Promise<boolean> {
  try {
    return await evaluateCondition(expression, variables);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new NodeError(`Condition cannot be read: ${error.message} (at ${error.at + 1})`, error);
  }
}
