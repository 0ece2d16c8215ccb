/** What never changes while the page is open: systems, which the build writes into it, and their fields. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEngine } from "./engine.ts";
import type { FieldInfo, SystemInfo } from "./systems.ts";

declare const SKILL_SYSTEMS: readonly SystemInfo[];

export const systems: readonly SystemInfo[] = SKILL_SYSTEMS;

export function useFields(dialect: string): UseQueryResult<readonly FieldInfo[]> {
  const engine = useEngine();
  return useQuery({
    queryKey: ["engine", "fields", dialect],
    queryFn: () => engine.ask("listFields", dialect),
    staleTime: Infinity,
    enabled: dialect !== "",
  });
}
