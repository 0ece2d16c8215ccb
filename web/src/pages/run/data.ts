import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { useClient } from "../../data/workbench.ts";
import type { RunRow } from "../../runs/figures.tsx";

export type SkillDetail = Awaited<ReturnType<Client["readSkill"]>>;
export type SkillInput = NonNullable<SkillDetail["inputs"]>[number];
export type Preview = Awaited<ReturnType<Client["previewRun"]>>;
export type Values = { readonly [name: string]: string };

export function useSkill(name: string): UseQueryResult<SkillDetail> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill", name],
    queryFn: ({ signal }) => client.readSkill({ params: { name }, signal }),
  });
}

const PAGE = 100;

export interface History {
  readonly rows: readonly RunRow[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Absent: there are no older ones. */
  readonly more: (() => void) | undefined;
}

/** Runs that are over, newest first; of one skill where it is named. */
export function useHistory(skill: string, ofAll: boolean): History {
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey: ["runs", skill, ofAll],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const { runs } = await client.listRuns({
        query: {
          limit: PAGE,
          ...(pageParam === "" ? {} : { before: pageParam }),
          ...(skill === "" ? {} : { skill }),
          ...(ofAll ? { all: "true" as const } : {}),
        },
        signal,
      });
      return runs;
    },
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.started_at),
  });
  return {
    rows: found.data?.pages.flat() ?? [],
    isPending: found.isPending,
    error: found.error,
    retry: () => void found.refetch(),
    more: found.hasNextPage ? () => void found.fetchNextPage() : undefined,
  };
}

/** What a terminal needs to do the same; the token stays out of it. */
export function toCurl(url: string, name: string, values: Values, model: string): string {
  const body = { inputs: values, ...(model === "" ? {} : { model }) };
  const address = new URL(`/api/v1/skills/${encodeURIComponent(name)}/run`, url).href;
  return [
    `curl --no-buffer ${quote(address)}`,
    `--header "Authorization: Bearer $SKILLWRIGHT_TOKEN"`,
    `--header 'Content-Type: application/json'`,
    `--data-raw ${quote(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
