/** A workflow of another program on its way to ours, with what is lost on it. */
import { isObject, type Json } from "../../../skill/index.ts";
import { type GraphData, MOST_EDGES, MOST_NODES } from "../graph.ts";

/** `changed`: it does the same in another way, or in part; `lost`: somebody has to do it anew. */
export interface ImportLoss {
  readonly node_id: string | null;
  readonly outcome: "changed" | "lost";
  readonly message: string;
}

export interface ImportedWorkflow {
  readonly name: string;
  readonly description: string | null;
  readonly graph_data: GraphData;
  readonly losses: readonly ImportLoss[];
}

export type Fields = { readonly [key: string]: unknown };

const MOST_LOSSES = 500;
/** Of all nodes together, with their names: more than a graph may be stored with. */
const MOST_CHARACTERS = 4_000_000;

/** A document is larger than a graph may be; nothing of it was made ready further. */
export class ImportExcess extends Error {}

interface DraftNode {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly [key: string]: Json };
  readonly position?: { readonly x: number; readonly y: number };
}

/** Nodes and edges as they come together. */
export class GraphDraft {
  readonly nodes: DraftNode[] = [];
  readonly losses: ImportLoss[] = [];
  readonly #edges: { source: string; target: string; sourceHandle?: string }[] = [];
  /** Where edges that lead to a node have to lead in its place. */
  readonly #doors = new Map<string, string>();
  /** By a node and a handle there, where edges that leave by it begin here. */
  readonly #exits = new Map<string, { readonly source: string; readonly handle: string }>();
  #characters = 0;

