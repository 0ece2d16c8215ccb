/**
 * What many files of tests need and is dear to start: a PostgreSQL, a browser, the built workbench. They are started
 * once a run, with the first test that asks for one, and ended with the run. Each test still has a database or a
 * browser context of its own.
 *
 * Vitest loads this file as a global setup, in the process that starts the workers; `service()` asks it from there.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-server.ts";
import { root } from "./source.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly services: string;
    /** The folder for compiled code of the programs that tests start. */
    readonly compiled: string;
  }
}

/** What can be asked for, with what it needs to know, and what it gives. */
export interface Services {
  /** The address of a PostgreSQL database, empty or with the tables of today. */
  readonly postgres: (input: { readonly isMigrated: boolean }) => Promise<string>;
  /** Throws such databases away. */
  readonly dropPostgres: (addresses: readonly string[]) => Promise<null>;
  /** Puts a file of SQLite with the tables of today where it is wanted. */
  readonly sqlite: (path: string) => Promise<null>;
  /** Where a browser can be connected to. */
  readonly browser: (executablePath: string) => Promise<string>;
  /** Builds the workbench where its sources have changed. */
  readonly workbench: () => Promise<null>;
}

const FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const compiled = await mkdtemp(join(tmpdir(), "skillwright-compiled-"));
  ends.push(() => rm(compiled, { recursive: true, force: true }));
  project.provide("compiled", compiled);
  const postgres = once(async () => {
    const server = await startPostgres();
    ends.push(server.stop);
    return server;
  });
  const migrated = once(async () => {
    const address = await (await postgres()).makeDatabase();
    await migrate(address);
    return address;
  });
  const template = once(async () => {
    const folder = await mkdtemp(join(tmpdir(), "skillwright-services-"));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "template.db");
    await migrate(path);
    return path;
  });
  const workbench = once(() =>
    promisify(execFile)(process.execPath, [join(root, "scripts/build-web.ts")], { cwd: root }),
  );
  let browser: Promise<BrowserServer> | undefined;
  const openBrowser = async (executablePath: string): Promise<BrowserServer> => {
    const { chromium } = await import("playwright-core");
    const server = await chromium.launchServer({
      executablePath,
      args: [...FLAGS],
      host: "127.0.0.1",
    });
    ends.push(() => server.close());
    // One that has crashed fails the tests that were in it, and no others.
    server.on("close", () => {
      browser = undefined;
    });
    return server;
  };
  const server = await listen({
    postgres: async ({ isMigrated }) =>
      await (await postgres()).makeDatabase(isMigrated ? await migrated() : undefined),
    dropPostgres: async (addresses) => {
      const { dropDatabase } = await postgres();
      for (const address of addresses) await dropDatabase(address);
      return null;
    },
    sqlite: async (path) => {
      await copyFile(await template(), path);
      return null;
    },
    browser: async (executablePath) =>
      (await (browser ??= openBrowser(executablePath))).wsEndpoint(),
    workbench: async () => {
      await workbench();
      return null;
    },
  });
  project.provide("services", server.url);
  return async () => {
    await server.close();
    for (const end of ends.toReversed()) await end();
  };
}

function once<T>(start: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= start());
}

/** Brings an empty database to the tables of today. */
async function migrate(address: string): Promise<void> {
  const { openDatabase } = await import("../../src/hub/data/index.ts");
  const database = await openDatabase({ address });
  await database.close();
}

interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function listen(services: Services): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const name = (request.url ?? "").slice(1);
      // Only `service()` asks, which is typed by the same table.
      const work = services[name as keyof Services] as (input: unknown) => Promise<unknown>;
      work(JSON.parse(Buffer.concat(chunks).toString("utf8"))).then(
        (value) => response.end(JSON.stringify(value)),
        (error: unknown) => {
          response.statusCode = 500;
          response.end(error instanceof Error ? error.stack : String(error));
        },
      );
    });
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections();
        server.close(() => settle());
      }),
  };
}
