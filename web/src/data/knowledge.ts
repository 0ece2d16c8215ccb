import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
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

/** How long to wait before a broken connection is opened again. */
const AGAIN_MS = 2000;

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
  });
}

/** Follows how far the documents of a base are, and shows it in every list of them. */
export function useDocumentNews(base: string): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const left = new AbortController();
    void follow(client, base, left.signal, async () => {
      await queries.invalidateQueries({ queryKey: documentsKey(base) });
    });
    return () => left.abort();
  }, [client, queries, base]);
}

async function follow(
  client: Client,
  kb: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event } of client.followKnowledgeBase({ params: { kb }, signal }))
        if (event === "changed") await onChange();
    } catch {
      // The server went away, or the page did.
    }
    if (!signal.aborted)
      await new Promise<void>((settle) => {
        setTimeout(settle, AGAIN_MS);
      });
  }
}

/** The files of a knowledge base, by their ids. */
export function useFileNames(knowledgeBase: string): ReadonlyMap<string, string> {
  const { data = [] } = useDocuments(knowledgeBase);
  return new Map(data.map(({ id, filename }) => [id, filename]));
}
