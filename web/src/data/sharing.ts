import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "./workbench.ts";

export type Sharing = Awaited<ReturnType<Client["readWorkflowSharing"]>>;
export type Team = Awaited<ReturnType<Client["listTeams"]>>["teams"][number];

/** What can be shared, and by its id; a skill's is its name. */
export interface Shared {
  readonly kind: "knowledge-base" | "skill" | "workflow";
  readonly id: string;
}

interface Ways {
  readonly read: (client: Client, id: string, signal: AbortSignal) => Promise<Sharing>;
  readonly write: (client: Client, id: string, body: Sharing) => Promise<Sharing>;
}

const WAYS: { readonly [Kind in Shared["kind"]]: Ways } = {
  "knowledge-base": {
    read: (client, kb, signal) => client.readKnowledgeBaseSharing({ params: { kb }, signal }),
    write: (client, kb, body) => client.shareKnowledgeBase({ params: { kb }, body }),
  },
  skill: {
    read: (client, name, signal) => client.readSkillSharing({ params: { name }, signal }),
    write: (client, name, body) => client.shareSkill({ params: { name }, body }),
  },
  workflow: {
    read: (client, id, signal) => client.readWorkflowSharing({ params: { id }, signal }),
    write: (client, id, body) => client.shareWorkflow({ params: { id }, body }),
  },
};

/** Who besides the owner may see a thing; only those who may change it are told. */
export function useSharing({ kind, id }: Shared): UseQueryResult<Sharing> {
  const client = useClient();
  return useQuery({
    queryKey: ["sharing", kind, id],
    queryFn: ({ signal }) => WAYS[kind].read(client, id, signal),
  });
}

export function useShare(
  { kind, id }: Shared,
  onDone: (sharing: Sharing) => void,
): UseMutationResult<Sharing, Error, Sharing> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sharing: Sharing) => WAYS[kind].write(client, id, sharing),
    onSuccess: (sharing) => {
      queries.setQueryData(["sharing", kind, id], sharing);
      onDone(sharing);
    },
  });
}

export type Embed = Awaited<ReturnType<Client["listEmbeds"]>>["embeds"][number];

/** Pages at which anybody can run a workflow of the user. */
export function useEmbeds(workflow: string): readonly Embed[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["embeds", workflow],
    queryFn: ({ signal }) => client.listEmbeds({ query: { workflow_id: workflow }, signal }),
    // Programs publish too, so that what was seen before says little.
    refetchOnMount: "always",
  });
  return data?.embeds ?? [];
}

export function useRevokeEmbed(workflow: string): UseMutationResult<unknown, Error, string> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.revokeEmbed({ params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["embeds", workflow] }),
  });
}

/** The teams that the user is in; kept where the settings keep them, which change them. */
export function useTeams(): readonly Team[] | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["settings", "teams"],
    queryFn: ({ signal }) => client.listTeams({ signal }),
  });
  return data?.teams;
}
