/** All types of nodes, in the order in which they are offered. A type is a folder here and a line in this list. */
import { approvalNode } from "./approval/index.ts";
import { iterateNode } from "./iterate/index.ts";
import { loopNode } from "./loop/index.ts";
import { mcpNode } from "./mcp/index.ts";
import { templateNode } from "./template/index.ts";
import { toolNode } from "./tool/index.ts";
import { variablesNode } from "./variables/index.ts";
import { waitNode } from "./wait/index.ts";
import { workflowNode } from "./workflow/index.ts";
import { codeNode } from "./code/index.ts";
import { conditionNode } from "./condition/index.ts";
import { endNode } from "./end/index.ts";
import { httpNode } from "./http/index.ts";
import { knowledgeNode } from "./knowledge/index.ts";
import { llmNode } from "./llm/index.ts";
import { skillNode } from "./skill/index.ts";
import { startNode } from "./start/index.ts";
import type { NodeForm } from "./form.ts";
import type { NodeSpec } from "./spec.ts";

export const nodeList: readonly NodeSpec[] = [
  startNode,
  llmNode,
  skillNode,
  knowledgeNode,
  conditionNode,
  httpNode,
  codeNode,
  toolNode,
  mcpNode,
  templateNode,
  variablesNode,
  iterateNode,
  loopNode,
  workflowNode,
  waitNode,
  approvalNode,
  endNode,
];

/** What is told of each type; plain data. */
export function nodeForms(): readonly (NodeForm & { readonly type: string })[] {
  return nodeList.map(({ type, form }) => ({ type, ...form }));
}

const byType = new Map(nodeList.map((spec) => [spec.type, spec]));

/** The type of a node whose graph has been read. */
export function findNodeSpec(type: string): NodeSpec {
  const spec = byType.get(type);
  if (spec === undefined) throw new Error(`There is no type of node \`${type}\`.`);
  return spec;
}
