import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { useClient } from "../../data/workbench.ts";

export type Workflow = Awaited<ReturnType<Client["readWorkflow"]>>;
export type Problem = Workflow["problems"][number];
export type ExecutionRow = Awaited<ReturnType<Client["listExecutions"]>>["items"][number];

export interface Loaded {
  readonly workflow: Workflow;
  /** By which the server knows this version. */
  readonly version: string;
}

export async function readWorkflow(client: Client, id: string): Promise<Loaded> {
  let version = "";
  const workflow = await client.readWorkflow({
    params: { id },
    onAnswer: ({ etag = "" }) => {
      version = etag;
    },
  });
  return { workflow, version };
}

/** What is kept; it is not asked for again while somebody draws. */
export function useWorkflow(id: string): UseQueryResult<Loaded> {
  const client = useClient();
  return useQuery({
    queryKey: ["workflow", id],
    queryFn: () => readWorkflow(client, id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** How often runs are asked for while one of them is at work. */
const WATCH_MS = 3000;

export function useExecutions(workflow: string): UseQueryResult<readonly ExecutionRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["executions", workflow],
    queryFn: async ({ signal }) =>
      (await client.listExecutions({ query: { workflow_id: workflow }, signal })).items,
    refetchInterval: ({ state }) =>
      (state.data ?? []).some(({ status }) => status === "running") ? WATCH_MS : false,
  });
}

/** Lets the history be read anew. */
export function useExecutionsChanged(workflow: string): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["executions", workflow] });
}

/** Skills that a node can name, with their inputs. */
export function useSkills() {
  const client = useClient();
  return useQuery({
    queryKey: ["runnable-skills"],
    queryFn: async ({ signal }) =>
      (await client.listSkills({ query: { shared: "true" }, signal })).skills,
  });
}

/** Workflows that a node can run. */
export function useWorkflowNames(isAsked: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ["workflow-names"],
    queryFn: async ({ signal }) => (await client.listWorkflows({ signal })).items,
    enabled: isAsked,
  });
}
