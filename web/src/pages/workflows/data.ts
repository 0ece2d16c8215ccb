import { useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { useClient } from "../../data/workbench.ts";
import { importFile } from "./read-export.ts";
import type { Template } from "./templates.ts";

type Listed = Awaited<ReturnType<Client["listWorkflows"]>>["items"][number];

export interface WorkflowRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ownerId: string;
  readonly updatedAt: string;
  readonly nodeCount: number;
  /** What keeps it from running. */
  readonly errors: readonly string[];
  /** What will not work in a run. */
  readonly warnings: readonly string[];
}

export function useWorkflows(): UseQueryResult<readonly WorkflowRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["workflows"],
    queryFn: ({ signal }) => readRows(client, signal),
    // What was drawn a moment ago is shown when somebody comes back.
    staleTime: 0,
  });
}

/** All pages; of each graph only what is shown is kept. */
async function readRows(client: Client, signal: AbortSignal): Promise<readonly WorkflowRow[]> {
  const rows: WorkflowRow[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<Client["listWorkflows"]>> = await client.listWorkflows({
      query: { offset },
      signal,
    });
    rows.push(...page.items.map(toRow));
    // A server from before pages gives all at once.
    offset = page.next_offset ?? null;
  }
  return rows;
}

function toRow(workflow: Listed): WorkflowRow {
  const nodes = workflow.graph_data["nodes"];
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    ownerId: workflow.user_id,
    updatedAt: workflow.updated_at,
    nodeCount: Array.isArray(nodes) ? nodes.length : 0,
    errors: messagesOf(workflow, "error"),
    warnings: messagesOf(workflow, "warning"),
  };
}

function messagesOf({ problems }: Listed, wanted: "error" | "warning"): readonly string[] {
  return problems.filter(({ severity }) => severity === wanted).map(({ message }) => message);
}

interface NewWorkflow {
  readonly name: string;
  readonly description: string;
}

export function useCreateWorkflow(graph: Template["graph"], onMade: (id: string) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: ({ name, description }: NewWorkflow) =>
      client.createWorkflow({
        body: {
          name,
          ...(description === "" ? {} : { description }),
          graph_data: graph,
        },
      }),
    onSuccess: ({ id }) => onMade(id),
  });
}

export function useImportWorkflow(onMade: (id: string) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: (file: File) => importFile(client, file),
    onSuccess: ({ id }) => onMade(id),
  });
}
