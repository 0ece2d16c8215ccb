/** Runs that end their server, or at which the engine fails: how often, and what becomes of them and of others. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { until } from "../../../test/support/wait.ts";
import { systemClock } from "../../platform/machine/index.ts";
import {
  type Journal,
  type NewRun,
  type NodePorts,
  openEngine,
  readGraph,
  type WorkflowEngine,
} from "../../run/workflow/index.ts";
import type { User } from "../accounts/index.ts";
import { type Database, databaseTime } from "../data/index.ts";
import { findExecution } from "./executions.ts";
import { createJournal } from "./journal.ts";

/** Enough of them that the others wait for an hour: servers ended twice at each alone. */
const GIVEN_UP = ["mallory-0", "mallory-1", "mallory-2", "mallory-3", "mallory-4"];
const MOMENT = "2026-01-01T00:00:00.000Z";
const GRAPH = readGraph({
  nodes: [
    { id: "start", type: "start" },
    { id: "end", type: "end" },
  ],
  edges: [{ source: "start", target: "end" }],
});

/** All that the nodes of that graph ask for. */
const PORTS = { clock: systemClock, confirm: () => Promise.resolve() } as unknown as NodePorts;

async function addUser({ query }: Database, id: string): Promise<void> {
  const account = { id, email: `${id}@example.org`, password_hash: "", role: "user" } as const;
  await query
    .insertInto("users")
    .values({ ...account, is_active: 1, created_at: MOMENT })
    .execute();
  const dates = { created_at: MOMENT, updated_at: MOMENT };
  await query
    .insertInto("workflows")
    .values({
      id,
      owner_id: id,
      name: id,
      description: null,
      graph: "{}",
      size: 2,
      version: 1,
      ...dates,
    })
    .execute();
}

function runOf(userId: string, index: number): NewRun {
  const id = `${userId}-${index}`;
  return { id, workflowId: userId, workflowName: "w", userId, graph: GRAPH, input: "" };
}

interface Begun {
  readonly engine: WorkflowEngine;
  readonly isAlive: () => boolean;
}

/** The servers of one database, of which each does nothing any more once it has begun a deadly run. */
function createServers(
  database: Database,
  isDeadly: (run: Pick<NewRun, "userId">) => boolean,
  now: () => number = systemClock.now,
): { readonly start: () => Promise<Begun>; readonly deaths: () => number } {
  const dead = new Set<string>();
  let count = 0;
  const start = async (): Promise<Begun> => {
    count += 1;
    const owner = `server-${count}`;
    const alive = <T>(work: () => Promise<T>): Promise<T> =>
      dead.has(owner) ? new Promise(() => {}) : work();
    const engine = await openEngine({
      journal: whileAlive(createJournal({ database, clock: systemClock }), alive),
      openPresence: () =>
        Promise.resolve({
          owner,
          lost: new AbortController().signal,
          isGone: (other) => Promise.resolve(dead.has(other)),
          close: () => Promise.resolve(),
        }),
      portsFor: (run) =>
        alive(() => {
          if (!isDeadly(run)) return Promise.resolve(PORTS);
          dead.add(owner);
          return new Promise(() => {});
        }),
      clock: { ...systemClock, now },
      pollMs: 5,
      onProblem: () => {},
    });
    engine.begin();
    return { engine, isAlive: () => !dead.has(owner) };
  };
  return { start, deaths: () => dead.size };
}

function whileAlive(journal: Journal, alive: <T>(work: () => Promise<T>) => Promise<T>): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      // Every member of a journal is such a function.
      const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => alive(() => method(...given));
    },
  });
}

async function statesOf({ query }: Database, userId: string): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("workflow_runs")
    .select(["status", "error"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ status, error }) => `${status} ${error ?? ""}`);
}

/** Remembers that servers ended at a run, each at it alone. */
async function addEnds(database: Database, run_id: string, count: number): Promise<void> {
  const user_id = run_id.split("-", 1).join("");
  const rows = Array.from({ length: count }, (_, index) => ({
    run_id,
    server: `${run_id}-server-${index}`,
    user_id,
    ended_at: databaseTime(database),
  }));
  await database.query.insertInto("workflow_ends").values(rows).execute();
}

/** Lets an hour pass since servers ended. */
async function letAnHourPass(database: Database): Promise<void> {
  const then = databaseTime(database, -3_600_000);
  await sql`update workflow_ends set ended_at = ${then}`.execute(database.query);
  await database.query
    .updateTable("workflow_runs")
    .set({ lease_until: MOMENT })
    .where("status", "=", "running")
    .where("claimed_by", "is", null)
    .execute();
}

