/** What never changes while the page is open: systems, which the build writes into it, and their fields. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useEngine } from "./engine.ts";
import type { FieldInfo, SystemInfo } from "./systems.ts";

declare const SKILL_SYSTEMS: readonly SystemInfo[];

export const systems: readonly SystemInfo[] = SKILL_SYSTEMS;

const NO_FIELDS: readonly FieldInfo[] = [];

/** A function that gives the fields of a dialect; it stays the same while the dialect does. */
export function useLoadFields(dialect: string): () => Promise<readonly FieldInfo[]> {
  const engine = useEngine();
  const queries = useQueryClient();
  const load = useCallback(async () => {
    const query = {
      queryKey: ["engine", "fields", dialect],
      queryFn: () => engine.ask("listFields", dialect),
      staleTime: Infinity,
    };
    // Without an engine there is nothing to complete, and writing goes on.
    return await queries.ensureQueryData(query).catch(() => NO_FIELDS);
  }, [engine, queries, dialect]);
  useEffect(() => {
    // The first word that somebody writes should not have to wait for them.
    void load();
  }, [load]);
  return load;
}
