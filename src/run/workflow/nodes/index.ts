import type { WorkflowNode } from "../graph.ts";
import type { NodeContext, NodePorts, NodeRun } from "../node.ts";
import { runCode } from "./code.ts";
import { runCondition } from "./condition.ts";
import { runHttp } from "./http.ts";
import { runKnowledge } from "./knowledge.ts";
import { runLlm } from "./llm.ts";
import { runSkill } from "./skill.ts";

/** A node at work, whatever its type. */
export function runNode(node: WorkflowNode, context: NodeContext, ports: NodePorts): NodeRun {
  switch (node.type) {
    case "start":
    case "end":
      return passOn(context);
    case "llm":
      return runLlm(node.data, context, ports);
    case "knowledge":
      return runKnowledge(node.data, context, ports);
    case "condition":
      return runCondition(node.data, context);
    case "skill":
      return runSkill(node.data, context, ports);
    case "http":
      return runHttp(node.data, context, ports);
    case "code":
      return runCode(node.data, context, ports);
  }
}

// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* passOn({ input }: NodeContext): NodeRun {
  return { output: input };
}
