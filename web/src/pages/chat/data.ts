import {
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Client } from "../../../../src/client/index.ts";
import { useEverySkill } from "../../data/skill-source.ts";
import { useClient } from "../../data/workbench.ts";

export type ChatSession = Awaited<ReturnType<Client["listChats"]>>["sessions"][number];
export type ChatMessage = Awaited<ReturnType<Client["readChat"]>>["messages"][number];

export interface ChatSkill {
  readonly name: string;
  readonly description: string;
}

export function useSessions(): UseQueryResult<readonly ChatSession[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["chats"],
    queryFn: async ({ signal }) => (await client.listChats({ signal })).sessions,
  });
}

/** What was said before this page was opened. */
export interface Messages {
  readonly messages: readonly ChatMessage[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** How many there are before these. */
  readonly earlier: number;
  readonly loadEarlier: () => void;
  readonly isLoadingEarlier: boolean;
}

/** The last messages, and earlier ones as they are asked for; a session that begins here has none yet. */
export function useMessages(id: string, isNew: boolean): Messages {
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey: ["chat", id],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      client.readChat({
        params: { id },
        ...(before === undefined ? {} : { query: { before } }),
        signal,
      }),
    getNextPageParam: ({ earlier }) => earlier,
    enabled: !isNew,
    // What is said in the page is added by the page; asking again would show it twice.
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, fetchNextPage, refetch } = found;
  const messages = useMemo(
    () => data?.pages.toReversed().flatMap((page) => page.messages) ?? [],
    [data],
  );
  const loadEarlier = (): void => void fetchNextPage();
  return {
    messages,
    isLoading: found.isLoading,
    error: found.error,
    retry: data === undefined ? () => void refetch() : loadEarlier,
    earlier: data?.pages.at(-1)?.earlier ?? 0,
    loadEarlier,
    isLoadingEarlier: found.isFetchingNextPage,
  };
}

export function useDeleteSession(
  onDone: (id: string) => void,
): UseMutationResult<void, Error, string> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.deleteChat({ params: { id } }),
    onSuccess: async (_nothing, id) => {
      onDone(id);
      await queries.invalidateQueries({ queryKey: ["chats"] });
    },
  });
}

export function useRenameSession(): UseMutationResult<
  unknown,
  Error,
  { readonly id: string; readonly title: string }
> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { readonly id: string; readonly title: string }) =>
      client.renameChat({ params: { id }, body: { title } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["chats"] }),
  });
}

/** Skills that a message can call. */
export function useChatSkills(): readonly ChatSkill[] {
  const { data } = useEverySkill();
  return (data ?? []).filter(({ kind, is_eligible: loads }) => kind === "shelf" && loads);
}

/** What a skill that a message calls asks for, as a line of help. */
export function useSkillHelp(name: string): string | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["skill", name],
    queryFn: ({ signal }) => client.readSkill({ params: { name }, signal }),
    enabled: name !== "",
    retry: false,
  });
  if (data === undefined) return undefined;
  const inputs = data.inputs ?? [];
  if (inputs.length === 0) return `${name} asks for nothing; any text starts it.`;
  const target = inputs.find(({ required }) => required) ?? inputs[0];
  const others = inputs.filter((input) => input !== target).map(({ name: input }) => `${input}=…`);
  const rest = others.length === 0 ? "" : ` Begin with ${others.join(" ")} to give more.`;
  return `Your text becomes “${target?.label ?? ""}” of ${name}.${rest}`;
}

/** Nobody else's session may have it; browsers give UUIDs on secure addresses only. */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
