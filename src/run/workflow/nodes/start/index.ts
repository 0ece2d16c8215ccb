import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { choice } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { startForm } from "./form.ts";

const startData = z.looseObject({ inputVariable: choice });

export const startNode: NodeSpec = defineNode({
  type: "start",
  form: startForm,
  data: startData.prefault({}),
  run: (_, context) => passOn(context),
});

/** Another name for the input of the run, where a start node gives one. */
export function inputName(data: unknown): string | undefined {
  return startData.parse(data).inputVariable;
}

// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
export async function* passOn({ input }: NodeContext): NodeRun {
  return { output: input };
}
