/** Workflows to begin with: small, whole, and ready to be changed. */
import type { Client } from "../../../../src/client/index.ts";
import type { NodeType } from "../workflow/kinds.ts";
import { GAP } from "../workflow/layout.ts";

type NewBody = NonNullable<NonNullable<Parameters<Client["createWorkflow"]>[0]>["body"]>;
type GraphData = NonNullable<NewBody["graph_data"]>;

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly graph: GraphData;
}

type Step = readonly [
  id: string,
  type: NodeType,
  data?: Readonly<Record<string, string>>,
  branch?: string,
];

/** Steps from left to right, each led to by the one before it, on the branch that is named. */
function chain(...steps: readonly Step[]): GraphData {
  return {
    nodes: steps.map(([id, type, data = {}], index) => ({
      id,
      type,
      position: { x: index * GAP.x, y: 0 },
      data,
    })),
    edges: steps.slice(1).map(([target], index) => {
      const [source = "", , , branch] = steps[index] ?? [];
      const handle = branch === undefined ? {} : { sourceHandle: branch };
      return { id: `${source}-${target}`, source, target, ...handle };
    }),
  };
}

export const templates: readonly Template[] = [
  { id: "empty", title: "An empty canvas", graph: chain(["start", "start"]) },
  {
    id: "draft",
    title: "Draft, then shorten",
    graph: chain(
      ["start", "start"],
      ["draft", "llm", { systemPrompt: "Write a draft of what the message asks for." }],
      ["shorten", "llm", { systemPrompt: "Shorten the text to its half. Keep every fact." }],
      ["end", "end"],
    ),
  },
  {
    id: "approve",
    title: "Draft, then ask a person",
    graph: chain(
      ["start", "start"],
      ["draft", "llm", { systemPrompt: "Write a draft of what the message asks for." }],
      ["approve", "approval", { message: "Send this?\n\n{{draft.output}}" }, "approved"],
      ["end", "end"],
    ),
  },
  {
    id: "knowledge",
    title: "Answer from a knowledge base",
    graph: chain(
      ["start", "start"],
      ["search", "knowledge"],
      [
        "answer",
        "llm",
        {
          systemPrompt:
            "Answer the question from the passages alone, and name them.\n\nQuestion: {{input}}",
        },
      ],
      ["end", "end"],
    ),
  },
];
