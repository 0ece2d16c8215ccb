import type { Clock } from "../../platform/machine/index.ts";
import type { WorkflowNode } from "./graph.ts";
import type { NodeResult } from "./node.ts";
import type { Plan } from "./plan.ts";

export interface GraphRun {
  readonly plan: Plan;
  readonly clock: Clock;
  /** Nodes that have finished; those that finish now are added. */
  readonly results: Map<string, NodeResult>;
  /** Nodes that wait, with the moment until which they do; those that pause now are added. */
  readonly waiting: Map<string, number>;
  /** Runs a node, and settles once its result is kept, or else with the moment until which it waits. */
  readonly launch: (node: WorkflowNode) => Promise<NodeResult | number>;
  /** Nodes at work at once. */
  readonly maxNodes: number;
  /** True: no other node begins. */
  readonly isDraining: () => boolean;
}

/** All of it is done, all that is left waits for something, or it was asked to stop before the end. */
export type GraphState = "whole" | "waiting" | "left";

/**
 * Runs the nodes of a graph that have not finished. After a failure no other begins, and those at work finish
 * first, so that their results are not lost.
 */
export async function runGraph(run: GraphRun): Promise<GraphState> {
  const { plan, clock, results, waiting, launch, maxNodes, isDraining } = run;
  const running = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const work = async (node: WorkflowNode): Promise<void> => {
    waiting.delete(node.id);
    try {
      const result = await launch(node);
      if (typeof result === "number") waiting.set(node.id, result);
      else results.set(node.id, result);
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
        if (!running.has(node.id) && running.size < maxNodes && isDue(run, node))
          running.set(node.id, work(node));
    if (running.size === 0) {
      if (failures.length > 0) throw failures[0];
      if (ready.length === 0) return "whole";
      return isDraining() ? "left" : "waiting";
    }
    const timer = nextDue(waiting, clock);
    await Promise.race([...running.values(), timer.due]);
    timer.cancel();
  }
}

function isDue({ waiting, clock }: GraphRun, { id }: WorkflowNode): boolean {
  const until = waiting.get(id);
  return until === undefined || until <= clock.now();
}

/** While other nodes work, one that waits begins when its time has come. */
function nextDue(
  waiting: ReadonlyMap<string, number>,
  clock: Clock,
): { readonly due: Promise<void>; readonly cancel: () => void } {
  const { promise: due, resolve } = Promise.withResolvers<void>();
  const until = Math.min(...waiting.values());
  if (!Number.isFinite(until)) return { due, cancel: () => {} };
  return { due, cancel: clock.after(Math.max(1, until - clock.now()), resolve) };
}
