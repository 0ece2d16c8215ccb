import type { Diagnostic } from "../../skill/index.ts";
import { graphCodes } from "./diagnostics.ts";
import { ExpressionError, namesInCondition } from "./expression/index.ts";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "./graph.ts";
import { findNodeSpec } from "./nodes/index.ts";

import type { NodeData } from "./nodes/data.ts";
import type { NodeField, NodeForm } from "./nodes/form.ts";
import { sortNodes } from "./plan.ts";
import { INPUTS, LONGEST_ID, splitFact, splitOutput, namesIn } from "./template.ts";

export interface GraphProblem extends Diagnostic {
  /** The node at fault, where it is one. */
  readonly nodeId?: string;
}

/** What is wrong with a graph. With an error it cannot be run; a warning tells what it will not do. */
export function checkGraph(graph: WorkflowGraph): readonly GraphProblem[] {
  const { nodes, edges } = graph;
  const found = [
    ...(nodes.some(({ type }) => type === "start")
      ? []
      : [error(graphCodes.noStart, "Workflow has no start node")]),
    ...duplicates(nodes),
    ...danglingEdges(nodes, edges),
    ...cycles(nodes, edges),
    ...unreachable(nodes, edges),
    ...nodes.flatMap(unset),
    ...wrongNamesIn(nodes),
  ];
  return found.slice(0, MOST_PROBLEMS);
}

/** Nobody reads more, and a graph of a stranger could have a hundred thousand. */
const MOST_PROBLEMS = 100;

function wrongNamesIn(nodes: readonly WorkflowNode[]): readonly GraphProblem[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const found: GraphProblem[] = [];
  for (const node of nodes) {
    if (found.length >= MOST_PROBLEMS) break;
    found.push(...wrongNames(node, ids));
  }
  return found;
}

/** The sentence for the first error, as runs tell it; the others stand beside it. */
export function firstError(problems: readonly GraphProblem[]): string | undefined {
  const found = problems.find(({ severity }) => severity === "error");
  // The circle itself is told with the other problems.
  return found?.code === graphCodes.cycle ? "Workflow contains a cycle" : found?.message;
}

/** Whether a node asks the model of the run, without which it can only fail. */
export function usesRunModel({ nodes }: WorkflowGraph): boolean {
  return nodes.some(({ type, data }) => findNodeSpec(type).usesRunModel?.(data) === true);
}

function duplicates(nodes: readonly WorkflowNode[]): readonly GraphProblem[] {
  return [...Map.groupBy(nodes, ({ id }) => id)].flatMap(([id, same]) =>
    same.length === 1
      ? []
      : [error(graphCodes.duplicateNode, `Workflow has ${same.length} nodes with id '${id}'`, id)],
  );
}

function danglingEdges(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
): readonly GraphProblem[] {
  const known = new Set(nodes.map(({ id }) => id));
  return edges.flatMap(({ id, source, target }) => {
    const missing = [source, target].find((end) => !known.has(end));
    if (missing === undefined) return [];
    const name = id ?? `${source} → ${target}`;
    return [
      error(
        graphCodes.danglingEdge,
        `Edge '${name}' names node '${missing}', which does not exist`,
        missing,
      ),
    ];
  });
}

function cycles(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
): readonly GraphProblem[] {
  const sorted = new Set(sortNodes(nodes, edges).map(({ id }) => id));
  const left = new Set(nodes.map(({ id }) => id).filter((id) => !sorted.has(id)));
  const [first] = left;
  if (first === undefined) return [];
  // Every node that is left has one before it that is left too, so going back must come round.
  const trail = [first];
  for (;;) {
    const at = trail[0];
    const source = edges.find((edge) => edge.target === at && left.has(edge.source))?.source;
    if (source === undefined) break;
    const round = trail.indexOf(source);
    trail.unshift(source);
    if (round >= 0) {
      const way = trail.slice(0, round + 2);
      return [error(graphCodes.cycle, `Workflow contains a cycle: ${way.join(" → ")}`, way[0])];
    }
  }
  return [error(graphCodes.cycle, "Workflow contains a cycle", first)];
}

