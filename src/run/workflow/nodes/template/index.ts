import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { resolveTemplate } from "../../template.ts";
import { text } from "../fields.ts";
import { readJson } from "../read-json.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { templateForm } from "./form.ts";

const templateData = z.looseObject({
  template: text.default("{{input}}"),
  format: z.enum(["text", "json"]).default("text"),
});

export const templateNode: NodeSpec = defineNode({
  type: "template",
  form: templateForm,
  data: templateData.prefault({}),
  run: fill,
});

/** Puts values into a text. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* fill(
  { template, format }: z.infer<typeof templateData>,
  { variables }: NodeContext,
): NodeRun {
  const filled = resolveTemplate(template, variables);
  return { output: format === "json" ? readJson(filled, "The text of the template") : filled };
}
