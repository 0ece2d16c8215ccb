import type { Json } from "../../skill/index.ts";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "./graph.ts";
import type { NodeResult } from "./node.ts";
import { findNodeSpec } from "./nodes/index.ts";
import { policyOf } from "./nodes/policy.ts";

export type Results = ReadonlyMap<string, NodeResult>;

/** The order of a graph that has no cycles. */
export interface Plan {
  /** Nodes that can begin, given what has finished: each waits for all the branches that lead to it. */
  readonly ready: (results: Results) => readonly WorkflowNode[];
  /** What a node is given: the output of the first edge, in their order, that leads to it. */
  readonly inputOf: (nodeId: string, results: Results, input: string) => Json;
  /** Nodes that lie before a node on any way. */
  readonly before: (nodeId: string) => ReadonlySet<string>;
  /** What the workflow gives in the end. */
  readonly finalOutput: (results: Results) => Json;
}

/** The edges that are followed where a node has failed, and only then. */
export const ERROR_BRANCH = "error";

type State = "done" | "waiting" | "skipped";

export function planGraph({ nodes, edges }: WorkflowGraph): Plan {
  const incoming = Map.groupBy(edges, ({ target }) => target);
  const order = sortNodes(nodes, edges);
  const into = (id: string): readonly WorkflowEdge[] => incoming.get(id) ?? [];
  const before = new Map<string, ReadonlySet<string>>();
  for (const { id } of order) {
    const sources = into(id).map(({ source }) => source);
    before.set(id, new Set(sources.flatMap((source) => [source, ...(before.get(source) ?? [])])));
  }
  const types = new Map(nodes.map(({ id, type }) => [id, type]));
  const isTaken = (edge: WorkflowEdge, results: Results): boolean => {
    const result = results.get(edge.source);
    // Nothing follows the end.
    if (result === undefined || isLast(types.get(edge.source))) return false;
    const handle = edge.sourceHandle ?? undefined;
    if (result.branch === ERROR_BRANCH || handle === ERROR_BRANCH) return handle === result.branch;
    return result.branch === undefined || handle === undefined || handle === result.branch;
  };
  return {
    before: (nodeId) => before.get(nodeId) ?? new Set(),
    ready: (results) => {
      const states = new Map<string, State>();
      const found: WorkflowNode[] = [];
      for (const node of order) {
        const state = stateOf(node, into(node.id), states, results, isTaken);
        states.set(node.id, state === "ready" ? "waiting" : state);
        if (state === "ready") found.push(node);
      }
      return found;
    },
    inputOf: (nodeId, results, input) => {
      const edge = into(nodeId).find((candidate) => isTaken(candidate, results));
      return edge === undefined ? input : (results.get(edge.source)?.output ?? null);
    },
    finalOutput: (results) => {
      const finished = order.filter(({ id }) => results.has(id));
      const end = nodes.find(({ id, type }) => isLast(type) && results.has(id));
      const last = end ?? finished.at(-1);
      return last === undefined ? null : (results.get(last.id)?.output ?? null);
    },
  };
}

function isLast(type: string | undefined): boolean {
  return type !== undefined && findNodeSpec(type).form.isLast === true;
}

/**
 * A branch that was not taken counts as done; where none was taken, the node is passed over as well. A node may also ask
 * for the first branch alone, or for every one.
 */
function stateOf(
  { id, type, data }: WorkflowNode,
  edges: readonly WorkflowEdge[],
  states: ReadonlyMap<string, State>,
  results: Results,
  isTaken: (edge: WorkflowEdge, results: Results) => boolean,
): State | "ready" {
  if (results.has(id)) return "done";
  if (findNodeSpec(type).form.isFirst === true) return "ready";
  const join = policyOf(data).join;
  const isOpen = edges.some(({ source }) => states.get(source) === "waiting");
  const isAnyTaken = edges.some((edge) => isTaken(edge, results));
  if (isOpen) return join === "any" && isAnyTaken ? "ready" : "waiting";
  const isFree = join === "every" ? edges.every((edge) => isTaken(edge, results)) : isAnyTaken;
  return isFree && edges.length > 0 ? "ready" : "skipped";
}

/** Sources before targets, otherwise as the graph lists them. Nodes on a cycle are left out. */
export function sortNodes(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
): readonly WorkflowNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const real = edges.filter(({ source, target }) => known.has(source) && known.has(target));
  const outgoing = Map.groupBy(real, ({ source }) => source);
  const open = new Map<string, number>();
  for (const { target } of real) open.set(target, (open.get(target) ?? 0) + 1);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const queue = nodes.filter(({ id }) => !open.has(id));
  for (const { id } of queue)
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      const node = byId.get(target);
      if (left === 0 && node !== undefined) queue.push(node);
    }
  return queue;
}
