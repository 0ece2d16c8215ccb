import type { WorkflowGraph } from "./graph.ts";
import type { NodeResult } from "./node.ts";
import { planGraph } from "./plan.ts";

export interface RunPart {
  readonly graph: WorkflowGraph;
  /** Of an earlier run, by node; what they cost was counted there. */
  readonly kept: ReadonlyMap<string, NodeResult>;
}

/** Nodes that ask a person, or start workflows that may. */
const ASKING: ReadonlySet<string> = new Set(["approval", "iterate", "loop", "workflow"]);

/** Whether the answer of a person to an earlier run may be among what a part keeps: it then counts for another run. */
export function keepsAnswers({ graph, kept }: RunPart): boolean {
  return graph.nodes.some(({ id, type }) => ASKING.has(type) && kept.has(id));
}

/**
 * What a run needs that begins at a node: what the others gave before stays, and with `isAlone` nothing comes after
 * it. Nodes that gave nothing before run again where their turn comes. Undefined: there is no such node.
 */
export function beginAt(
  graph: WorkflowGraph,
  nodeId: string,
  before: ReadonlyMap<string, NodeResult>,
  isAlone: boolean,
): RunPart | undefined {
  if (!graph.nodes.some(({ id }) => id === nodeId)) return undefined;
  const plan = planGraph(graph);
  const needed = plan.before(nodeId);
  const known = new Set(graph.nodes.map(({ id }) => id));
  const stays = (id: string): boolean =>
    known.has(id) && id !== nodeId && (isAlone ? needed.has(id) : !plan.before(id).has(nodeId));
  const kept = new Map(
    [...before].flatMap(([id, { usage: _usage, ...result }]) =>
      stays(id) ? [[id, result] as const] : [],
    ),
  );
  if (!isAlone) return { graph, kept };
  const isIn = (id: string): boolean => id === nodeId || needed.has(id);
  return {
    graph: {
      nodes: graph.nodes.filter(({ id }) => isIn(id)),
      edges: graph.edges.filter(({ source, target }) => isIn(source) && isIn(target)),
    },
    kept,
  };
}
