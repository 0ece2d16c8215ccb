import type { WorkflowNode } from "./graph.ts";
import type { NodeResult } from "./node.ts";
import type { Plan } from "./plan.ts";

export interface GraphRun {
  readonly plan: Plan;
  /** Nodes that have finished; those that finish now are added. */
  readonly results: Map<string, NodeResult>;
  /** Runs a node, and settles once its result is kept. */
  readonly launch: (node: WorkflowNode) => Promise<NodeResult>;
  /** Nodes at work at once. */
  readonly maxNodes: number;
  /** True: no other node begins. */
  readonly isDraining: () => boolean;
}

/**
 * Runs the nodes of a graph that have not finished. After a failure no other begins, and those at work finish
 * first, so that their results are not lost. False: it was asked to stop before the end.
 */
export async function runGraph(run: GraphRun): Promise<boolean> {
  const { plan, results, launch, maxNodes, isDraining } = run;
  const running = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const work = async (node: WorkflowNode): Promise<void> => {
    try {
      results.set(node.id, await launch(node));
    } catch (error) {
      failures.push(error);
    } finally {
      running.delete(node.id);
    }
  };
  for (;;) {
    const ready = plan.ready(results);
    if (failures.length === 0 && !isDraining())
      for (const node of ready)
        if (!running.has(node.id) && running.size < maxNodes) running.set(node.id, work(node));
    if (running.size === 0) {
      if (failures.length > 0) throw failures[0];
      return ready.length === 0;
    }
    await Promise.race(running.values());
  }
}