  add(id: string, type: string, data: DraftNode["data"], place?: DraftNode["position"]): void {
    // A few words of a document may become many, such as the name of a node in each of its cases.
    this.#characters += id.length + JSON.stringify(data).length;
    checkCount("characters", this.#characters, MOST_CHARACTERS);
    checkCount("nodes", this.nodes.length + 1, MOST_NODES);
    this.nodes.push({ id, type, data, ...(place === undefined ? {} : { position: place }) });
  }

  /**
   * Puts values in the place of what a pattern finds; nothing for undefined. Counted before it is done: a short name may
   * stand a hundred thousand times for a long value.
   */
  fill(text: string, pattern: RegExp, valueOf: (name: string) => string | undefined): string {
    let length = this.#characters + text.length;
    return text.replaceAll(pattern, (written: string, name: string) => {
      const value = valueOf(name) ?? written;
      length += value.length - written.length;
      checkCount("characters", length, MOST_CHARACTERS);
      return value;
    });
  }

  /** A node that does not exist here: a run that comes to it fails, and the graph keeps its form. */
  addUnknown(id: string, title: string, kind: string, place?: DraftNode["position"]): void {
    this.add(id, "tool", { label: title }, place);
    this.lose(id, "lost", `A node of the type \`${kind}\` has no counterpart; a run fails there`);
  }

  /** Edges that lead to a node lead to another one before it. */
  enterBy(id: string, door: string): void {
    this.#doors.set(id, door);
    this.link(door, id);
  }

  /** Conditions one after the other: edges of a handle leave by the first that holds, those of `otherwise` by the last. */
  addCases(id: string, first: string, { cases, otherwise, place }: Cases): void {
    let own = first;
    for (const [index, { handle, expression }] of cases.entries()) {
      const before = own;
      own = caseId(first, index);
      this.add(own, "condition", { expression }, place);
      if (index > 0) this.link(before, own, "false");
      this.#exits.set(`${id} ${handle}`, { source: own, handle: "true" });
    }
    this.#exits.set(`${id} ${otherwise}`, { source: own, handle: "false" });
  }

  /** Adds to the data of a node that is there. */
  amend(id: string, data: DraftNode["data"]): void {
    const at = this.nodes.findIndex((node) => node.id === id);
    const node = this.nodes[at];
    if (node !== undefined) this.nodes[at] = { ...node, data: { ...node.data, ...data } };
  }

  /** Where a node fails, the run goes on at the edges that leave it by a handle there. */
  failBy(id: string, handle: string): void {
    this.amend(id, { onError: "branch" });
    this.#exits.set(`${id} ${handle}`, { source: id, handle: "error" });
  }

  /** An edge of the document, once all of its nodes were read. */
  leave(source: string, handle: string, target: string): void {
    const exit = this.#exits.get(`${source} ${handle}`);
    if (exit === undefined) this.link(source, target);
    else this.link(exit.source, target, exit.handle);
  }

  link(source: string, target: string, sourceHandle?: string): void {
    checkCount("edges", this.#edges.length + 1, MOST_EDGES);
    this.#edges.push({ source, target, ...(sourceHandle === undefined ? {} : { sourceHandle }) });
  }

  lose(id: string | null, outcome: ImportLoss["outcome"], message: string): void {
    if (this.losses.length < MOST_LOSSES) this.losses.push({ node_id: id, outcome, message });
  }

  finish(): GraphData {
    const known = new Set(this.nodes.map(({ id }) => id));
    const doors = this.#doors;
    const edges = this.#edges
      .map((edge) => {
        const door = doors.get(edge.target);
        return door === undefined || door === edge.source ? edge : { ...edge, target: door };
      })
      .filter(({ source, target }) => known.has(source) && known.has(target))
      .map((edge, index) => ({ id: `e${index + 1}`, ...edge }));
    return { nodes: this.nodes.map((node) => ({ ...node })), edges };
  }
}

interface Cases {
  readonly cases: readonly { readonly handle: string; readonly expression: string }[];
  readonly otherwise: string;
  readonly place: DraftNode["position"];
}

/** The node of a case; the first is the node itself. */
export function caseId(first: string, index: number): string {
  return index === 0 ? first : `${first}-${index + 1}`;
}

function checkCount(what: string, count: number, most: number): void {
  if (count > most) throw new ImportExcess(`A workflow has at most ${most} ${what}`);
}

export function checkEdges(edges: readonly unknown[]): void {
  checkCount("edges", edges.length, MOST_EDGES);
}

/** The nodes of a document: readers compare each with all edges. */
export function readNodes(value: unknown): readonly Fields[] {
  const nodes = listOf(value);
  checkCount("nodes", nodes.length, MOST_NODES);
  return nodes;
}

/** How often a node is tried again, and after how long, within what we allow. */
export function retriesOf(times: unknown, milliseconds: unknown): DraftNode["data"] {
  const [count, wait] = [Number(times), Number(milliseconds)];
  if (!(count >= 1)) return {};
  const seconds = wait >= 0 ? { retrySeconds: Math.min(3600, wait / 1000) } : {};
  return { retries: Math.min(10, Math.floor(count)), ...seconds };
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function placeOf(value: unknown): DraftNode["position"] {
  const [x, y] = Array.isArray(value) ? value : [fieldsOf(value)["x"], fieldsOf(value)["y"]];
  return typeof x === "number" && typeof y === "number" ? { x, y } : { x: 0, y: 0 };
}

/** A text as conditions write it. */
export function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** How other programs compare, in our words; undefined: they have one that we lack. */
export function compare(left: string, operator: string, right: string): string | undefined {
  const value = /^-?\d+(?:\.\d+)?$/u.test(right) ? right : quote(right);
  const build = COMPARISONS[operator.toLowerCase().replaceAll(/[\s_-]/gu, "")];
  return build?.(left, value);
}

const equal = (left: string, right: string): string => `${left} == ${right}`;
const unequal = (left: string, right: string): string => `${left} != ${right}`;
const COMPARISONS: { readonly [operator: string]: (left: string, right: string) => string } = {
  is: equal,
  "=": equal,
  equals: equal,
  equal,
  isnot: unequal,
  "≠": unequal,
  notequals: unequal,
  notequal: unequal,
  contains: (left, right) => `${left} contains ${right}`,
  notcontains: (left, right) => `!(${left} contains ${right})`,
  empty: (left) => `${left} == ""`,
  isempty: (left) => `${left} == ""`,
  notexists: (left) => `${left} == ""`,
  notempty: (left) => `${left} != ""`,
  isnotempty: (left) => `${left} != ""`,
  exists: (left) => `${left} != ""`,
  true: (left) => `${left} == true`,
  false: (left) => `${left} == false`,
  ">": (left, right) => `${left} > ${right}`,
  "<": (left, right) => `${left} < ${right}`,
  "≥": (left, right) => `${left} >= ${right}`,
  "≤": (left, right) => `${left} <= ${right}`,
  gt: (left, right) => `${left} > ${right}`,
  lt: (left, right) => `${left} < ${right}`,
  gte: (left, right) => `${left} >= ${right}`,
  lte: (left, right) => `${left} <= ${right}`,
  larger: (left, right) => `${left} > ${right}`,
  smaller: (left, right) => `${left} < ${right}`,
};
