import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { useClient } from "../../data/workbench.ts";

export type Token = Awaited<ReturnType<Client["listTokens"]>>["tokens"][number];
export type Scope = Parameters<Client["makeToken"]>[0]["body"]["scopes"][number];
export type Providers = Awaited<ReturnType<Client["listModelProviders"]>>;
export type Account = Awaited<ReturnType<Client["listUsers"]>>["users"][number];

export type SkillRights = Awaited<ReturnType<Client["listGrants"]>>["skills"][number];
export type Publisher = Awaited<ReturnType<Client["listOwnPublishers"]>>["publishers"][number];
export type RegistryKey = Awaited<ReturnType<Client["listRegistryKeys"]>>["keys"][number];

/** Those for which the user may publish. */
export function usePublishers(): UseQueryResult<readonly Publisher[]> {
  return useSetting(
    "publishers",
    async (client, signal) => (await client.listOwnPublishers({ signal })).publishers,
  );
}

/** All pages of what the tools of skills may do. */
export async function readGrants(
  client: Client,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Client["listGrants"]>>> {
  const first = await client.listGrants({ signal });
  const skills = [...first.skills];
  for (let offset = first.next_offset; offset !== undefined;) {
    const page: typeof first = await client.listGrants({ query: { offset }, signal });
    skills.push(...page.skills);
    offset = page.next_offset;
  }
  return { ...first, skills };
}

/** Asks for something of the settings, and keeps it under a word of its own. */
export function useSetting<Value>(
  word: string,
  ask: (client: Client, signal: AbortSignal) => Promise<Value>,
): UseQueryResult<Value> {
  const client = useClient();
  return useQuery({
    queryKey: ["settings", word],
    queryFn: ({ signal }) => ask(client, signal),
  });
}

/** Where models come from, for administrators. */
export function useProviders(): UseQueryResult<Providers> {
  return useSetting("model-providers", (client, signal) => client.listModelProviders({ signal }));
}

/** Changes something, after which all settings are asked for anew. */
export function useChange<Input, Value>(
  change: (client: Client, input: Input) => Promise<Value>,
  onDone?: (value: Value) => void,
): UseMutationResult<Value, Error, Input> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: async (value) => {
      onDone?.(value);
      await queries.invalidateQueries({ queryKey: ["settings"] });
    },
  });
}

/** Changes something about models, after which the lists of all pages are asked for anew. */
export function useModelChange<Input, Value>(
  change: (client: Client, input: Input) => Promise<Value>,
  onDone?: () => void,
): UseMutationResult<Value, Error, Input> {
  const queries = useQueryClient();
  return useChange(change, () => {
    onDone?.();
    void queries.invalidateQueries({ queryKey: ["models"] });
  });
}

export function sayDay(moment: string | null): string {
  if (moment === null) return "never";
  return new Date(moment).toLocaleDateString("en", { dateStyle: "medium" });
}
