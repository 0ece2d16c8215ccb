import type { Json } from "../../../../src/client/index.ts";
import type { NodeBranch, NodeField, NodeForm } from "../../../../src/run/workflow/nodes/form.ts";
import { nodeForms, type NodeType, policyFields } from "./node-forms.ts";

export { policyFields };
export type { NodeBranch, NodeType };
export type NodeData = { readonly [key: string]: Json };
export type FieldSpec = NodeField;

/** In the order of the palette. */
export const nodeTypes: readonly NodeType[] = nodeForms.map(({ type }) => type);

const byType = new Map(nodeForms.map((form) => [form.type, form]));

export function isNodeType(type: Json | undefined): type is NodeType {
  return nodeTypes.some((known) => known === type);
}

/** What the canvas shows of a type of node. */
export function formOf(type: NodeType): NodeForm {
  const form = byType.get(type);
  if (form === undefined) throw new Error(`There is no type of node \`${type}\`.`);
  return form;
}

const THEN: NodeBranch = { id: "", label: "then" };
const ON_ERROR: NodeBranch = { id: "error", label: "on error" };

/** The ways out of a node, where there are several. */
export function waysOut(type: NodeType, data: NodeData): readonly NodeBranch[] {
  const { branches = [], isLast } = formOf(type);
  if (data["onError"] !== "branch" || isLast) return branches;
  return [...(branches.length === 0 ? [THEN] : branches), ON_ERROR];
}
