import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { ApiError, type Client } from "../../../../src/client/index.ts";
import { forgetRecent } from "../../data/recent.ts";
import { useClient, useUser } from "../../data/workbench.ts";

export interface KeptText {
  readonly text: string;
  /** Names the version, so that a change by somebody else is noticed. */
  readonly version: string | undefined;
  readonly ownerId: string | null;
}

async function readText(client: Client, name: string, signal?: AbortSignal): Promise<KeptText> {
  let version: string | undefined;
  const detail = await client.readSkill({
    params: { name },
    ...(signal === undefined ? {} : { signal }),
    onAnswer: ({ etag }) => {
      version = etag;
    },
  });
  return { text: detail.source, version, ownerId: detail.user_id };
}

export function useSkillText(name: string): UseQueryResult<KeptText> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-text", name],
    queryFn: ({ signal }) => readText(client, name, signal),
    // What somebody else writes meanwhile must not replace what is being written here.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

export type SaveOutcome =
  | { readonly kind: "saved"; readonly kept: KeptText }
  /** Somebody else has written; here is what. */
  | { readonly kind: "conflict"; readonly theirs: KeptText };

export interface SaveRequest {
  readonly text: string;
  readonly version: string | undefined;
}

export function useSaveSkill(name: string, onDone: (outcome: SaveOutcome, sent: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ text, version }: SaveRequest): Promise<SaveOutcome> => {
      try {
        let next: string | undefined;
        const detail = await client.updateSkill({
          params: { name },
          body: { content: text },
          ...(version === undefined ? {} : { ifMatch: version }),
          onAnswer: ({ etag }) => {
            next = etag;
          },
        });
        const kept = { text: detail.source, version: next, ownerId: detail.user_id };
        queries.setQueryData(["skill-text", name], kept);
        await queries.invalidateQueries({ queryKey: ["every-skill"] });
        await queries.invalidateQueries({ queryKey: ["skill-history", name] });
        return { kind: "saved", kept };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        return { kind: "conflict", theirs: await readText(client, name) };
      }
    },
    onSuccess: (outcome, { text }) => onDone(outcome, text),
  });
}

export function useDeleteSkill(name: string, onDone: () => void) {
  const client = useClient();
  const user = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.deleteSkill({ params: { name } }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ["skill-text", name] });
      forgetRecent(user.id, name);
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      onDone();
    },
  });
}

type Versions = Awaited<ReturnType<Client["listSkillVersions"]>>["versions"];

/** The texts that were saved, newest first. */
export function useVersions(name: string): UseQueryResult<Versions> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-history", name],
    queryFn: async ({ signal }) =>
      (await client.listSkillVersions({ params: { name }, signal })).versions,
  });
}

export function useVersionText(name: string, version: string | undefined): UseQueryResult<string> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-history", name, version],
    queryFn: async ({ signal }) =>
      (await client.readSkillVersion({ params: { name, version: version ?? "" }, signal })).content,
    enabled: version !== undefined,
    staleTime: Infinity,
  });
}

export interface SkillFile {
  readonly path: string;
  readonly size: number;
}

export function useSkillFiles(name: string): UseQueryResult<readonly SkillFile[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-files", name],
    queryFn: async ({ signal }) =>
      (await client.listSkillFiles({ params: { name }, signal })).files,
  });
}

/** Undefined where the file is no text. */
export function useFileText(name: string, path: string): UseQueryResult<string | null> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-file", name, path],
    queryFn: async ({ signal }) => {
      const bytes = await client.readSkillFile({ params: { name }, query: { path }, signal });
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch {
        return null;
      }
    },
  });
}

export function useFileChange(name: string, onDone: (path: string) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    /** Without a text the file is taken away. */
    mutationFn: async ({ path, text }: { readonly path: string; readonly text?: string }) => {
      const where = { params: { name }, query: { path } };
      if (text === undefined) await client.deleteSkillFile(where);
      else await client.writeSkillFile({ ...where, body: { content: text } });
      await queries.invalidateQueries({ queryKey: ["skill-files", name] });
      await queries.invalidateQueries({ queryKey: ["skill-file", name, path] });
      return path;
    },
    onSuccess: onDone,
  });
}
