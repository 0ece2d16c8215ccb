/** The graph of a workflow as it is drawn and kept. Every change gives a new one. */
import type { Json } from "../../../../src/client/index.ts";
import { formOf, isNodeType, type NodeData, type NodeType, waysOut } from "./kinds.ts";
import { GAP, layOut, type Point } from "./layout.ts";

export interface GraphNode {
  readonly id: string;
  readonly type: NodeType;
  readonly position: Point;
  readonly data: NodeData;
  /** What other editors keep on a node stays there. */
  readonly [other: string]: Json;
}

export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The branch that it belongs to, of a node that has several. */
  readonly sourceHandle?: string | null;
  readonly [other: string]: Json | undefined;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

type Wire = { readonly [key: string]: Json };

/** What the server keeps, with ids and places where there are none. */
export function readGraph(data: Wire): Graph {
  const nodes = objectsIn(data["nodes"]).flatMap((node) => {
    const { id, type, data: fields } = node;
    if (typeof id !== "string" || !isNodeType(type)) return [];
    return [{ ...node, id, type, data: isObject(fields) ? fields : {}, position: pointOf(node) }];
  });
  const edges = objectsIn(data["edges"]).flatMap((edge, index) => {
    const { id, source, target, sourceHandle } = edge;
    if (typeof source !== "string" || typeof target !== "string") return [];
    const handle = typeof sourceHandle === "string" ? { sourceHandle } : {};
    return [
      { ...edge, ...handle, id: typeof id === "string" ? id : `edge-${index}`, source, target },
    ];
  });
  const places = nodes.every(({ position }) => position !== undefined)
    ? new Map<string, Point>()
    : layOut({ nodes, edges });
  return {
    nodes: nodes.map((node) => ({
      ...node,
      position: places.get(node.id) ?? node.position ?? { x: 0, y: 0 },
    })),
    edges,
  };
}

function objectsIn(value: Json | undefined): readonly Wire[] {
  return Array.isArray(value) ? value.filter((item: Json) => isObject(item)) : [];
}

export function isObject(value: Json | undefined): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pointOf({ position }: Wire): Point | undefined {
  if (!isObject(position)) return undefined;
  const { x, y } = position;
  return typeof x === "number" && typeof y === "number" ? { x, y } : undefined;
}

/**
 * A new node: after the one that is chosen where there is one, else beside all others. Where the chosen one has
 * one line, the new node is put into it.
 */
export function addNode(
  graph: Graph,
  type: NodeType,
  after: string | undefined,
): { readonly graph: Graph; readonly id: string } {
  const id = freeId(graph, type);
  const before = graph.nodes.find((node) => node.id === after);
  const leads = before !== undefined && !formOf(before.type).isLast && !formOf(type).isFirst;
  const node: GraphNode = { id, type, data: {}, position: placeFor(graph, before) };
  const lines = graph.edges.filter(({ source }) => source === before?.id);
  const [line] = lines;
  if (leads && lines.length === 1 && line !== undefined && !formOf(type).isLast)
    return { graph: putInto(graph, line, before, node), id };
  const grown = { ...graph, nodes: [...graph.nodes, node] };
  return { graph: leads ? connect(grown, before.id, id, freeBranch(graph, before)) : grown, id };
}

/** The one node from which the way goes on nowhere yet. */
export function looseEnd({ nodes, edges }: Graph): string | undefined {
  const ends = nodes.filter(
    ({ id, type }) => !formOf(type).isLast && edges.every(({ source }) => source !== id),
  );
  return ends.length === 1 ? ends[0]?.id : undefined;
}

/** What lay behind the line makes room. */
function putInto(graph: Graph, line: GraphEdge, before: GraphNode, node: GraphNode): Graph {
  const { sourceHandle: branch, ...rest } = line;
  const x = before.position.x + GAP.x;
  const shifted = graph.nodes.map((other) =>
    other.position.x > x - GAP.x / 2
      ? { ...other, position: { ...other.position, x: other.position.x + GAP.x } }
      : other,
  );
  const first = formOf(node.type).branches?.[0];
  const next = {
    ...rest,
    source: node.id,
    ...(first === undefined ? {} : { sourceHandle: first.id }),
  };
  const grown = {
    nodes: [...shifted, { ...node, position: { x, y: before.position.y } }],
    edges: graph.edges.map((edge) => (edge === line ? next : edge)),
  };
  return connect(grown, before.id, node.id, branch ?? undefined);
}

