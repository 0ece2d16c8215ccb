/** Runs a suite on both databases: a file of SQLite and a PostgreSQL that the tests bring along. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { service } from "../support/service.ts";

export interface DatabasePlace {
  readonly kind: "sqlite" | "postgres";
  /** The address of a database that is still empty. */
  readonly newAddress: () => Promise<string>;
  /** A database with no rows in its tables, closed after the suite. */
  readonly open: () => Promise<Database>;
}

export function describeOnDatabases(title: string, suite: (place: DatabasePlace) => void): void {
  describe.each(["sqlite", "postgres"] as const)(`${title} on %s`, (kind) => {
    const opened: Database[] = [];
    const addresses: string[] = [];
    let folder = "";
    beforeAll(async () => {
      if (kind === "sqlite") folder = await mkdtemp(join(tmpdir(), "skillwright-data-"));
    });
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      if (kind === "sqlite") await rm(folder, { recursive: true, force: true });
      else await service("dropPostgres", addresses);
    });
    const make = async (isMigrated: boolean): Promise<string> => {
      const address =
        kind === "postgres"
          ? await service("postgres", { isMigrated })
          : join(folder, `${addresses.length}.db`);
      addresses.push(address);
      if (kind === "sqlite" && isMigrated) await service("sqlite", address);
      return address;
    };
    const newAddress = (): Promise<string> => make(false);
    suite({
      kind,
      newAddress,
      open: async () => {
        const database = await openDatabase({ address: await make(true) });
        opened.push(database);
        return database;
      },
    });
  });
}
