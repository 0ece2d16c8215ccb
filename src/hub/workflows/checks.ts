import {
  checkGraph,
  type GraphData,
  type GraphProblem,
  readGraph,
  type WorkflowGraph,
} from "../../run/workflow/index.ts";

/** What a stored graph stands for. */
export interface GraphCheck {
  /** Read when it is asked for: a list shows it to nobody. */
  readonly graph: WorkflowGraph;
  /** What would keep it from running, or from doing all that it shows. */
  readonly problems: readonly GraphProblem[];
}

/** What was wrong with a version of a workflow, so that a list checks only what has changed. */
export type CheckCache = Map<string, readonly GraphProblem[]>;

/** The most problems that are remembered; each version counts as one more. */
const MOST = 10_000;

export function createCheckCache(): CheckCache {
  return new Map();
}

export function buildCheck(
  cache: CheckCache | undefined,
  { id, version }: { readonly id: string; readonly version: number },
  data: GraphData,
): GraphCheck {
  let graph: WorkflowGraph | undefined;
  const read = (): WorkflowGraph => (graph ??= readGraph(data));
  const key = `${id} ${version}`;
  const known = cache?.get(key);
  const problems = known ?? checkGraph(read());
  if (known === undefined && cache !== undefined) remember(cache, key, problems);
  return {
    get graph() {
      return read();
    },
    problems,
  };
}

function remember(cache: CheckCache, key: string, problems: readonly GraphProblem[]): void {
  cache.set(key, problems);
  let count = 0;
  for (const known of cache.values()) count += 1 + known.length;
  for (const [oldest, { length }] of cache) {
    if (count <= MOST) break;
    cache.delete(oldest);
    count -= 1 + length;
  }
}