function freeId({ nodes }: Graph, type: NodeType): string {
  const ids = new Set(nodes.map(({ id }) => id));
  let id: string = type;
  for (let number = 2; ids.has(id); number += 1) id = `${type}-${number}`;
  return id;
}

function placeFor({ nodes }: Graph, before: GraphNode | undefined): Point {
  const x =
    before === undefined
      ? Math.max(-GAP.x, ...nodes.map(({ position }) => position.x)) + GAP.x
      : before.position.x + GAP.x;
  let y = before?.position.y ?? nodes[0]?.position.y ?? 0;
  const isTaken = (): boolean =>
    nodes.some(
      ({ position }) =>
        Math.abs(position.x - x) < GAP.x - 20 && Math.abs(position.y - y) < GAP.y - 20,
    );
  while (isTaken()) y += GAP.y;
  return { x, y };
}

/** The first branch that leads nowhere yet, or the last one. */
function freeBranch({ edges }: Graph, { id, type, data }: GraphNode): string | undefined {
  const ways = waysOut(type, data);
  const leading = edges.filter(({ source }) => source === id);
  const taken = new Set(leading.map((edge) => edge.sourceHandle ?? ""));
  return (ways.find((way) => !taken.has(way.id)) ?? ways.at(-1))?.id || undefined;
}

export function connect(graph: Graph, source: string, target: string, branch?: string): Graph {
  const isThere = graph.edges.some(
    (edge) =>
      edge.source === source &&
      edge.target === target &&
      (edge.sourceHandle ?? undefined) === branch,
  );
  if (isThere || source === target) return graph;
  const ids = new Set(graph.edges.map(({ id }) => id));
  let number = graph.edges.length + 1;
  while (ids.has(`edge-${number}`)) number += 1;
  const handle = branch === undefined ? {} : { sourceHandle: branch };
  return { ...graph, edges: [...graph.edges, { id: `edge-${number}`, source, target, ...handle }] };
}

/** Without these nodes and edges, and without edges of nodes that are gone. */
export function remove(
  graph: Graph,
  ids: ReadonlySet<string>,
  edgeIds: ReadonlySet<string>,
): Graph {
  return {
    nodes: graph.nodes.filter(({ id }) => !ids.has(id)),
    edges: graph.edges.filter(
      ({ id, source, target }) => !edgeIds.has(id) && !ids.has(source) && !ids.has(target),
    ),
  };
}

/** Lines of which an end is no node. */
export function looseEdges({ nodes, edges }: Graph): ReadonlySet<string> {
  const ids = new Set(nodes.map(({ id }) => id));
  const loose = edges.filter(({ source, target }) => !ids.has(source) || !ids.has(target));
  return new Set(loose.map(({ id }) => id));
}

/** What leads to a node, or any other one, of those that stay. */
export function nodeBefore(
  { nodes, edges }: Graph,
  id: string,
  gone: ReadonlySet<string>,
): string | undefined {
  const before = edges.find(({ source, target }) => target === id && !gone.has(source))?.source;
  return before ?? nodes.find((node) => !gone.has(node.id))?.id;
}

export function move(graph: Graph, places: ReadonlyMap<string, Point>): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const position = places.get(node.id);
      return position === undefined ? node : { ...node, position };
    }),
  };
}

export function tidy(graph: Graph): Graph {
  return move(graph, layOut(graph));
}

/** Sets a field of a node; undefined takes it away. */
export function setField(graph: Graph, id: string, key: string, value: Json | undefined): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      if (node.id !== id) return node;
      const { [key]: _old, ...rest } = node.data;
      return { ...node, data: value === undefined ? rest : { ...node.data, [key]: value } };
    }),
  };
}
