/** The forms of all types of nodes, for the workbench. */
import { codeForm } from "./code/form.ts";
import { conditionForm } from "./condition/form.ts";
import { endForm } from "./end/form.ts";
import { httpForm } from "./http/form.ts";
import { knowledgeForm } from "./knowledge/form.ts";
import { llmForm } from "./llm/form.ts";
import { skillForm } from "./skill/form.ts";
import { startForm } from "./start/form.ts";
import type { NodeForm } from "./form.ts";

export type { NodeField, NodeForm } from "./form.ts";

export const nodeTypes = [
  "start",
  "llm",
  "knowledge",
  "condition",
  "skill",
  "http",
  "code",
  "end",
] as const;

export type NodeType = (typeof nodeTypes)[number];

/** In the order in which the canvas offers them. */
export const nodeForms: { readonly [Type in NodeType]: NodeForm } = {
  start: startForm,
  llm: llmForm,
  skill: skillForm,
  knowledge: knowledgeForm,
  condition: conditionForm,
  http: httpForm,
  code: codeForm,
  end: endForm,
};

export function isNodeType(text: unknown): text is NodeType {
  return nodeTypes.some((type) => type === text);
}
