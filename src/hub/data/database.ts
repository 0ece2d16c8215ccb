import { Kysely, PostgresDialect } from "kysely";
import type Pg from "pg";
import { reasonOf } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { runsOnNode, within } from "../../platform/process/index.ts";
import { lockExclusively, openSqlite, type SignOfLife } from "../../platform/sqlite/index.ts";
import { hubError } from "../errors.ts";
import { migrate } from "./migrate.ts";
import type { DatabaseKind } from "./migrations/index.ts";
import { PatientSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables/index.ts";

/** Where the state of the server is kept that is not a skill. */
export interface Database {
  readonly kind: DatabaseKind;
  readonly query: Kysely<Tables>;
  /** Whether it answers in time. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`, a path of a file, or `:memory:`. */
  readonly address: string;
  /** Connections to PostgreSQL that are kept open at most. */
  readonly maxConnections?: number;
  /**
   * Refuses a file that another server holds: what that one keeps in memory, such as open streams, this one would not
   * know of. Commands that work on the file for a moment do not hold it. Default: false.
   */
  readonly isAlone?: boolean;
}

/** Opens a database and brings its tables up to date. */
export async function openDatabase({
  address,
  maxConnections = 10,
  isAlone = false,
}: DatabaseOptions): Promise<Database> {
  // Workers for what strangers send are held within their limits by Node alone.
  if (!runsOnNode()) throw hubError("data/needs-node", undefined);
  const kind = parseKind(address);
  // Before the file is opened, so that a newer version changes no tables under a server.
  const held =
    isAlone && kind === "sqlite" && address !== ":memory:" ? lockFile(address) : undefined;
  let query: Kysely<Tables> | undefined;
  try {
    query = kind === "postgres" ? await openPostgres(address, maxConnections) : openFile(address);
    await migrate(query, kind);
  } catch (error) {
    await query?.destroy();
    held?.end();
    throw kind === "postgres" ? unreachable(error) : error;
  }
  const opened = query;
  return {
    kind,
    query: opened,
    isReady: createReadinessCheck(opened),
    close: async () => {
      await opened.destroy();
      held?.end();
    },
  };
}

function parseKind(address: string): DatabaseKind {
  if (/^postgres(?:ql)?:\/\//u.test(address)) return "postgres";
  // The address may hold a password, so no more than its scheme is repeated.
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//iu.exec(address)?.[1];
  if (scheme === undefined) return "sqlite";
  throw hubError("data/bad-address", { scheme });
}

function openFile(path: string): Kysely<Tables> {
  const patience = { clock: systemClock, patienceMs: 15_000 };
  const sqlite = orUnreachable(path, () => openSqlite(path));
  return new Kysely<Tables>({ dialect: new PatientSqliteDialect(sqlite, patience) });
}

function lockFile(path: string): SignOfLife {
  const held = orUnreachable(path, () => lockExclusively(`${path}-owners`, "server"));
  if (held !== undefined) return held;
  throw hubError("data/in-use", undefined, { file: path });
}

function orUnreachable<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const reason = reasonOf(error);
    throw hubError("data/unreachable", { kind: "sqlite", reason }, { file: path, cause: error });
  }
}

async function openPostgres(address: string, max: number): Promise<Kysely<Tables>> {
  const { Pool } = await loadDriver();
  const pool = new Pool({ connectionString: address, max });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on("error", () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function loadDriver(): Promise<Pick<typeof Pg, "Pool">> {
  try {
    const module = await import("pg");
    return module.default;
  } catch (error) {
    throw hubError("data/missing-driver", undefined, { cause: error });
  }
}

function unreachable(error: unknown): unknown {
  // What the tables say is told as it is; what the network says is told with the next step.
  if (error instanceof Error && "diagnostic" in error) return error;
  const reason = reasonOf(error);
  return hubError("data/unreachable", { kind: "postgres", reason }, { cause: error });
}

/** Whoever sends traffic elsewhere has to hear of it; a network that loses packets reports nothing for a quarter of an hour. */
const MOST_SILENT_MS = 2000;

function createReadinessCheck(query: Kysely<Tables>): Database["isReady"] {
  // One question at a time: each holds a connection until it is answered.
  let asked: Promise<boolean> | undefined;
  return async () => {
    asked ??= answers(query).finally(() => {
      asked = undefined;
    });
    return (await within(MOST_SILENT_MS, asked)) ?? false;
  };
}

async function answers(query: Kysely<Tables>): Promise<boolean> {
  try {
    await query.selectFrom("users").select("id").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
