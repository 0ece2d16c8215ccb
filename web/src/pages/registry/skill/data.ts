import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ScanFinding } from "../../../../../src/check/scan/index.ts";
import type { Client } from "../../../../../src/client/index.ts";
import { type Paged, type PageQuestion, usePaged } from "../paged.tsx";
import { useClient } from "../../../data/workbench.ts";
import type { Diagnostic } from "../../../../../src/skill/index.ts";

export type SkillDetail = Awaited<ReturnType<Client["readRegistrySkill"]>>;
export type VersionDetail = Awaited<ReturnType<Client["readRegistryVersion"]>>;
export type Review = Awaited<ReturnType<Client["listRegistryReviews"]>>["reviews"][number];
type LogPage = Awaited<ReturnType<Client["readRegistryLog"]>>;
export type LogEntry = LogPage["entries"][number];

export function newestFirst({ versions }: SkillDetail): readonly SkillDetail["versions"][string][] {
  return Object.values(versions).toSorted((a, b) => b.published_at.localeCompare(a.published_at));
}

export function useRegistrySkill(name: string): UseQueryResult<SkillDetail> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "skill", name],
    queryFn: ({ signal }) => client.readRegistrySkill({ params: { name }, signal }),
  });
}

export function useVersion(name: string, version: string): UseQueryResult<VersionDetail> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "version", name, version],
    queryFn: ({ signal }) => client.readRegistryVersion({ params: { name, version }, signal }),
    enabled: version !== "",
  });
}

/** A text of a version; what is no UTF-8 shows as replacement characters and runs nothing. */
export function useVersionText(
  name: string,
  version: string,
  path: string,
): UseQueryResult<string> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "file", name, version, path],
    queryFn: async ({ signal }) => {
      const params = { name, version };
      const bytes = await client.readRegistryFile({ params, query: { path }, signal });
      return new TextDecoder().decode(bytes);
    },
    enabled: path !== "",
    staleTime: Infinity,
  });
}

export interface Audit {
  readonly verdict: "allow" | "review" | "block";
  readonly reason: string;
  readonly score: number;
  readonly clearedTiers: readonly string[];
  readonly auditedAt: string;
  readonly engine: string;
  readonly findings: readonly ScanFinding[];
  readonly lint: readonly Diagnostic[];
}

export function useAudit(name: string, version: string): UseQueryResult<Audit> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "audit", name, version],
    queryFn: async ({ signal }) => {
      const report = await client.readRegistryAudit({ params: { name, version }, signal });
      const { findings } = report.scan;
      return {
        verdict: report.verdict,
        reason: report.reason,
        score: report.score,
        clearedTiers: report.cleared_tiers,
        auditedAt: report.audited_at,
        engine: report.engine,
        // The registry keeps the report of the scanner and the linter as they wrote it.
        findings: (Array.isArray(findings) ? findings : []) as unknown as readonly ScanFinding[],
        lint: report.lint as unknown as readonly Diagnostic[],
      };
    },
  });
}

type ReviewPage = Awaited<ReturnType<Client["listRegistryReviews"]>>;

export function useReviews(name: string): Paged<Review, ReviewPage> {
  return usePaged({
    queryKey: ["registry", "reviews", name],
    limit: 25,
    ask: (client, query, signal) => client.listRegistryReviews({ params: { name }, query, signal }),
    itemsOf: ({ reviews }) => reviews,
  });
}

export function useLog(name: string): UseQueryResult<readonly LogEntry[]> {
  const client = useClient();
  return useQuery({
    queryKey: ["registry", "log", name],
    queryFn: ({ signal }) => readWholeLog(client, name, signal),
  });
}

/** The registry tells the oldest first and people want the newest, so that all of it is asked for. */
async function readWholeLog(
  client: Client,
  name: string,
  signal: AbortSignal,
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: PageQuestion = { limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: LogPage = await client.readRegistryLog({ params: { name }, query, signal });
    entries.push(...page.entries);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return entries;
}

/** The handle under which the user writes reviews. */
export function useHandle(): string | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["registry", "me"],
    queryFn: async ({ signal }) => (await client.registryWhoAmI({ signal })).handle,
  });
  return data;
}

/** Does something in the registry, after which everything of it is asked for anew. */
export function useRegistryChange<Input>(
  change: (client: Client, input: Input) => Promise<unknown>,
  onDone?: (input: Input) => void,
): UseMutationResult<unknown, Error, Input> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: async (_answer, input) => {
      await queries.invalidateQueries({ queryKey: ["registry"] });
      onDone?.(input);
    },
  });
}
