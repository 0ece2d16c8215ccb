/** All types of nodes. A type is a folder here, with its form, and a line in both lists. */
import { codeNode } from "./code/index.ts";
import { conditionNode } from "./condition/index.ts";
import { endNode } from "./end/index.ts";
import { httpNode } from "./http/index.ts";
import { knowledgeNode } from "./knowledge/index.ts";
import { llmNode } from "./llm/index.ts";
import { skillNode } from "./skill/index.ts";
import { startNode } from "./start/index.ts";
import type { NodeType } from "./forms.ts";
import type { NodeSpec } from "./spec.ts";

export const nodeSpecs: { readonly [Type in NodeType]: NodeSpec } = {
  start: startNode,
  llm: llmNode,
  knowledge: knowledgeNode,
  condition: conditionNode,
  skill: skillNode,
  http: httpNode,
  code: codeNode,
  end: endNode,
};
