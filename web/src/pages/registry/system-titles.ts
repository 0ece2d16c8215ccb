import { useQuery } from "@tanstack/react-query";
import { useEngine } from "../../engine/engine.ts";
import { systems } from "../../engine/queries.ts";

/** Names of systems and of the programs that read their files, by id; an id that nobody knows stays as it is. */
export function useSystemTitles(): (id: string) => string {
  const engine = useEngine();
  const { data = systems } = useQuery({
    queryKey: ["engine", "systems"],
    // Of no skill at all: the matrix names its columns all the same.
    queryFn: async () => (await engine.call("matrix", { skills: [] })).systems,
    staleTime: Infinity,
  });
  return (id) => data.find((one) => one.id === id)?.title ?? id;
}
