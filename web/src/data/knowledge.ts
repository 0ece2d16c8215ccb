import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "./workbench.ts";

export type Base = Awaited<ReturnType<Client["listKnowledgeBases"]>>["items"][number];

/** By which queries know the list. */
export const basesKey: readonly string[] = ["knowledge-bases"];

/** The knowledge bases that the user may search. */
export function useBases(): UseQueryResult<readonly Base[]> {
  const client = useClient();
  return useQuery({
    queryKey: basesKey,
    queryFn: async ({ signal }) => (await client.listKnowledgeBases({ signal })).items,
  });
}
