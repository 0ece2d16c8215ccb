/** The text of any skill that the list of all skills names. */
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "./workbench.ts";

export type SkillRow = Awaited<ReturnType<Client["listEverySkill"]>>["skills"][number];

/** A text with the path under which the engine knows it. */
export interface SkillSource {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly row: SkillRow;
}

export function useEverySkill(): UseQueryResult<readonly SkillRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["every-skill"],
    queryFn: async ({ signal }) => (await client.listEverySkill({ signal })).skills,
  });
}

async function readSource(
  client: Client,
  row: SkillRow,
  signal: AbortSignal,
): Promise<SkillSource> {
  const { kind, name, path = "", dialect, agent = "" } = row;
  if (kind === "folder") {
    const { text } = await client.readLibraryText({ query: { dialect, agent, path }, signal });
    return { name, path, text, row };
  }
  const { raw_content: text } = await client.readSkill({ params: { name }, signal });
  return { name, path: `${name}/SKILL.md`, text, row };
}

/** Texts of a few skills; those that cannot be had are left out. */
export function useSources(rows: readonly SkillRow[]): {
  readonly sources: readonly SkillSource[];
  readonly isPending: boolean;
} {
  const client = useClient();
  return useQueries({
    queries: rows.map((row) => ({
      queryKey: ["source", row.kind, row.dialect, row.agent ?? "", row.path ?? row.name],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readSource(client, row, signal),
    })),
    combine: (results) => ({
      sources: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
}
