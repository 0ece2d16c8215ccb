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

export function useEverySkill(isEnabled = true): UseQueryResult<readonly SkillRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["every-skill"],
    queryFn: async ({ signal }) => (await client.listEverySkill({ signal })).skills,
    enabled: isEnabled,
  });
}

/** Enough to fill a screen; they come long before all of many thousands. */
const FIRST = 60;

/** The newest skills at once, and all of them as soon as they are there. */
export function useFirstSkills(): {
  readonly all: UseQueryResult<readonly SkillRow[]>;
  readonly rows: readonly SkillRow[] | undefined;
  readonly total: number;
} {
  const client = useClient();
  const first = useQuery({
    queryKey: ["first-skills"],
    queryFn: ({ signal }) => client.listEverySkill({ query: { limit: FIRST }, signal }),
  });
  // Not both at once: the large answer would keep the small one waiting.
  const all = useEverySkill(!first.isPending);
  return {
    all,
    rows: all.data ?? first.data?.skills,
    total: all.data?.length ?? first.data?.total ?? 0,
  };
}

/** Of the systems that read a file, the one that stands for them. */
export function leadOf({ system, systems = [] }: SkillRow) {
  return systems.find((state) => state.dialect === system);
}

export async function readSource(
  client: Client,
  row: SkillRow,
  signal: AbortSignal,
): Promise<SkillSource> {
  const { kind, name, system: dialect = "" } = row;
  if (kind === "folder") {
    const { agent = "", path = row.path ?? "" } = leadOf(row) ?? {};
    const { text } = await client.readLibraryText({ query: { dialect, agent, path }, signal });
    // Where it lies, and not as one of the systems calls that: the place counts for the format.
    return { name, path: row.path ?? path, text, row };
  }
  const { source: text } = await client.readSkill({ params: { name }, signal });
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
      queryKey: ["source", row.kind, row.system, row.path ?? row.name],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readSource(client, row, signal),
    })),
    combine: (results) => ({
      sources: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
}
