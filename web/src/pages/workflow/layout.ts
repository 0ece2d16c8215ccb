export type Point = {
  readonly x: number;
  readonly y: number;
};

interface Drawn {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly source: string; readonly target: string }[];
}

/** From one node to the next; a node that shows its output and its state is about 125 high. */
export const GAP: Point = { x: 240, y: 156 };

/** Places from left to right: each node stands after all that lead to it. */
export function layOut(graph: Drawn): ReadonlyMap<string, Point> {
  const columns = new Map<number, number>();
  const places = new Map<string, Point>();
  for (const [id, column] of depthsOf(graph)) {
    const row = columns.get(column) ?? 0;
    columns.set(column, row + 1);
    places.set(id, { x: column * GAP.x, y: row * GAP.y });
  }
  return places;
}

function depthsOf({ nodes, edges }: Drawn): ReadonlyMap<string, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]));
  // A longest way has at most as many steps as there are nodes; edges that lead round stop there.
  for (let round = 1; round < nodes.length; round += 1) {
    let isChanged = false;
    for (const { source, target } of edges) {
      const from = depths.get(source);
      const to = depths.get(target);
      if (from === undefined || to === undefined || to > from || source === target) continue;
      depths.set(target, Math.min(from + 1, nodes.length));
      isChanged = true;
    }
    if (!isChanged) break;
  }
  return depths;
}
