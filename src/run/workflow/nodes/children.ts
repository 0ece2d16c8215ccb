/** Nodes that let other workflows work for them. */
import type { Json } from "../../../skill/index.ts";
import type { ChildState, NodeContext, NodePause } from "../node.ts";
import { NodeError } from "../node-error.ts";

/** Begins anew where an earlier attempt has failed. */
export async function prepareChildren({ memory, children }: NodeContext): Promise<void> {
  if (memory === undefined) await children.dropFailed();
}

export const WAIT_FOR_RUNS: NodePause = { waitsFor: "runs", memory: true };

export interface ChildTasks {
  readonly workflow: string;
  readonly inputs: readonly string[];
  /** Runs at one time. */
  readonly atOnce: number;
  /** Whether one that fails is passed over, with `null` in its place. */
  readonly skipsFailures: boolean;
}

/** Starts as many as there may be, and gives all outputs once all have ended; until then it has to wait. */
export async function runChildren(
  tasks: ChildTasks,
  context: NodeContext,
): Promise<readonly Json[] | undefined> {
  const { workflow, inputs, atOnce, skipsFailures } = tasks;
  const { children, signal } = context;
  await prepareChildren(context);
  const states = new Map((await children.list()).map((state) => [state.index, state]));
  const failed = [...states.values()].find(isFailed);
  if (failed !== undefined && !skipsFailures) throw failureOf(failed, inputs.length);
  let open = [...states.values()].filter(({ status }) => status === "running").length;
  for (const [index, input] of inputs.entries()) {
    if (open >= atOnce) break;
    if (states.has(index)) continue;
    signal.throwIfAborted();
    await children.start({ index, workflow, input });
    open += 1;
  }
  if (open > 0) return undefined;
  const done = [...states.values()].filter(({ status }) => status === "completed");
  const outputs = await children.outputs(done.map(({ index }) => index));
  return inputs.map((_, index) => outputs.get(index) ?? null);
}

function isFailed({ status }: ChildState): boolean {
  return status === "failed" || status === "cancelled";
}

function failureOf({ index, error }: ChildState, count: number): NodeError {
  const which = count === 1 ? "The workflow" : `The run of item ${index + 1}`;
  return new NodeError(`${which} failed: ${error ?? "it was cancelled"}`);
}
