import { Kysely, PostgresDialect } from "kysely";
import type Pg from "pg";
import { failure, reasonOf } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { runsOnNode, within } from "../../platform/process/index.ts";
import { lockExclusively, openSqlite, type SignOfLife } from "../../platform/sqlite/index.ts";
import { dataCodes } from "./diagnostics.ts";
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
  if (!runsOnNode())
    throw failure(
      dataCodes.needsNode,
      "This binary has no server and keeps no data, which needs Node.",
      {
        hint: "Install Skillwright with `npm install -g skillwright`, or name a server with `--server URL`.",
      },
    );
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
  throw failure(
    dataCodes.badAddress,
    `The database address has the scheme \`${scheme}\`; use \`postgres\` or the path of a file.`,
    { hint: "Set `DATABASE_URL` to such as `postgres://user:password@host:5432/name`." },
  );
}

function openFile(path: string): Kysely<Tables> {
  const patience = { clock: systemClock, patienceMs: 15_000 };
  const sqlite = orUnreachable(path, () => openSqlite(path));
  return new Kysely<Tables>({ dialect: new PatientSqliteDialect(sqlite, patience) });
}

function lockFile(path: string): SignOfLife {
  const held = orUnreachable(path, () => lockExclusively(`${path}-owners`, "server"));
  if (held !== undefined) return held;
  throw failure(dataCodes.inUse, "Another server already uses this data.", {
    file: path,
    hint: "Stop it, or choose another folder with `--data DIR`. Servers that share their data need PostgreSQL: set `DATABASE_URL`.",
  });
}

function orUnreachable<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw failure(dataCodes.unreachable, `Cannot open the database: ${reasonOf(error)}.`, {
      file: path,
      hint: "Its folder must be writable, and the file a SQLite database. `--data DIR` or `SKILLWRIGHT_DATA` chooses another folder.",
      cause: error,
    });
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
    throw failure(dataCodes.missingDriver, "The package `pg` is not installed.", {
      hint: "Install it with `npm install pg`.",
      cause: error,
    });
  }
}

function unreachable(error: unknown): unknown {
  // What the tables say is told as it is; what the network says is told with the next step.
  if (error instanceof Error && "diagnostic" in error) return error;
  return failure(dataCodes.unreachable, `The database cannot be reached: ${reasonOf(error)}.`, {
    hint: "Check `DATABASE_URL`, and that PostgreSQL runs and lets this user in.",
    cause: error,
  });
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
