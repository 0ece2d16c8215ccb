/** Which skills build on which others, and where that leads nowhere or in a circle. */

export interface GraphNode {
  readonly name: string;
  readonly dependsOn: readonly string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface DependencyGraph {
  readonly edges: readonly Edge[];
  /** Dependencies on skills that are not served. */
  readonly missing: readonly Edge[];
  /** Skills that name themselves. */
  readonly self: readonly string[];
  /** Skills that depend on each other, each circle once, beginning with its first name. */
  readonly cycles: readonly (readonly string[])[];
}

export function dependencyGraph(nodes: readonly GraphNode[]): DependencyGraph {
  const names = new Set(nodes.map(({ name }) => name));
  const all = nodes.flatMap(({ name, dependsOn }) =>
    [...new Set(dependsOn)].map((to): Edge => ({ from: name, to })),
  );
  const edges = all.filter(({ from, to }) => names.has(to) && from !== to);
  return {
    edges,
    missing: all.filter(({ to }) => !names.has(to)),
    self: all.filter(({ from, to }) => from === to).map(({ from }) => from),
    cycles: circles([...names], edges),
  };
}

interface Visit {
  readonly index: number;
  low: number;
  isOpen: boolean;
}

/** Groups of names that can all reach each other, by the algorithm of Tarjan without recursion. */
function circles(names: readonly string[], edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const visits = new Map<string, Visit>();
  const stack: string[] = [];
  const found: (readonly string[])[] = [];
  for (const start of names.toSorted()) {
    if (visits.has(start)) continue;
    const work: { readonly name: string; at: number }[] = [{ name: start, at: 0 }];
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { name } = top;
      const visit = visits.get(name) ?? begin(name, visits, stack);
      const targets = next.get(name) ?? [];
      const to = targets[top.at]?.to;
      if (to === undefined) {
        work.pop();
        const parent = work.at(-1);
        const above = parent === undefined ? undefined : visits.get(parent.name);
        if (above !== undefined) above.low = Math.min(above.low, visit.low);
        if (visit.low === visit.index) close(name, visits, stack, found);
        continue;
      }
      top.at += 1;
      const seen = visits.get(to);
      if (seen === undefined) work.push({ name: to, at: 0 });
      else if (seen.isOpen) visit.low = Math.min(visit.low, seen.index);
    }
  }
  return found.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

function begin(name: string, visits: Map<string, Visit>, stack: string[]): Visit {
  const visit: Visit = { index: visits.size, low: visits.size, isOpen: true };
  visits.set(name, visit);
  stack.push(name);
  return visit;
}

function close(
  name: string,
  visits: Map<string, Visit>,
  stack: string[],
  found: (readonly string[])[],
): void {
  const group = stack.splice(stack.lastIndexOf(name));
  for (const item of group) {
    const visit = visits.get(item);
    if (visit !== undefined) visit.isOpen = false;
  }
  if (group.length > 1) found.push(group.toSorted());
}