function unreachable(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
): readonly GraphProblem[] {
  const starts = nodes.filter(({ type }) => type === "start").map(({ id }) => id);
  if (starts.length === 0) return [];
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const seen = new Set(starts);
  for (const id of seen) for (const { target } of outgoing.get(id) ?? []) seen.add(target);
  return nodes
    .filter(({ id }) => !seen.has(id))
    .map(({ id }) =>
      warning(
        graphCodes.unreachable,
        `Node '${id}' is not reached from any start node and will not run`,
        id,
      ),
    );
}

/** What a node cannot do without; a run that comes to it fails there. */
function unset(node: WorkflowNode): readonly GraphProblem[] {
  const what = missingIn(findNodeSpec(node.type).form, node.data);
  return what === undefined
    ? []
    : [warning(graphCodes.unset, `Node '${node.id}' has no ${what} and will fail`, node.id)];
}

/** Names of outputs of nodes that are not there, and conditions that are no expressions. */
function wrongNames(node: WorkflowNode, ids: ReadonlySet<string>): readonly GraphProblem[] {
  const { id } = node;
  let names: readonly string[];
  try {
    names = namesInData(findNodeSpec(node.type).form, node.data);
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    return [warning(graphCodes.badExpression, `Condition of node '${id}': ${cause.message}`, id)];
  }
  // Each name once: a text may ask for the same one a hundred thousand times.
  return [...new Set(names)].slice(0, MOST_NAMES).flatMap((name) => {
    const wanted = wantedNode(name);
    if (wanted === undefined || isKnown(name, ids)) return [];
    return [
      warning(
        graphCodes.unknownNode,
        `Node '${id}' uses the output of node '${wanted.slice(0, LONGEST_ID)}', which does not exist`,
        id,
      ),
    ];
  });
}

function isKnown(name: string, ids: ReadonlySet<string>): boolean {
  return splitOutput(name, ids) !== undefined || splitFact(name, ids) !== undefined;
}

/** What stands behind the id of a node. */
const WORDS: ReadonlySet<string> = new Set(["output", "status_code", "error"]);

/** The names of one node that are looked at. */
const MOST_NAMES = 1000;

/** The node whose output a name asks for; undefined where it asks for something else. */
function wantedNode(name: string): string | undefined {
  if (name.startsWith(INPUTS)) return undefined;
  const parts = name.split(".", MOST_NAMES);
  const at = parts.findIndex((part, index) => index > 0 && WORDS.has(part));
  return at === -1 ? undefined : parts.slice(0, at).join(".");
}

function error(code: string, message: string, nodeId?: string): GraphProblem {
  return { code, severity: "error", message, ...(nodeId === undefined ? {} : { nodeId }) };
}

function warning(code: string, message: string, nodeId: string): GraphProblem {
  return { code, severity: "warning", message, nodeId };
}

/** What a node cannot do without and has not; a run that comes to it fails there. */
function missingIn({ fields }: NodeForm, data: NodeData): string | undefined {
  return fields.find(({ key, required }) => required !== undefined && isBlank(data[key]))?.required;
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

/** The variables that its fields name. Throws an `ExpressionError` for a condition that cannot be read. */
function namesInData({ fields, ownNames = [] }: NodeForm, data: NodeData): readonly string[] {
  return fields
    .flatMap((field) => namesInField(field, data[field.key]))
    .filter((name) => !ownNames.some((own) => name === own || name.startsWith(`${own}.`)));
}

function namesInField({ names }: NodeField, value: unknown): readonly string[] {
  if (names === undefined) return [];
  if (typeof value === "string")
    return names === "condition" ? namesInCondition(value) : namesIn(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item: unknown) =>
    typeof item === "string" ? namesIn(item) : [],
  );
}
