import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { errorCode } from "../failure.ts";

/** What a query builder needs of a database; a file of SQLite, or memory alone. */
export interface Sqlite {
  readonly prepare: (sql: string) => SqliteStatement;
  readonly exec: (sql: string) => void;
  readonly close: () => void;
}

export interface SqliteStatement {
  /** Whether rows come back. */
  readonly reader: boolean;
  readonly all: (parameters: readonly unknown[]) => unknown[];
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  readonly iterate: (parameters: readonly unknown[]) => IterableIterator<unknown>;
}

/**
 * Statements that are kept ready: those that were used last. What is prepared anew each time holds memory outside of
 * the heap until its garbage is collected, which a small heap puts off for long.
 */
const KEPT_STATEMENTS = 300;

/**
 * Opens a file so that several processes can read and write it at once; `:memory:` is not shared. A call
 * that meets another writer fails, see `isBusy`.
 */
export function openSqlite(path: string): Sqlite {
  if (path !== ":memory:") makePrivateFile(path);
  const database = new DatabaseSync(path);
  // The first process to come sets the journal, for which it needs the file alone for a moment.
  database.exec("pragma busy_timeout = 5000");
  // The write-ahead log lets readers go on during a write. `normal` loses no committed transaction
  // when a process is killed; when the machine loses power it may lose the last ones, never the file.
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 0",
  );
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare: (sql) => {
      const known = kept.get(sql);
      // A map keeps its order: what was used goes to its end.
      kept.delete(sql);
      if (known !== undefined) {
        kept.set(sql, known);
        return known;
      }
      // A transaction that reads first and writes later would not wait for another writer, but fail.
      const text = sql === "begin" ? "begin immediate" : sql;
      const made = toStatement(database.prepare(text));
      kept.set(sql, made);
      const [oldest = sql] = kept.keys();
      if (kept.size > KEPT_STATEMENTS) kept.delete(oldest);
      return made;
    },
    exec: (sql) => {
      database.exec(sql);
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
}

/** SQLite gives its log and its index the rights of the database, and would itself make it readable by all. */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    // Where it is there, or cannot be made, SQLite says what is wrong in its own words.
    if (!["EEXIST", "EACCES", "EISDIR", "EROFS", "ENOTDIR"].includes(errorCode(error))) throw error;
  }
}

function toStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(toInput)),
  };
}

function toInput(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  // Whatever else SQLite does not take, it refuses itself, naming the parameter.
  return value as SQLInputValue;
}

/** SQLITE_BUSY with its kin, and SQLITE_LOCKED: another connection writes just now. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return false;
  const primary = error.errcode % 256;
  return primary === 5 || primary === 6;
}
