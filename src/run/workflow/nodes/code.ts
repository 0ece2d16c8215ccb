import { SkillError } from "../../../skill/index.ts";
import type { CodeData } from "../graph.ts";
import type { NodeContext, NodePorts, NodeRun } from "../node.ts";
import { NodeError } from "../node-error.ts";
import { toText } from "../template.ts";

/** Runs code in a sandbox; without one it is refused. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
export async function* runCode(
  { code, timeoutSeconds, memoryLimitMb, env }: CodeData,
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
