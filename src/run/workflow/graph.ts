import { z } from "zod";
import type { Json } from "../../skill/index.ts";

/** Where an edge leaves a condition. */
export type Branch = "true" | "false";

interface NodeOf<Type extends string, Data> {
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
}

export interface LlmData {
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly model?: string | undefined;
  readonly skillName?: string | undefined;
  /** Also sends what was said before in the chat that the run is a part of. */
  readonly inheritChatHistory: boolean;
}

export interface SkillData {
  readonly skillName?: string | undefined;
  readonly inputMappings: { readonly [input: string]: Json };
}

export interface HttpData {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | undefined;
  readonly timeoutSeconds: number;
  readonly responsePath?: string | undefined;
}

export interface CodeData {
  readonly code: string;
  readonly timeoutSeconds: number;
  readonly memoryLimitMb: number;
  readonly env: { readonly [name: string]: string };
}

export type WorkflowNode =
  | NodeOf<"start", { readonly inputVariable?: string | undefined }>
  | NodeOf<"llm", LlmData>
  | NodeOf<"knowledge", { readonly knowledgeBaseId?: string | undefined }>
  | NodeOf<"condition", { readonly expression: string }>
  | NodeOf<"skill", SkillData>
  | NodeOf<"http", HttpData>
  | NodeOf<"code", CodeData>
  | NodeOf<"end", object>;

export type NodeType = WorkflowNode["type"];

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

const NODE_TYPES = [
  "start",
  "llm",
  "knowledge",
  "condition",
  "skill",
  "http",
  "code",
  "end",
] as const satisfies readonly NodeType[];

const MOST_NODES = 500;
const MOST_EDGES = 2000;
const MOST_TEXT = 100_000;

/** Half a character would come back from a database as another one. */
const nodeId = z
  .string()
  .min(1, "Node id must not be empty")
  .max(256)
  .refine((id) => id.isWellFormed(), "Node id must be whole characters");
const text = z.string().max(MOST_TEXT);
/** An empty field of a form means that nothing was chosen. */
const choice = z
  .string()
  .max(1024)
  .nullish()
  .transform((value) => (value === null || value === "" ? undefined : value));
/** Editors keep places, labels and more on a node; what is not ours stays as it is. */
function node<Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
): z.ZodObject<{ id: typeof nodeId; type: z.ZodLiteral<Type>; data: Data }, z.core.$loose> {
  return z.looseObject({ id: nodeId, type: z.literal(type), data });
}

const startData = z.looseObject({ inputVariable: choice });
const llmData = z.looseObject({
  systemPrompt: text.default("You are a helpful assistant."),
  temperature: z.number().min(0).max(2).default(0.7),
  model: choice,
  skillName: choice,
  inheritChatHistory: z.boolean().default(false),
});
const knowledgeData = z.looseObject({ knowledgeBaseId: choice });
const conditionData = z.looseObject({ expression: z.string().max(10_000).default("true") });
const skillData = z.looseObject({
  skillName: choice,
  inputMappings: z.record(z.string(), z.json()).default({}),
});
const httpData = z.looseObject({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).default("GET"),
  url: text.default(""),
  headers: z.record(z.string(), z.string()).default({}),
  body: text.nullish().transform((value) => value ?? undefined),
  timeoutSeconds: z.number().min(1).max(30).default(10),
  responsePath: choice,
});
const codeData = z.looseObject({
  code: text.default(""),
  timeoutSeconds: z.number().min(1).max(30).default(30),
  memoryLimitMb: z.number().min(64).max(512).default(256),
  env: z.record(z.string(), z.string()).default({}),
});

const anyNode = z.discriminatedUnion("type", [
  node("start", startData.prefault({})),
  node("llm", llmData.prefault({})),
  node("knowledge", knowledgeData.prefault({})),
  node("condition", conditionData.prefault({})),
  node("skill", skillData.prefault({})),
  node("http", httpData.prefault({})),
  node("code", codeData.prefault({})),
  node("end", z.looseObject({}).prefault({})),
]);

function unknownType(input: unknown): string {
  const given = typeof input === "string" ? input.slice(0, 100) : typeof input;
  return `Unknown node type \`${given}\`, expected one of ${NODE_TYPES.join(", ")}`;
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
          type: z.enum(NODE_TYPES, { error: ({ input }) => unknownType(input) }),
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
    for (const { path, message } of graph.safeParse(data).error?.issues ?? [])
      context.addIssue({ code: "custom", path: [...path], message });
  });
