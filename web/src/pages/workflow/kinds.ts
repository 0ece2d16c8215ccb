import type { Json } from "../../../../src/client/index.ts";
import {
  isNodeType,
  type NodeField,
  nodeForms,
  type NodeForm,
  type NodeType,
} from "../../../../src/run/workflow/nodes/forms.ts";

export { isNodeType, type NodeType };
export type NodeData = { readonly [key: string]: Json };
export type FieldSpec = NodeField;

/** What the canvas shows of each type of node. */
export const kinds: { readonly [Type in NodeType]: NodeForm } = nodeForms;

/** In the order of the palette. */
export const nodeTypes: readonly NodeType[] = Object.keys(kinds).filter(isNodeType);
