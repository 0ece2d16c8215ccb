import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { useClient } from "../../data/workbench.ts";
import { advance, BEGINNING, broken, type Course } from "../../runs/course.ts";
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

export type WholeRun = Awaited<ReturnType<Client["readRun"]>>;

/** A run of the user, with what is kept of it; nothing is asked for an empty id. */
export function useWholeRun(id: string): UseQueryResult<WholeRun> {
  const client = useClient();
  return useQuery({
    queryKey: ["whole-run", id],
    queryFn: ({ signal }) => client.readRun({ params: { id }, signal }),
    enabled: id !== "",
    // It is over, and will not change.
    staleTime: Infinity,
  });
}

/** A run that is over, as it was seen while it went on. */
export function toCourse(run: WholeRun): Course {
  const { status, message, answer, events, request_id: requestId } = run;
  const told = (events ?? []).reduce<Course>(advance, { ...BEGINNING, text: answer ?? "" });
  const course = { ...told, requestId };
  if (course.state === status) return course;
  return status === "success" ? { ...course, state: status } : broken(course, status, message);
}

const PAGE = 50;

export interface HistoryFilter {
  readonly skill: string;
  readonly words: string;
  readonly status: RunRow["status"] | "";
  readonly kind: RunRow["kind"] | "";
  readonly ofAll: boolean;
}

export interface History {
  readonly rows: readonly RunRow[];
  readonly isPending: boolean;
  /** What is shown belongs to the filter before this one. */
  readonly isOld: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Absent: there are no older ones. */
  readonly more: (() => void) | undefined;
  readonly isMoreComing: boolean;
}

/** Runs that are over and fit, newest first. */
export function useHistory(filter: HistoryFilter): History {
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey: ["runs", filter],
    initialPageParam: undefined as RunRow | undefined,
    queryFn: async ({ pageParam: last, signal }) => {
      const { runs } = await client.listRuns({ query: toQuery(filter, last), signal });
      return runs;
    },
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)),
    placeholderData: keepPreviousData,
  });
  return {
    rows: found.data?.pages.flat() ?? [],
    isPending: found.isPending,
    isOld: found.isPlaceholderData,
    error: found.error,
    retry: () => void found.refetch(),
    more: found.hasNextPage ? () => void found.fetchNextPage() : undefined,
    isMoreComing: found.isFetchingNextPage,
  };
}

type RunsQuery = NonNullable<NonNullable<Parameters<Client["listRuns"]>[0]>["query"]>;

function toQuery(filter: HistoryFilter, last: RunRow | undefined): RunsQuery {
  const { skill, words, status, kind, ofAll } = filter;
  return {
    limit: PAGE,
    ...(last === undefined ? {} : { before: last.started_at, before_id: last.id }),
    ...(skill === "" ? {} : { skill }),
    ...(words.trim() === "" ? {} : { words }),
    ...(status === "" ? {} : { status }),
    ...(kind === "" ? {} : { kind }),
    ...(ofAll ? { all: "true" as const } : {}),
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
