import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../../../src/client/index.ts";
import { useClient } from "../../../data/workbench.ts";

export type QueuedVersion = Awaited<ReturnType<Client["listRegistryQueue"]>>["versions"][number];
export type Report = Awaited<ReturnType<Client["listRegistryReports"]>>["reports"][number];
export type Promotion = Awaited<ReturnType<Client["listRegistryPromotions"]>>["promotions"][number];

const MOST = 100;

export function useQueue(
  state: "in-review" | "quarantined",
): UseQueryResult<readonly QueuedVersion[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "queue", state],
    queryFn: async ({ signal }) =>
      (await client.listRegistryQueue({ query: { state, limit: MOST }, signal })).versions,
  });
}

export function useReports(): UseQueryResult<readonly Report[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "reports"],
    queryFn: async ({ signal }) =>
      (await client.listRegistryReports({ query: { state: "open", limit: MOST }, signal })).reports,
  });
}

export function usePromotions(): UseQueryResult<readonly Promotion[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "promotions"],
    queryFn: async ({ signal }) =>
      (await client.listRegistryPromotions({ query: { state: "open", limit: MOST }, signal }))
        .promotions,
  });
}
