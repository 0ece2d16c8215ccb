import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { service } from "../../../test/support/service.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations/index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillwright-data-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const user = {
  id: "u1",
  email: "ada@example.org",
  password_hash: "x",
  role: "user",
  is_active: 1,
  created_at: "2026-11-15T10:00:00.000Z",
} as const;

let files = 0;
const places = {
  sqlite: () => {
    files += 1;
    return Promise.resolve(join(folder, `${files}/state.db`));
  },
  postgres: () => service("postgres", { isMigrated: false }),
};

describe.each(["sqlite", "postgres"] as const)("a database of %s", (kind) => {
  it("keeps what was written when it is opened again", async () => {
    const address = await places[kind]();
    const first = await openDatabase({ address });
    expect(first.kind).toBe(kind);
    await first.query.insertInto("users").values(user).execute();
    await first.close();
    const second = await openDatabase({ address });
    expect(await second.query.selectFrom("users").selectAll().execute()).toEqual([
      { ...user, deleted_at: null, is_unconfirmed: 0, is_proven: 0 },
    ]);
    expect(await second.isReady()).toBe(true);
    await second.close();
  });

  it("is brought up to date once by several that start together", async () => {
    const address = await places[kind]();
    const all = await Promise.all([1, 2, 3].map(() => openDatabase({ address })));
    await Promise.all(
      all.map(({ query }, index) =>
        query
          .insertInto("users")
          .values({ ...user, id: `u${index}`, email: `${index}@example.org` })
          .execute(),
      ),
    );
    const [first] = all;
    expect(await first?.query.selectFrom("users").select("id").orderBy("id").execute()).toEqual([
      { id: "u0" },
      { id: "u1" },
      { id: "u2" },
    ]);
    await Promise.all(all.map((database) => database.close()));
  });

  it("lets transactions that read and then write wait for each other", async () => {
    const address = await places[kind]();
    const [one, two] = [await openDatabase({ address }), await openDatabase({ address })];
    await one.query.insertInto("teams").values({ id: "t", name: "0", created_at: "" }).execute();
    const addOne = async ({ query }: typeof one): Promise<void> => {
      await query.transaction().execute(async (transaction) => {
        const row = transaction.selectFrom("teams").select("name").where("id", "=", "t");
        const locked = kind === "postgres" ? row.forUpdate() : row;
        const { name } = await locked.executeTakeFirstOrThrow();
        await transaction
          .updateTable("teams")
          .set({ name: String(Number(name) + 1) })
          .where("id", "=", "t")
          .execute();
      });
    };
    for (let round = 0; round < 5; round += 1) await Promise.all([addOne(one), addOne(two)]);
    expect(await one.query.selectFrom("teams").select("name").executeTakeFirst()).toEqual({
      name: "10",
    });
    await Promise.all([one.close(), two.close()]);
  });

  it("takes back all of a step that fails, and refuses tables of a newer version", async () => {
    const address = await places[kind]();
    const database = await openDatabase({ address });
    const broken: Migration = {
      id: "999-broken",
      up: async ({ schema }) => {
        await schema.createTable("half").addColumn("id", "text").execute();
        throw new Error("It broke.");
      },
    };
    const { query } = database;
    await expect(migrate(query, kind, [...migrations, broken])).rejects.toThrow("It broke.");
    const names = (await query.introspection.getTables()).map(({ name }) => name);
    expect(names).toContain("users");
    expect(names).not.toContain("half");
    await expect(migrate(query, kind, [])).rejects.toMatchObject({
      diagnostic: { code: "data/newer-database" },
    });
    await database.close();
  });

  it("takes tables that earlier steps came to for its own, and refuses those of a step between", async () => {
    const address = await places[kind]();
    const database = await openDatabase({ address });
    const { query } = database;
    const [{ replaces = "" } = {}, ...later] = migrations;
    await sql`delete from schema_steps`.execute(query);
    await sql`insert into schema_steps values ('001-accounts', ''), ('042-triggers', '')`.execute(
      query,
    );
    await expect(migrate(query, kind)).rejects.toMatchObject({
      diagnostic: { code: "data/older-database" },
    });
    await sql`insert into schema_steps values (${replaces}, '')`.execute(query);
    expect(await migrate(query, kind)).toEqual(later.map(({ id }) => id));
    expect(await migrate(query, kind)).toEqual([]);
    const next: Migration = { id: "999-next", up: async () => {} };
    expect(await migrate(query, kind, [...migrations, next])).toEqual(["999-next"]);
    await database.close();
  });
});

it("is not ready while PostgreSQL is silent, and ready again after it", async () => {
  const { address, sockets, stop } = await startRelay(await places.postgres());
  const database = await openDatabase({ address });
  for (const socket of sockets) socket.pause();
  const asked = [database.isReady(), database.isReady(), database.isReady()];
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  for (const socket of sockets) socket.resume();
  expect(await database.isReady()).toBe(true);
  await database.close();
  stop();
});

/** A way to a PostgreSQL on which everything can stand still, as on a network that loses packets. */
async function startRelay(address: string) {
  const { hostname, port } = new URL(address);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
    sockets.push(near, far);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const relayed = new URL(address);
  relayed.port = String((server.address() as AddressInfo).port);
  return { address: relayed.href, sockets, stop: () => server.close() };
}

it("names what is wrong with an address, without its password", async () => {
  await expect(openDatabase({ address: "mysql://root:hunter2@db/x" })).rejects.toMatchObject({
    message: "The database address has the scheme `mysql`; use `postgres` or the path of a file.",
  });
  const gone = openDatabase({ address: "postgres://postgres:hunter2@127.0.0.1:1/x" });
  await expect(gone).rejects.toMatchObject({ diagnostic: { code: "data/unreachable" } });
  await expect(gone).rejects.not.toThrow("hunter2");
});

describe("many statements one after the other", () => {
  it.each(["sqlite", "postgres"] as const)(
    "[BX-14] leave turns to everybody else, in %s",
    async (kind) => {
      const database = await openDatabase({ address: await places[kind]() });
      let turns = 0;
      const other = setInterval(() => (turns += 1), 1);
      try {
        for (let count = 0; count < 20_000; count += 1) {
          await database.query.selectFrom("users").select("id").where("id", "=", "u").execute();
          if (turns >= 3) break;
        }
        expect(turns).toBeGreaterThanOrEqual(3);
      } finally {
        clearInterval(other);
        await database.close();
      }
    },
  );
});
