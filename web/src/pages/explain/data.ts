import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { HostView } from "../../../../src/library/gate/index.ts";
import type { Client } from "../../../../src/client/index.ts";
import type { JsonObject } from "../../../../src/skill/index.ts";
import { leadOf, type SkillSource } from "../../data/skill-source.ts";
import { useClient, useUser } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";

type Explained = Awaited<ReturnType<Client["explainSkill"]>>["systems"][number];

/** The way of one file, whoever has told it: the server, or the engine in the page. */
export type FileWay = Omit<Explained["files"][number], "file" | "hides" | "problem">;
export type KnownHost = Awaited<ReturnType<Client["listHosts"]>>["hosts"][number];

/** What one system makes of a skill. */
export interface SystemWay {
  readonly dialect: string;
  readonly title: string;
  readonly files: readonly FileWay[];
  /** Why its own check refuses a file that is loaded all the same. */
  readonly objection?: string;
}

export function useHosts(): UseQueryResult<readonly KnownHost[]> {
  const client = useClient();
  const { role } = useUser();
  return useQuery({
    queryKey: ["hosts"],
    queryFn: async ({ signal }) => (await client.listHosts({ signal })).hosts,
    enabled: role === "admin",
  });
}

/** How the server sees a skill in a folder now. */
export function useServerWay(
  place: { readonly dialect: string; readonly agent: string; readonly name: string } | undefined,
): UseQueryResult<readonly FileWay[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["explanation", place],
    queryFn: async ({ signal }) => {
      if (place === undefined) return [];
      const { dialect, agent, name } = place;
      const { systems } = await client.explainSkill({
        query: { as: dialect, agent, name },
        signal,
      });
      return systems.flatMap(({ files }) => files);
    },
    enabled: place !== undefined,
    placeholderData: (last) => last,
  });
}

/** How every system would see it on hosts that somebody describes. */
export function useSimulatedWays(
  source: SkillSource | undefined,
  hosts: readonly HostView[],
  config: JsonObject,
): UseQueryResult<readonly SystemWay[]> {
  const engine = useEngine();
  return useQuery({
    queryKey: ["engine", "ways", source?.path, source?.text, hosts, config],
    queryFn: async (): Promise<readonly SystemWay[]> => {
      if (source === undefined) return [];
      const { path, text, row } = source;
      const lead = leadOf(row);
      const place = lead === undefined ? {} : { dialect: lead.dialect, source: lead.source };
      const ways = await engine.ask("findWays", {
        skills: [{ path: lead?.path ?? path, text, ...place }],
        hosts,
        config,
        agent: lead?.agent ?? "main",
      });
      return ways.map(({ files, ...way }) => ({
        ...way,
        files: files.map(({ name, ...file }) => ({
          ...file,
          ...(name === undefined ? {} : { name }),
        })),
      }));
    },
    enabled: source !== undefined,
    placeholderData: (last) => last,
    gcTime: 30_000,
  });
}
