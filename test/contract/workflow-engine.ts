/** What an engine of workflows promises to those who run them on several servers, whatever keeps the runs. */
import { expect, it } from "vitest";
import type { Database } from "../../src/hub/data/index.ts";
import { type Clock, systemClock } from "../../src/platform/machine/index.ts";
import {
  type GraphData,
  type NodePorts,
  readGraph,
  type WorkflowEngine,
} from "../../src/run/workflow/index.ts";
import { until } from "../support/wait.ts";

export interface ReplicaOptions {
  readonly owner: string;
  readonly clock: Clock;
  readonly portsFor: () => Promise<NodePorts>;
  readonly isGone: (owner: string) => boolean;
  /** Called around everything that the engine asks of its store; what never settles is a server that has died. */
  readonly around: <T>(kind: string, work: () => Promise<T>) => Promise<T>;
}

export interface EngineMaker {
  readonly open: () => Promise<Database>;
  readonly openReplica: (database: Database, options: ReplicaOptions) => Promise<WorkflowEngine>;
}

const MINUTES = 60_000;
const SKEWS = [10 * MINUTES, 0, -10 * MINUTES, 10 * MINUTES];
const MOMENT = "2026-01-01T00:00:00.000Z";

interface Replica {
  readonly engine: WorkflowEngine;
  readonly kill: () => void;
  /** How often it has looked for work. */
  readonly looks: () => number;
  /** How often it has written what a run did. */
  readonly writes: () => number;
}

interface Server {
  /** What a node asks for; it may end the server that asks. */
  readonly request: (path: string, kill: () => void) => Promise<number>;
  readonly dieAt?: { readonly write: number; readonly when: "before" | "after" };
  readonly skewMs?: number;
}

/** The servers of one database, in one process; one that was killed never does anything again. */
class House {
  readonly asked: string[] = [];
  readonly database: Database;
  readonly #maker: EngineMaker;
  readonly #dead = new Set<string>();
  readonly #engines: WorkflowEngine[] = [];
  #count = 0;

  constructor(maker: EngineMaker, database: Database) {
    this.#maker = maker;
    this.database = database;
  }

  async open({ request, dieAt, skewMs = 0 }: Server): Promise<Replica> {
    this.#count += 1;
    const owner = `server-${this.#count}`;
    const counts = { looks: 0, writes: 0 };
    const kill = (): void => void this.#dead.add(owner);
    const alive = <T>(work: () => Promise<T>): Promise<T> =>
      this.#dead.has(owner) ? new Promise<T>(() => {}) : work();
    const clock = { ...systemClock, now: () => systemClock.now() + skewMs };
    const ask: NonNullable<NodePorts["request"]> = ({ url, signal }) =>
      alive(async () => {
        const path = new URL(url).pathname;
        this.asked.push(path);
        const ended = new Promise<number>((settle) => {
          signal.addEventListener("abort", () => {
            settle(499);
          });
        });
        const status = await Promise.race([request(path, kill), ended]);
        return await alive(() =>
          Promise.resolve({ kind: "answered", status, text: path } as const),
        );
      });
    // All that the nodes of these graphs use.
    const ports = { clock, confirm: () => Promise.resolve(), request: ask } as unknown as NodePorts;
    const engine = await this.#maker.openReplica(this.database, {
      owner,
      clock,
      portsFor: () => alive(() => Promise.resolve(ports)),
      isGone: (other) => this.#dead.has(other),
      around: async (kind, work) => {
        if (kind === "claim") counts.looks += 1;
        if (kind !== "record") return await alive(work);
        counts.writes += 1;
        const isLast = counts.writes === dieAt?.write;
        if (isLast && dieAt?.when === "before") kill();
        const result = await alive(work);
        if (isLast) kill();
        return await alive(() => Promise.resolve(result));
      },
    });
    // One that is to die works on its own run alone, or it would break others off.
    if (dieAt === undefined) engine.begin();
    this.#engines.push(engine);
    return { engine, kill, looks: () => counts.looks, writes: () => counts.writes };
  }

  async start({ engine }: Replica, id: string, graph: GraphData, userId = id): Promise<void> {
    await this.#addUser(userId);
    const run = { id, workflowId: userId, workflowName: "w", userId, input: "in" };
    await engine.start({ ...run, graph: readGraph(graph) });
  }

  async #addUser(id: string): Promise<void> {
    const { query } = this.database;
    const email = `${id}@example.org`;
    await query
      .insertInto("users")
      .values({ id, email, password_hash: "", role: "user", is_active: 1, created_at: MOMENT })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const dates = { created_at: MOMENT, updated_at: MOMENT };
    const texts = { owner_id: id, name: id, description: null, graph: "{}", size: 2, version: 1 };
    await query
      .insertInto("workflows")
      .values({ id, ...texts, ...dates })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async stateOf(id: string): Promise<string> {
    const row = await this.database.query
      .selectFrom("workflow_runs")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.status;
  }

  async eventsOf(id: string): Promise<readonly { readonly kind: string; readonly at: number }[]> {
    const rows = await this.database.query
      .selectFrom("workflow_events")
      .select(["kind", "position", "data"])
      .where("run_id", "=", id)
      .orderBy("position")
      .execute();
    return rows.map(({ kind, position, data }) => {
      const { node_id: node } = JSON.parse(data) as { readonly node_id?: string };
      return { kind: node === undefined ? kind : `${kind} ${node}`, at: position };
    });
  }

  async ended(...ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await until(`${id} has ended`, async () => (await this.stateOf(id)) !== "running", 30_000);
  }

  async close(): Promise<void> {
    for (const engine of this.#engines) {
      // One that is dead waits for answers that never come.
      if (!this.#dead.has(engine.owner() ?? "")) await engine.close(0);
    }
  }
}

