/** What is chosen on the canvas. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export const NOTHING: Selection = { nodes: new Set(), edges: new Set() };

export function only(node: string): Selection {
  return { nodes: new Set([node]), edges: new Set() };
}
