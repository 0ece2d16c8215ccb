/** Runs a suite on both databases: a file of SQLite and a PostgreSQL that the tests bring along. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openDatabase } from "../../src/serve/data/index.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

export interface DatabasePlace {
  readonly kind: "sqlite" | "postgres";
  /** The address of a database that is still empty. */
  readonly newAddress: () => Promise<string>;
  /** A database that is still empty, closed after the suite. */
  readonly open: () => Promise<Database>;
}

export function describeOnDatabases(title: string, suite: (place: DatabasePlace) => void): void {
  describe.each(["sqlite", "postgres"] as const)(`${title} on %s`, (kind) => {
    const opened: Database[] = [];
    let folder = "";
    let server: PostgresServer | undefined;
    let count = 0;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "skillwright-data-"));
      if (kind === "postgres") server = await startPostgres();
    }, 60_000);
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    }, 60_000);
    const newAddress = async (): Promise<string> => {
      count += 1;
      return server === undefined ? join(folder, `${count}.db`) : await server.makeDatabase();
    };
    suite({
      kind,
      newAddress,
      open: async () => {
        const database = await openDatabase({ address: await newAddress() });
        opened.push(database);
        return database;
      },
    });
  });
}
