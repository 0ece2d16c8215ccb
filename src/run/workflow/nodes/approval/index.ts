import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { resolveTemplate } from "../../template.ts";
import { text } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { MOST_WAIT_SECONDS } from "../wait/form.ts";
import { approvalForm } from "./form.ts";

const approvalData = z.looseObject({
  message: text.default("May the run go on?"),
  expireSeconds: z.number().min(1).max(MOST_WAIT_SECONDS).default(604_800),
});

export const approvalNode: NodeSpec = defineNode({
  type: "approval",
  form: approvalForm,
  data: approvalData.prefault({}),
  run: ask,
});

/** What people are shown of a question. */
const MOST_CHARACTERS = 10_000;

/** Waits for somebody's word; it is run again when there is one, or when it is too late. */
async function* ask(
  { message, expireSeconds }: z.infer<typeof approvalData>,
  { input, variables, memory, decision, isDue }: NodeContext,
): NodeRun {
  if (decision === undefined && memory === undefined)
    return {
      waitsFor: "approval",
      memory: true,
      delayMs: expireSeconds * 1000,
      message: resolveTemplate(message, variables).slice(0, MOST_CHARACTERS),
    };
  if (decision === undefined && !isDue) return { waitsFor: "approval" };
  const answer = decision ?? { isApproved: false, by: "", comment: "No answer came in time" };
  const branch = answer.isApproved ? "approved" : "refused";
  const { by, comment } = answer;
  const type = { type: "approval", type_detail: "approval" } as const;
  yield { kind: "thought", data: { ...type, status: branch, by, comment } };
  return { output: input, branch, ...(answer.isApproved ? {} : { error: comment || "Refused" }) };
}
