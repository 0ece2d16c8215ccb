import { z } from "zod";
import { getPath, type Json } from "../../../../skill/index.ts";
import type { NodeContext, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { toText, type Variables } from "../../template.ts";
import { prepareChildren, WAIT_FOR_RUNS } from "../children.ts";
import { choice } from "../fields.ts";
import { holds } from "../holds.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { loopForm } from "./form.ts";

const loopData = z.looseObject({
  workflow: choice,
  until: z.string().max(10_000).default("false"),
  maxRounds: z.number().int().min(1).max(100).default(10),
});

export const loopNode: NodeSpec = defineNode({
  type: "loop",
  form: loopForm,
  data: loopData.prefault({}),
  run: loop,
});

/** Runs a workflow until a condition holds. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* loop(
  { workflow, until, maxRounds }: z.infer<typeof loopData>,
  context: NodeContext,
): NodeRun {
  if (workflow === undefined) throw new NodeError("Workflow not selected");
  const { children, variables } = context;
  await prepareChildren(context);
  const last = (await children.list()).at(-1);
  if (last === undefined) {
    await children.start({ index: 0, workflow, input: toText(context.input) });
    return WAIT_FOR_RUNS;
  }
  const { index, status, error } = last;
  if (status === "running") return WAIT_FOR_RUNS;
  if (status !== "completed")
    throw new NodeError(`Round ${index + 1} failed: ${error ?? "it was cancelled"}`);
  const output = (await children.outputs([index])).get(index) ?? null;
  const isOver = await holds(until, withRound(variables, output, index + 1));
  if (isOver || index + 1 >= maxRounds) return { output };
  await children.start({ index: index + 1, workflow, input: toText(output) });
  return WAIT_FOR_RUNS;
}

const OUTPUT = "round.output";

function withRound(variables: Variables, output: Json, number: number): Variables {
  return {
    ...variables,
    find: (path) => {
      if (path === "round.number") return number;
      if (path === OUTPUT) return output;
      if (!path.startsWith(`${OUTPUT}.`)) return variables.find(path);
      return getPath(output, path.slice(OUTPUT.length + 1).split("."));
    },
  };
}
