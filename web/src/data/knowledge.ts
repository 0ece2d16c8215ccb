import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "./workbench.ts";

export type Base = Awaited<ReturnType<Client["listKnowledgeBases"]>>["items"][number];

export type Document = Awaited<ReturnType<Client["listDocuments"]>>["items"][number];

/** By which queries know the list. */
export const basesKey: readonly string[] = ["knowledge-bases"];

/** The knowledge bases that the user may search. */
export function useBases(): UseQueryResult<readonly Base[]> {
  const client = useClient();
  return useQuery({
    queryKey: basesKey,
    queryFn: ({ signal }) => readAll((query) => client.listKnowledgeBases({ query, signal })),
  });
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next_offset: number | null;
}

/** All pages of a list. */
async function readAll<T>(
  read: (query: { readonly offset: number }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Page<T> = await read({ offset });
    all.push(...page.items);
    // A server from before pages gives all at once.
    offset = page.next_offset ?? null;
  }
  return all;
}

/** How often the state of documents is asked for while one of them is at work. */
const WATCH_MS = 700;

export function documentsKey(base: string): readonly string[] {
  return ["knowledge-documents", base];
}

/** The documents of a base; nothing is asked for where none is named. */
export function useDocuments(base: string): UseQueryResult<readonly Document[]> {
  const client = useClient();
  return useQuery({
    queryKey: documentsKey(base),
    queryFn: ({ signal }) =>
      readAll((query) => client.listDocuments({ params: { kb: base }, query, signal })),
    enabled: base !== "",
    refetchInterval: ({ state }) => ((state.data ?? []).some(isAtWork) ? WATCH_MS : false),
  });
}

function isAtWork({ status }: Document): boolean {
  return status === "pending" || status === "processing";
}

/** The files of a knowledge base, by their ids. */
export function useFileNames(knowledgeBase: string): ReadonlyMap<string, string> {
  const { data = [] } = useDocuments(knowledgeBase);
  return new Map(data.map(({ id, filename }) => [id, filename]));
}