/** Nodes that ask a server for their own name, and edges between them. */
function graphOf(edges: readonly (readonly [string, string])[], more: object[] = []): GraphData {
  const known = new Set(["start", "end", ...more.map((node) => (node as { id: string }).id)]);
  const names = new Set(edges.flat().filter((name) => !known.has(name)));
  return {
    nodes: [
      { id: "start", type: "start" },
      ...[...names].map((id) => ({
        id,
        type: "http",
        data: { url: `http://place.test/{{run.id}}/${id}` },
      })),
      ...more.map((node) => ({ ...node })),
      { id: "end", type: "end" },
    ],
    edges: edges.map(([source, target]) => ({ source, target })),
  };
}

/** Two branches that meet. */
const FORKED = graphOf([
  ["start", "a"],
  ["start", "b"],
  ["a", "c"],
  ["c", "d"],
  ["b", "d"],
  ["d", "end"],
]);
const NODES = ["start", "a", "b", "c", "d", "end"];

function waiting(seconds: number): GraphData {
  return graphOf(
    [
      ["start", "wait"],
      ["wait", "a"],
      ["a", "end"],
    ],
    [{ id: "wait", type: "wait", data: { seconds } }],
  );
}

const fine = (): Promise<number> => Promise.resolve(200);

function times(list: readonly string[], wanted: string): number {
  return list.filter((one) => one === wanted).length;
}

