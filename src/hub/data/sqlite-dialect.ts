import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { type Clock, nextTurn } from "../../platform/machine/index.ts";
import { isBusy, type Sqlite } from "../../platform/sqlite/index.ts";

export interface PatientOptions {
  readonly clock: Clock;
  /** How long a writer waits for another one. */
  readonly patienceMs: number;
}

/**
 * The calls of SQLite block the thread, and so would its own way to wait for another writer: where that one is
 * of the same process, it could never end. So a call that finds the file busy fails at once and is made again.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite;
  readonly #options: PatientOptions;

  constructor(database: Sqlite, options: PatientOptions) {
    super({ database });
    this.#database = database;
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#database, this.#options);
  }
}

/** How long statements may follow each other before other work has a turn, in milliseconds. */
const LONGEST_TURN_MS = 10;

class PatientDriver extends SqliteDriver {
  readonly #options: PatientOptions;
  /** When the first statement of this turn of the event loop began. */
  #turnBegan: number | undefined;

  constructor(database: Sqlite, options: PatientOptions) {
    super({ database });
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: async (query) => {
        await this.#giveTurn();
        return executePatiently(connection, query, this.#options);
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  /**
   * Waiting for a statement is no turn of the event loop, since its answer is there at once: a request that makes
   * many of them would hold up all other work, however often it waits.
   */
  async #giveTurn(): Promise<void> {
    const now = performance.now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => {
        this.#turnBegan = undefined;
      });
    } else if (now - this.#turnBegan > LONGEST_TURN_MS) await nextTurn();
  }
}

async function executePatiently<R>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  { clock, patienceMs }: PatientOptions,
): Promise<QueryResult<R>> {
  const end = clock.now() + patienceMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
    try {
      return await connection.executeQuery<R>(query);
    } catch (error) {
      if (!isBusy(error) || clock.now() >= end) throw error;
      await new Promise<void>((settle) => {
        clock.after(pause, settle);
      });
    }
  }
}
