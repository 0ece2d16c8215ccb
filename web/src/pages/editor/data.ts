import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useQueryValue } from "../../app/address.ts";
import { ApiError, type Client } from "../../../../src/client/index.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { forgetRecent } from "../../data/recent.ts";
import { useClient, useUser } from "../../data/workbench.ts";

export interface KeptText {
  readonly text: string;
  /** Names the version, so that a change by somebody else is noticed. */
  readonly version: string | undefined;
  readonly ownerId: string | null;
  /** Where it lies in a folder that agents read, and not on the server. */
  readonly folder?: FolderPlace;
}

export interface FolderPlace {
  readonly row: SkillRow;
  /** Of its SKILL.md. */
  readonly path: string;
  readonly files: readonly SkillFile[];
  /** Why it cannot be saved there: a sentence. */
  readonly closed?: string;
  /** Why its other files are not listed: a sentence. */
  readonly problem?: string;
}

/** A skill of the server, or else the one of that name in a folder; a path says which of those with one name is meant. */
async function readText(
  client: Client,
  name: string,
  at: string,
  signal?: AbortSignal,
): Promise<KeptText> {
  if (at !== "") {
    const row = await findRow(client, ({ path }) => path === at, signal);
    if (row !== undefined) return await readFolder(client, row, signal);
  }
  try {
    return await readStored(client, name, signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const row = await findRow(client, (one) => one.name === name, signal);
    if (row === undefined) throw error;
    return await readFolder(client, row, signal);
  }
}

type FolderRow = SkillRow & { readonly path: string };

async function findRow(
  client: Client,
  isMeant: (row: SkillRow) => boolean,
  signal: AbortSignal | undefined,
): Promise<FolderRow | undefined> {
  const { skills } = await client.listEverySkill(signal === undefined ? {} : { signal });
  return skills.find(
    (row): row is FolderRow => row.kind === "folder" && row.path !== undefined && isMeant(row),
  );
}

async function readFolder(
  client: Client,
  row: FolderRow,
  signal: AbortSignal | undefined,
): Promise<KeptText> {
  const { path } = row;
  const { text, version, ...opened } = await client.openFolderSkill({
    query: { path },
    ...(signal === undefined ? {} : { signal }),
  });
  return { text, version, ownerId: null, folder: { row, path, ...opened } };
}

async function readStored(client: Client, name: string, signal?: AbortSignal): Promise<KeptText> {
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

export function useSkillText(name: string, at: string): UseQueryResult<KeptText> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-text", name, at],
    queryFn: ({ signal }) => readText(client, name, at, signal),
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

export function useSaveSkill(
  name: string,
  folder: FolderPlace | undefined,
  onDone: (outcome: SaveOutcome, sent: string) => void,
) {
  const client = useClient();
  const queries = useQueryClient();
  const [at] = useQueryValue("at");
  return useMutation({
    mutationFn: async (request: SaveRequest): Promise<SaveOutcome> => {
      try {
        const kept =
          folder === undefined
            ? await saveStored(client, name, request)
            : await saveInFolder(client, folder, request);
        queries.setQueryData(["skill-text", name, at], kept);
        for (const key of ["every-skill", "explanation"])
          await queries.invalidateQueries({ queryKey: [key] });
        await queries.invalidateQueries({ queryKey: ["skill-history", name] });
        return { kind: "saved", kept };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        return { kind: "conflict", theirs: await readText(client, name, at) };
      }
    },
    onSuccess: (outcome, { text }) => onDone(outcome, text),
  });
}

async function saveStored(
  client: Client,
  name: string,
  { text, version }: SaveRequest,
): Promise<KeptText> {
  let next: string | undefined;
  const detail = await client.updateSkill({
    params: { name },
    body: { content: text },
    ...(version === undefined ? {} : { ifMatch: version }),
    onAnswer: ({ etag }) => {
      next = etag;
    },
  });
  return { text: detail.source, version: next, ownerId: detail.user_id };
}

async function saveInFolder(
  client: Client,
  folder: FolderPlace,
  { text, version = "" }: SaveRequest,
): Promise<KeptText> {
  const saved = await client.saveFolderSkill({
    body: { path: folder.path, content: text, version },
  });
  return { text, version: saved.version, ownerId: null, folder };
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

export function useSkillFiles(
  name: string,
  folder: FolderPlace | undefined,
): UseQueryResult<readonly SkillFile[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-files", name, folder?.path],
    queryFn: async ({ signal }) =>
      folder?.files ?? (await client.listSkillFiles({ params: { name }, signal })).files,
  });
}

/** Undefined where the file is no text. */
export function useFileText(
  name: string,
  path: string,
  folder: FolderPlace | undefined,
): UseQueryResult<string | null> {
  const client = useClient();
  return useQuery({
    queryKey: ["skill-file", name, path, folder?.path],
    queryFn: async ({ signal }) => {
      if (folder !== undefined) {
        const query = { path: folder.path, file: path };
        return (await client.readFolderFile({ query, signal })).content;
      }
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
