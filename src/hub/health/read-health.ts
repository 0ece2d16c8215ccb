/** How a server is: whether it can answer, what waits to be done, and what it keeps. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../data/index.ts";

export interface HealthPorts {
  readonly database: Database;
  readonly version: string;
  /** The server is about to stop: it answers, but begins nothing that takes long. */
  readonly isDraining: () => boolean;
  /** Ends when the server stops; streams hear of it. */
  readonly stopping: AbortSignal;
  /** Bytes that can still be stored; absent: nothing is stored on a disk of this machine. */
  readonly freeSpace?: () => number;
}

interface ServerHealth {
  readonly version: string;
  readonly database: Database["kind"];
  /** Why it is not ready; absent: it is. */
  readonly problem: string | undefined;
  readonly freeBytes: number | undefined;
  /** What waits, is at work, or could not be done, by kind. */
  readonly work: readonly WorkCount[];
  readonly storage: readonly StorageCount[];
}

export const WORK_KINDS = [
  "documents-waiting",
  "documents-failed",
  "vectors-waiting",
  "runs-at-work",
  "runs-waiting",
  "webhooks-failing",
] as const;

export const STORAGE_KINDS = [
  "skills",
  "versions",
  "uploads",
  "documents",
  "workflows",
  "workflow-runs",
  "chats",
  "runs",
] as const;

type WorkKind = (typeof WORK_KINDS)[number];
type StorageKind = (typeof STORAGE_KINDS)[number];

interface WorkCount {
  readonly kind: WorkKind;
  readonly count: number;
}

interface StorageCount {
  readonly kind: StorageKind;
  readonly count: number;
  readonly bytes: number;
}

/** Less than this is as good as nothing: a database needs some to write at all. */
const LEAST_FREE = 16_000_000;

type Statement = RawBuilder<{ readonly count: number | string; readonly bytes?: number | string }>;

const WORK: { readonly [Kind in WorkKind]: Statement } = {
  "documents-waiting": sql`select count(*) as count from documents where deleted_at is null and status in ('pending', 'processing')`,
  "documents-failed": sql`select count(*) as count from documents where deleted_at is null and status = 'failed'`,
  "vectors-waiting": sql`select count(*) as count from documents where deleted_at is null and vector_status in ('pending', 'processing')`,
  "runs-at-work": sql`select count(*) as count from workflow_runs where status = 'running' and parked = 0`,
  "runs-waiting": sql`select count(*) as count from workflow_runs where status = 'running' and parked = 1`,
  "webhooks-failing": sql`select count(*) as count from market_webhooks where failures > 0`,
};

const STORAGE: { readonly [Kind in StorageKind]: Statement } = {
  skills: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from skill_records`,
  versions: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from market_versions where package_key is not null`,
  uploads: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from market_uploads`,
  documents: sql`select count(*) as count, coalesce(sum(size + chunk_bytes), 0) as bytes from documents`,
  workflows: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from workflows where deleted_at is null`,
  "workflow-runs": sql`select count(*) as count, coalesce(sum(size), 0) as bytes from workflow_runs where status != 'deleted'`,
  chats: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from chat_sessions`,
  runs: sql`select count(*) as count, coalesce(sum(size), 0) as bytes from runs`,
};

/** Why the server cannot answer requests; nothing where it can. */
export async function unreadiness(ports: HealthPorts): Promise<string | undefined> {
  if (ports.isDraining() || ports.stopping.aborted) return "The server is stopping";
  if (ports.freeSpace !== undefined && ports.freeSpace() < LEAST_FREE) return "The disk is full";
  return (await ports.database.isReady()) ? undefined : "The database does not answer";
}

export async function readHealth(ports: HealthPorts): Promise<ServerHealth> {
  const { database, version, freeSpace } = ports;
  const problem = await unreadiness(ports);
  const work: WorkCount[] = [];
  for (const kind of WORK_KINDS)
    work.push({ kind, count: (await read(database, WORK[kind])).count });
  const storage: StorageCount[] = [];
  for (const kind of STORAGE_KINDS)
    storage.push({ kind, ...(await read(database, STORAGE[kind])) });
  return { version, database: database.kind, problem, freeBytes: freeSpace?.(), work, storage };
}

async function read(
  { query }: Database,
  statement: Statement,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await statement.execute(query);
  const [row] = rows;
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}
