import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { type Base, basesKey, documentsKey } from "../../data/knowledge.ts";
import { useClient } from "../../data/workbench.ts";

export type Passage = Awaited<ReturnType<Client["searchKnowledgeBase"]>>["results"][number];

export function useCreateBase(onMade: (base: Base) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly description: string }) =>
      client.createKnowledgeBase({ body }),
    onSuccess: async (base) => {
      await queries.invalidateQueries({ queryKey: basesKey });
      onMade(base);
    },
  });
}

export function useDeleteBase(onGone: (base: Base) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (base: Base) => client.deleteKnowledgeBase({ params: { kb: base.id } }),
    onSuccess: async (_nothing, base) => {
      await queries.invalidateQueries({ queryKey: basesKey });
      onGone(base);
    },
  });
}

/** Takes a document away, indexes it once more, or stops and resumes the making of its vectors. */
export function useDocumentActions(base: string) {
  const client = useClient();
  const queries = useQueryClient();
  const onSettled = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: documentsKey(base) });
  const remove = useMutation({
    mutationFn: (doc: string) => client.deleteDocument({ params: { kb: base, doc } }),
    onSettled,
  });
  const retry = useMutation({
    mutationFn: (doc: string) => client.processDocument({ params: { kb: base, doc } }),
    onSettled,
  });
  const vectors = useMutation({
    mutationFn: ({ doc, action }: { readonly doc: string; readonly action: "cancel" | "resume" }) =>
      client.changeVectors({ params: { kb: base, doc, action } }),
    onSettled,
  });
  return { remove, retry, vectors };
}

export interface Asked {
  readonly query: string;
  readonly count: number;
}

/** What a base answers to a question; nothing is asked before there is one. */
export function useSearch(base: string, asked: Asked | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ["knowledge-search", base, asked],
    enabled: asked !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      await client.searchKnowledgeBase({
        params: { kb: base },
        query: { query: asked?.query ?? "", top_k: asked?.count },
        signal,
      }),
  });
}