/** All that is not over waits for longer than half an hour. */
async function hasNothingToDo(database: Database): Promise<boolean> {
  const due = database.query
    .selectFrom("workflow_runs")
    .select("id")
    .where("status", "=", "running")
    .where(sql<boolean>`coalesce(lease_until, '') < ${databaseTime(database, 1_800_000)}`);
  return (await due.limit(1).executeTakeFirst()) === undefined;
}

describeOnDatabases("runs at which servers end", ({ open }) => {
  it.each([
    [1, 0],
    [2, 0.25],
    [3, 1],
    [6, 64],
    [9, 3600],
    [20, 3600],
  ])(
    "[BX-14] given up at %i servers let all of their user wait for %d seconds",
    async (servers, seconds) => {
      const database = await open();
      const { query } = database;
      await addUser(database, "mallory");
      const journal = createJournal({ database, clock: systemClock });
      for (let index = 0; index < 3; index += 1) await journal.create(runOf("mallory", index));
      await query
        .updateTable("workflow_runs")
        .set({ attempts: 1, claimed_by: "dead" })
        .where("id", "=", "mallory-0")
        .execute();
      await query
        .updateTable("workflow_runs")
        .set({ status: "failed", attempts: 3 })
        .where("id", "=", "mallory-2")
        .execute();
      await addEnds(database, "mallory-2", servers);
      const moment = async (ms: number): Promise<string> => {
        const { now } = await query
          .selectNoFrom(databaseTime(database, ms).as("now"))
          .executeTakeFirstOrThrow();
        return now;
      };
      const earliest = await moment(seconds * 1000);
      await journal.releaseDead("dead");
      const latest = await moment(seconds * 1000);
      const rows = await query
        .selectFrom("workflow_runs")
        .select(["lease_until", "claimed_by"])
        .where("status", "=", "running")
        .execute();
      expect(rows).toHaveLength(2);
      for (const { lease_until, claimed_by } of rows) {
        expect(claimed_by).toBe(null);
        if (seconds === 0) expect(lease_until).toBe(null);
        else
          expect([earliest <= String(lease_until), String(lease_until) <= latest]).toEqual([
            true,
            true,
          ]);
      }
    },
  );

  it("[BX-14] neither stop nor give up work where servers are killed often", async () => {
    const database = await open();
    await addUser(database, "ada");
    let isKilled = true;
    let time = 0;
    const servers = createServers(
      database,
      () => isKilled,
      () => time,
    );
    for (let index = 0; index < 12; index += 1) {
      const server = await servers.start();
      // It may have died at an older one before.
      void server.engine.start(runOf("ada", index));
      await until("it is dead", () => !server.isAlive());
    }
    isKilled = false;
    const { engine } = await servers.start();
    const owner = String(engine.owner());
    await until("it has taken what the others had", async () => {
      const rows = database.query.selectFrom("workflow_runs").select("id");
      return (await rows.where("claimed_by", "!=", owner).execute()).length === 0;
    });
    time += 60_000;
    await letAnHourPass(database);
    await until("all have ended", () => hasNothingToDo(database));
    await engine.close(0);
    const states = await statesOf(database, "ada");
    expect(states).toEqual(states.map(() => "completed "));
    expect(states.length).toBeGreaterThan(5);
    expect(await database.query.selectFrom("workflow_pauses").selectAll().execute()).toEqual([]);
  });

  it("[BX-14] end one server in an hour where several of their user were given up", async () => {
    const database = await open();
    for (const id of ["ada", "mallory"]) await addUser(database, id);
    const journal = createJournal({ database, clock: systemClock });
    for (let index = 0; index < 20; index += 1) await journal.create(runOf("mallory", index));
    for (let index = 0; index < 3; index += 1) await journal.create(runOf("ada", index));
    await database.query
      .updateTable("workflow_runs")
      .set({ status: "failed", attempts: 3, finished_at: databaseTime(database, 0) })
      .where("id", "in", GIVEN_UP)
      .execute();
    for (const run of GIVEN_UP) await addEnds(database, run, 2);
    const servers = createServers(database, ({ userId }) => userId === "mallory");
    const serve = async (): Promise<void> => {
      for (let isAlive = false; !isAlive;) {
        const server = await servers.start();
        const hasServed = () => !server.isAlive() || hasNothingToDo(database);
        await until("it is dead or has nothing left to do", hasServed);
        isAlive = server.isAlive();
        if (isAlive) await server.engine.close(0);
      }
    };
    await serve();
    expect(servers.deaths()).toBe(1);
    expect(await statesOf(database, "ada")).toEqual(Array(3).fill("completed "));
    await letAnHourPass(database);
    await serve();
    expect(servers.deaths()).toBe(2);
    expect(await statesOf(database, "mallory")).toEqual([
      ...Array<string>(5).fill("failed "),
      ...Array<string>(15).fill("running "),
    ]);
  });

  it("[BX-14] end a few servers where their user starts a new one each time, and deletes the last", async () => {
    const database = await open();
    await addUser(database, "mallory");
    const servers = createServers(database, () => true);
    let refused: unknown;
    for (let index = 0; index < 12 && refused === undefined; index += 1) {
      await database.query.updateTable("workflow_runs").set({ wants_cancel: 1 }).execute();
      const server = await servers.start();
      await until("the last one has ended", () => hasNothingToDo(database));
      await database.query.deleteFrom("workflow_runs").execute();
      refused = await server.engine.start(runOf("mallory", index)).catch((error: unknown) => error);
      if (refused === undefined) await until("it is dead", () => !server.isAlive());
      else await server.engine.close(0);
    }
    // The sixth lets them wait for 16 seconds, the eighth for four minutes.
    expect(servers.deaths()).toBeLessThan(9);
    expect(refused).toMatchObject({ diagnostic: { code: "workflow/paused" } });
    expect(String(refused)).toContain("Servers ended while runs of yours were at work");
    expect(await statesOf(database, "mallory")).toEqual([]);
  });

  it("[BX-14] speak against nobody whose run goes on afterwards", async () => {
    const database = await open();
    await addUser(database, "ada");
    const journal = createJournal({ database, clock: systemClock });
    for (let index = 0; index < 5; index += 1) {
      await journal.create(runOf("ada", index), { owner: `server-${index}`, leaseMs: 60_000 });
      await journal.releaseDead(`server-${index}`);
      const { engine } = await createServers(database, () => false).start();
      await until("it is done", async () =>
        (await statesOf(database, "ada")).every((state) => state === "completed "),
      );
      await engine.close(0);
    }
    expect(await database.query.selectFrom("workflow_ends").selectAll().execute()).toEqual([]);
  });

  it("[BX-14] that wait say so, until when and why", async () => {
    const database = await open();
    await addUser(database, "mallory");
    const user = { id: "mallory", role: "user" } as User;
    const journal = createJournal({ database, clock: systemClock });
    await journal.create(runOf("mallory", 0));
    const read = async () => await findExecution({ database }, user, "mallory-0");
    expect(await read()).toMatchObject({ status: "running", pause: null });
    await database.query
      .updateTable("workflow_runs")
      .set({ attempts: 2, claimed_by: "dead" })
      .execute();
    await addEnds(database, "mallory-deleted", 6);
    await journal.releaseDead("dead");
    const { pause } = await read();
    expect(pause?.reason).toContain("Servers ended while runs of yours were at work");
    expect(Date.parse(pause?.until ?? "")).toBeGreaterThan(Date.now());
    expect(await journal.reopen("mallory-0").catch(String)).toContain("Servers ended");
  });

  it("[BX-14] wait for a time of service where several users are suspected", async () => {
    const database = await open();
    const journal = createJournal({ database, clock: systemClock });
    for (const id of ["ada", "bob", "eve"]) {
      await addUser(database, id);
      await journal.create(runOf(id, 0));
    }
    await database.query
      .updateTable("workflow_runs")
      .set({ attempts: 2 })
      .where("user_id", "!=", "ada")
      .execute();
    for (const run of ["bob-0", "eve-0"]) await addEnds(database, run, 2);
    let time = 0;
    const servers = createServers(
      database,
      () => false,
      () => time,
    );
    const { engine } = await servers.start();
    const isServed = async (): Promise<boolean> =>
      (await statesOf(database, "ada")).every((state) => state === "completed ");
    await until("the others are served", isServed);
    await journal.create(runOf("ada", 1));
    await until("they are served once more", isServed);
    expect(await statesOf(database, "bob")).toEqual(["running "]);
    await letAnHourPass(database);
    await journal.create(runOf("ada", 2));
    await until("the server itself has lived for too short a time", isServed);
    expect(await statesOf(database, "bob")).toEqual(["running "]);
    time += 60_000;
    await letAnHourPass(database);
    await until("all have ended", () => hasNothingToDo(database));
    await engine.close(0);
  });
});
