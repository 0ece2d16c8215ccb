import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Client } from "../../../../../src/client/index.ts";
import { useClient } from "../../../data/workbench.ts";

export type Published = Awaited<ReturnType<Client["publishRegistrySkill"]>>;
export type Publisher = Awaited<ReturnType<Client["listOwnPublishers"]>>["publishers"][number];

/** What is published: a skill of this server, or an archive of the user. */
export type Parcel =
  | { readonly kind: "skill"; readonly name: string }
  | { readonly kind: "archive"; readonly file: File };

export interface Details {
  /** Undefined as long as nobody has written one: then it is the one that is suggested. */
  readonly version: string | undefined;
  readonly publisher: string;
  readonly changelog: string;
  readonly topics: string;
  readonly visibility: "public" | "team" | "private";
  readonly isDraft: boolean;
}

export function usePublishers(): UseQueryResult<readonly Publisher[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "publishers"],
    queryFn: async ({ signal }) => (await client.listOwnPublishers({ signal })).publishers,
  });
}

export interface PublishRequest {
  readonly parcel: Parcel;
  readonly details: Details;
  readonly isDryRun: boolean;
}

export function usePublish(onDone: (published: Published) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: PublishRequest) => publish(client, request),
    onSuccess: async (published, { isDryRun }) => {
      if (isDryRun) return;
      await queries.invalidateQueries({ queryKey: ["registry"] });
      onDone(published);
    },
  });
}

async function publish(client: Client, request: PublishRequest): Promise<Published> {
  const { parcel, details, isDryRun } = request;
  const texts = {
    version: details.version?.trim() ?? "",
    publisher: details.publisher,
    changelog: details.changelog,
    topics: details.topics,
  };
  const query = {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== "")),
    visibility: details.visibility,
    draft: String(details.isDraft),
    dry_run: String(isDryRun),
  };
  if (parcel.kind === "archive")
    return await client.publishRegistrySkill({ query, form: { archive: parcel.file } });
  const files = await filesOf(client, parcel.name);
  // The route takes the files as JSON as well; the type of the client knows its form alone.
  const call = { query, body: { files } } as unknown as Parameters<
    Client["publishRegistrySkill"]
  >[0];
  return await client.publishRegistrySkill(call);
}

interface SentFile {
  readonly path: string;
  readonly base64: string;
  readonly is_executable: boolean;
}

async function filesOf(client: Client, name: string): Promise<readonly SentFile[]> {
  const { files } = await client.listSkillFiles({ params: { name } });
  return await Promise.all(
    files.map(async ({ path, is_executable }) => {
      const bytes = await client.readSkillFile({ params: { name }, query: { path } });
      return { path, base64: toBase64(bytes), is_executable };
    }),
  );
}

export type StoredFile = Awaited<ReturnType<Client["listSkillFiles"]>>["files"][number];

export function useStoredFiles(name: string): UseQueryResult<readonly StoredFile[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "shelf-files", name],
    queryFn: async ({ signal }) =>
      (await client.listSkillFiles({ params: { name }, signal })).files,
    enabled: name !== "",
  });
}

/** Marks a file of a skill as a program, or takes that back; its bytes stay what they are. */
export function useMarkProgram(name: string): UseMutationResult<unknown, Error, StoredFile> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ path, version, is_executable }: StoredFile) => {
      const where = { params: { name }, query: { path } };
      const bytes = await client.readSkillFile(where);
      await client.writeSkillFile({
        ...where,
        headers: { "if-match": `"${version}"` },
        body: { content: toBase64(bytes), encoding: "base64", is_executable: !is_executable },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["registry", "shelf-files", name] }),
  });
}

/** As many bytes at a time as a call takes as arguments everywhere. */
const STEP = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCodePoint(...bytes.subarray(at, at + STEP));
  return btoa(text);
}
