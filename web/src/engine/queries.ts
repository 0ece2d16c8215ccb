/** What never changes while the page is open: systems and their fields. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEngine } from "./engine.ts";
import type { FieldInfo, SystemInfo } from "./systems.ts";

export function useSystems(): readonly SystemInfo[] {
  const engine = useEngine();
  const { data } = useQuery({
    queryKey: ["engine", "systems"],
    queryFn: () => engine.ask("listSystems"),
    staleTime: Infinity,
  });
  return data ?? [];
}

export function useFields(dialect: string): UseQueryResult<readonly FieldInfo[]> {
  const engine = useEngine();
  return useQuery({
    queryKey: ["engine", "fields", dialect],
    queryFn: () => engine.ask("listFields", dialect),
    staleTime: Infinity,
    enabled: dialect !== "",
  });
}
