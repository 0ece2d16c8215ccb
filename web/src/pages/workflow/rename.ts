import type { Json } from "../../../../src/client/index.ts";
import {
  type NodeRename,
  renameInCondition,
  renameInMapping,
  renameInTemplate,
} from "../../../../src/run/workflow/rename.ts";
import { type Graph, type GraphEdge, type GraphNode, isObject } from "./graph.ts";
import { formOf, type NodeData, policyFields } from "./kinds.ts";

/** Another id for a node: in lines, templates, conditions and the inputs of skills as well. */
export function rename(graph: Graph, from: string, to: string): Graph {
  const named = (id: string): string => (id === from ? to : id);
  const change = { from, to, ids: new Set(graph.nodes.map(({ id }) => id)) };
  const after = nodesAfter(graph.edges, from);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({
      ...node,
      id: named(node.id),
      data: renameInData(node, change, after.has(node.id)),
    })),
    edges: graph.edges.map((edge) => ({
      ...edge,
      source: named(edge.source),
      target: named(edge.target),
    })),
  };
}

function renameInData(node: GraphNode, change: NodeRename, isBefore: boolean): NodeData {
  const inTemplates = (value: Json): Json => {
    if (typeof value === "string") return renameInTemplate(value, change);
    if (Array.isArray(value)) return value.map((item: Json) => inTemplates(item));
    return isObject(value) ? mapValues(value, inTemplates) : value;
  };
  const inMapping = (value: Json): Json =>
    typeof value === "string" ? renameInMapping(value, change, isBefore) : value;
  return mapValues(node.data, (value, key) => {
    const field = [...formOf(node.type).fields, ...policyFields].find((one) => one.key === key);
    // What other editors keep on a node may name others as well.
    if (field === undefined) return inTemplates(value);
    if (field.names === "condition" && typeof value === "string")
      return renameInCondition(value, change);
    if (field.names === "mapping" && isObject(value)) return mapValues(value, inMapping);
    // What Python means by braces is its own affair.
    return field.names === undefined ? value : inTemplates(value);
  });
}

function mapValues(data: NodeData, change: (value: Json, key: string) => Json): NodeData {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, change(value, key)]));
}

/** Those that are reached from a node. */
function nodesAfter(edges: readonly GraphEdge[], from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const { source, target } of edges)
      if (source === id && !found.has(target)) {
        found.add(target);
        waiting.push(target);
      }
  return found;
}
