import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { resolveTemplate, toText } from "../../template.ts";
import { runChildren, WAIT_FOR_RUNS } from "../children.ts";
import { choice, text } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { workflowForm } from "./form.ts";

const workflowData = z.looseObject({
  workflow: choice,
  input: text.nullish().transform((value) => value ?? undefined),
});

export const workflowNode: NodeSpec = defineNode({
  type: "workflow",
  form: workflowForm,
  data: workflowData.prefault({}),
  run: runWorkflow,
});

/** Runs another workflow. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* runWorkflow(
  { workflow, input: given }: z.infer<typeof workflowData>,
  context: NodeContext,
): NodeRun {
  if (workflow === undefined) throw new NodeError("Workflow not selected");
  const input =
    given === undefined ? toText(context.input) : resolveTemplate(given, context.variables);
  const tasks = { workflow, inputs: [input], atOnce: 1, skipsFailures: false };
  const outputs = await runChildren(tasks, context);
  return outputs === undefined ? WAIT_FOR_RUNS : { output: outputs[0] ?? null };
}
