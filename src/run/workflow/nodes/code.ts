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
    throw new NodeError("Code nodes are switched off: this server has no sandbox to run code in");
  const output = await ports.runCode({
    code,
    timeoutSeconds,
    memoryLimitMb,
    env,
    input: toText(input),
    signal,
  });
  return { output };
}