export function testWorkflowEngine(maker: EngineMaker): void {
  async function withHouse(work: (house: House) => Promise<void>): Promise<void> {
    const house = new House(maker, await maker.open());
    try {
      await work(house);
    } finally {
      await house.close();
    }
  }

  it("goes on after a crash at any write, and tells every event once, in order", async () => {
    await withHouse(async (house) => {
      const whole = await house.open({ request: fine });
      await house.start(whole, "whole", FORKED);
      await house.ended("whole");
      const last = whole.writes();
      expect(last).toBeGreaterThan(4);
      const cases = [
        ...[1, last].map((write) => ({ id: `before-${write}`, write, when: "before" as const })),
        ...Array.from({ length: last }, (_, index) => index + 1).map((write) => ({
          id: `after-${write}`,
          write,
          when: "after" as const,
        })),
      ];
      await Promise.all(
        cases.map(async ({ id, ...dieAt }) => {
          const first = await house.open({ request: fine, dieAt });
          // It may die before it has said that the run is kept.
          const isDead = until("it is dead", () => first.writes() >= dieAt.write);
          await Promise.race([house.start(first, id, FORKED), isDead]);
        }),
      );
      await house.ended(...cases.map(({ id }) => id));
      for (const { id } of cases) {
        expect(await house.stateOf(id), id).toBe("completed");
        const events = await house.eventsOf(id);
        expect(events.map(({ at }) => at)).toEqual(events.map((_, index) => index + 1));
        const kinds = events.map(({ kind }) => kind);
        for (const node of NODES) expect(times(kinds, `node_complete ${node}`), id).toBe(1);
        expect([times(kinds, "done"), kinds.at(-1)], id).toEqual([1, "done"]);
        // Of two branches each had one node at work at most.
        const calls = house.asked.filter((path) => path.startsWith(`/${id}/`));
        expect(calls.length, id).toBeLessThanOrEqual(6);
      }
    });
  });

  it("gives each run to one of four servers, with clocks that differ by twenty minutes", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string): Promise<number> => {
        if (path.endsWith("/held")) await gate.promise;
        return 200;
      };
      const servers: Replica[] = [];
      for (const skewMs of SKEWS) servers.push(await house.open({ request, skewMs }));
      const held = graphOf([
        ["start", "held"],
        ["held", "end"],
      ]);
      for (const [index, server] of servers.entries()) await house.start(server, `h${index}`, held);
      const ids = Array.from({ length: 12 }, (_, index) => `r${index}`);
      for (const [index, id] of ids.entries())
        await house.start(servers[index % 4] as Replica, id, FORKED);
      await house.ended(...ids);
      const seen = servers.map(({ looks }) => looks());
      await until("all have looked for work again", () =>
        servers.every(({ looks }, index) => looks() > (seen[index] ?? 0) + 3),
      );
      gate.resolve();
      await house.ended("h0", "h1", "h2", "h3");
      expect(house.asked.length).toBe(new Set(house.asked).size);
      expect(house.asked.length).toBe(4 + 12 * 4);
    });
  });

  it("wakes by the clock of the database, after a restart and under other clocks", async () => {
    await withHouse(async (house) => {
      const ahead = await house.open({ request: fine, skewMs: 10 * MINUTES });
      await house.start(ahead, "short", waiting(0.3));
      await house.start(ahead, "long", waiting(300));
      await until("both wait", async () => {
        const rows = await house.database.query
          .selectFrom("workflow_waits")
          .select("run_id")
          .execute();
        return rows.length === 2;
      });
      ahead.kill();
      const behind = await house.open({ request: fine, skewMs: -10 * MINUTES });
      await house.ended("short");
      const early = await house.open({ request: fine, skewMs: 10 * MINUTES });
      await until("both have looked", () => early.looks() > 3 && behind.looks() > 3);
      expect(house.asked).toEqual(["/short/a"]);
      expect(await house.stateOf("long")).toBe("running");
    });
  });

  it("gives up what ends its server three times, and nothing that worked beside it", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string, kill: () => void): Promise<number> => {
        if (path === "/deadly/a") {
          kill();
          gate.resolve();
        } else if (path.endsWith("/a")) await gate.promise;
        return 200;
      };
      const first = await house.open({ request });
      const ids = ["i0", "i1", "i2"];
      for (const id of ids) await house.start(first, id, FORKED);
      await house.start(first, "deadly", FORKED);
      for (let server = 0; server < 3; server += 1) await house.open({ request });
      await house.ended("deadly", ...ids);
      expect(times(house.asked, "/deadly/a")).toBe(3);
      expect(await house.stateOf("deadly")).toBe("failed");
      for (const id of ids) expect(await house.stateOf(id)).toBe("completed");
    });
  });

  it("resumes at the node that failed, and cancels, from another server", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      let isBroken = true;
      const request = async (path: string): Promise<number> => {
        if (path === "/held/c") await gate.promise;
        return path.endsWith("/d") && isBroken ? 500 : 200;
      };
      const first = await house.open({ request });
      const second = await house.open({ request });
      await house.start(first, "broken", FORKED);
      await house.ended("broken");
      expect(await house.stateOf("broken")).toBe("failed");
      isBroken = false;
      expect(await second.engine.resume("broken")).toBe(true);
      await house.ended("broken");
      expect(await house.stateOf("broken")).toBe("completed");
      const calls = NODES.map((node) => times(house.asked, `/broken/${node}`));
      expect(calls).toEqual([0, 1, 1, 1, 2, 0]);
      await house.start(first, "held", FORKED);
      await until("it is at work", () => house.asked.includes("/held/c"));
      expect(await second.engine.cancel("held")).toBe(true);
      await house.ended("held");
      expect(await house.stateOf("held")).toBe("cancelled");
      gate.resolve();
      expect(house.asked).not.toContain("/held/d");
      expect(await second.engine.cancel("held")).toBe(false);
    });
  });
}
