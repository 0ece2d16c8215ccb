import { z } from "zod";
import { SkillError } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { toText } from "../../template.ts";
import { text } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { codeForm } from "./form.ts";

const codeData = z.looseObject({
  code: text.default(""),
  timeoutSeconds: z.number().min(1).max(30).default(30),
  memoryLimitMb: z.number().min(64).max(512).default(256),
  env: z.record(z.string(), z.string()).default({}),
});

export const codeNode: NodeSpec = defineNode({
  type: "code",
  form: codeForm,
  data: codeData.prefault({}),
  run: runCode,
});

/** Runs code in a sandbox; without one it is refused. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* runCode(
  { code, timeoutSeconds, memoryLimitMb, env }: z.infer<typeof codeData>,
  { input, signal }: NodeContext,
  ports: NodePorts,
): NodeRun {
  if (ports.runCode === undefined)
    throw new NodeError(
      "Code nodes are switched off; the operator can allow them with the setting `codeNodes`",
    );
  try {
    const request = { code, timeoutSeconds, memoryLimitMb, env, input: toText(input), signal };
    return { output: await ports.runCode(request) };
  } catch (error) {
    // Why code failed is for whoever wrote it.
    if (SkillError.isInstance(error)) throw new NodeError(error.diagnostic.message, error);
    throw error;
  }
}
