import { z } from "zod";
import { isList, type Json } from "../../../../skill/index.ts";
import type { NodeContext, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { resolveValue, toText } from "../../template.ts";
import { runChildren, WAIT_FOR_RUNS } from "../children.ts";
import { choice, text } from "../fields.ts";
import { readJson } from "../read-json.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { iterateForm } from "./form.ts";

const iterateData = z.looseObject({
  list: text.default("{{input}}"),
  workflow: choice,
  maxItems: z.number().int().min(1).max(1000).default(100),
  concurrency: z.number().int().min(1).max(8).default(4),
  skipFailures: z.boolean().default(false),
});

export const iterateNode: NodeSpec = defineNode({
  type: "iterate",
  form: iterateForm,
  data: iterateData.prefault({}),
  run: iterate,
});

/** Runs a workflow for each item. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* iterate(
  { list, workflow, maxItems, concurrency, skipFailures }: z.infer<typeof iterateData>,
  context: NodeContext,
): NodeRun {
  if (workflow === undefined) throw new NodeError("Workflow not selected");
  const items = itemsOf(resolveValue(list, context.variables), maxItems);
  if (items.length > maxItems) throw new NodeError(`The list has more than ${maxItems} items`);
  const inputs = items.map(toText);
  const tasks = { workflow, inputs, atOnce: concurrency, skipsFailures: skipFailures };
  const outputs = await runChildren(tasks, context);
  return outputs === undefined ? WAIT_FOR_RUNS : { output: [...outputs] };
}

function itemsOf(value: Json, most: number): readonly Json[] {
  if (isList(value)) return value;
  if (typeof value !== "string") throw new NodeError("There is no list to go through");
  const read = /^\s*\[/u.test(value) ? readJson(value, "The list") : undefined;
  if (read !== undefined && isList(read)) return read;
  return linesOf(value, most + 1);
}

/** The first lines that are not blank: a long text may have a million. */
function linesOf(value: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const { 0: rest, index } of value.matchAll(/\S[^\n]*/gu)) {
    const start = value.lastIndexOf("\n", index) + 1;
    lines.push(value.slice(start, index + rest.length).replace(/\r$/u, ""));
    if (lines.length === most) break;
  }
  return lines;
}
