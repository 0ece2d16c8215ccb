import { z } from "zod";
import { nodeList } from "./nodes/index.ts";
import type { NodeData } from "./nodes/data.ts";
import type { NodeSpec } from "./nodes/spec.ts";

export interface WorkflowNode {
  readonly id: string;
  readonly type: string;
  /** As the type of the node reads it. */
  readonly data: NodeData;
}

export interface WorkflowEdge {
  readonly id?: string | undefined;
  readonly source: string;
  readonly target: string;
  /** Of a condition: the branch that the edge belongs to; without one it is followed in any case. */
  readonly sourceHandle?: string | null | undefined;
}

export interface WorkflowGraph {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
}

/** What is kept of a graph: ours, and whatever else its editor put there. */
export interface GraphData {
  readonly nodes?: readonly { readonly [key: string]: unknown }[] | undefined;
  readonly edges?: readonly { readonly [key: string]: unknown }[] | undefined;
  readonly [key: string]: unknown;
}

export const MOST_NODES = 500;
export const MOST_EDGES = 2000;

/** Half a character would come back from a database as another one. */
const nodeId = z
  .string()
  .min(1, "Node id must not be empty")
  .max(256)
  .refine((id) => id.isWellFormed(), "Node id must be whole characters");

/** Editors keep places, labels and more on a node; what is not ours stays as it is. */
const anyNode = z.discriminatedUnion("type", toOptions(nodeList));

function toOptions(specs: readonly NodeSpec[]): [NodeOption, ...NodeOption[]] {
  const [first, ...others] = specs.map(({ type, data }) =>
    z.looseObject({ id: nodeId, type: z.literal(type), data }),
  );
  if (first === undefined) throw new Error("There is no type of node.");
  return [first, ...others];
}

type NodeOption = z.ZodObject<
  { id: typeof nodeId; type: z.ZodLiteral<string>; data: z.ZodType<NodeData> },
  z.core.$loose
>;

const types = nodeList.map(({ type }) => type);

function unknownType(input: unknown): string {
  const given = typeof input === "string" ? input.slice(0, 100) : typeof input;
  return `Unknown node type \`${given}\`, expected one of ${types.join(", ")}`;
}

const edge = z.looseObject({
  id: z
    .string()
    .max(512)
    .nullish()
    .transform((value) => value ?? undefined),
  source: nodeId,
  target: nodeId,
  sourceHandle: z.string().max(256).nullish(),
});

const graph: z.ZodType<WorkflowGraph> = z.looseObject({
  nodes: z.array(anyNode).max(MOST_NODES).default([]),
  edges: z.array(edge).max(MOST_EDGES).default([]),
});

/** The graph that kept data stands for, with what it leaves open filled in. */
export function readGraph(data: GraphData): WorkflowGraph {
  return graph.parse(data);
}

/** A graph as editors write it; it is kept as it came. */
export const graphDataSchema: z.ZodType<GraphData> = z
  .looseObject({
    nodes: z
      .array(
        z.looseObject({
          id: nodeId,
          type: z.enum(types, { error: ({ input }) => unknownType(input) }),
          data: z.record(z.string(), z.json()).optional(),
        }),
      )
      .max(MOST_NODES)
      .optional(),
    edges: z
      .array(
        z.looseObject({
          source: nodeId,
          target: nodeId,
          sourceHandle: z.string().max(256).nullish(),
        }),
      )
      .max(MOST_EDGES)
      .optional(),
  })
  .superRefine((data, context) => {
    // One is enough: nobody is told of more.
    const [issue] = graph.safeParse(data).error?.issues ?? [];
    if (issue !== undefined)
      context.addIssue({ code: "custom", path: [...issue.path], message: issue.message });
  });
