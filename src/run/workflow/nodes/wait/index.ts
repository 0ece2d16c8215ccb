import { z } from "zod";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { resolveTemplate } from "../../template.ts";
import { choice } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { MOST_WAIT_SECONDS, waitForm } from "./form.ts";

const waitData = z.looseObject({
  seconds: z.number().min(0).max(MOST_WAIT_SECONDS).default(60),
  until: choice,
});

export const waitNode: NodeSpec = defineNode({
  type: "wait",
  form: waitForm,
  data: waitData.prefault({}),
  run: wait,
});

/** Pauses once; it is run again when its time has come. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* wait(
  { seconds, until }: z.infer<typeof waitData>,
  { input, variables, memory }: NodeContext,
  { clock }: NodePorts,
): NodeRun {
  if (memory !== undefined) return { output: input };
  const delayMs =
    until === undefined
      ? seconds * 1000
      : parseTime(resolveTemplate(until, variables)) - clock.now();
  if (delayMs > MOST_WAIT_SECONDS * 1000)
    throw new NodeError("The moment to wait for is more than 30 days away");
  return { waitsFor: "timer", memory: true, delayMs: Math.max(0, delayMs) };
}

function parseTime(text: string): number {
  const moment = Date.parse(text.trim());
  if (Number.isNaN(moment))
    throw new NodeError(`\`${text.slice(0, 100)}\` is no moment, such as 2027-01-01T09:00:00Z`);
  return moment;
}
