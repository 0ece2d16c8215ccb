import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { resolveValue } from "../../template.ts";
import { text } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { variablesForm } from "./form.ts";

const variablesData = z.looseObject({
  values: z
    .record(z.string().max(256), text)
    .refine((values) => Object.keys(values).length <= 100, "At most 100 values")
    .default({}),
});

export const variablesNode: NodeSpec = defineNode({
  type: "variables",
  form: variablesForm,
  data: variablesData.prefault({}),
  run: name,
});

/** Gives names to values. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* name(
  { values }: z.infer<typeof variablesData>,
  { variables }: NodeContext,
): NodeRun {
  const output = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, resolveValue(value, variables)]),
  );
  return { output };
}
