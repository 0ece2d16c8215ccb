/** The servers that share the runs of one database, in one process, and the graphs that they run. */
import type { User } from "../../src/hub/accounts/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import { createSignal } from "../../src/hub/workflows/signal.ts";
import type { WorkflowPorts } from "../../src/hub/workflows/index.ts";
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

const MOMENT = "2026-01-01T00:00:00.000Z";

export interface Replica {
  readonly engine: WorkflowEngine;
  readonly kill: () => void;
  /** How often it has looked for work. */
  readonly looks: () => number;
  /** How often it has written what a run did. */
  readonly writes: () => number;
}

export interface Server {
  /** What a node asks for; it may end the server that asks. */
  readonly request: (path: string, kill: () => void) => Promise<number>;
  readonly dieAt?: { readonly write: number; readonly when: "before" | "after" };
  readonly skewMs?: number;
}

/** Whoever has the runs of that name. */
export function userNamed(id: string): User {
  return {
    id,
    email: `${id}@example.org`,
    role: "user",
    isActive: true,
    createdAt: MOMENT,
  };
}

/** The servers of one database, in one process; one that was killed never does anything again. */
export class House {
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

  /** What those need who ask about runs, at one server. */
  portsOf({ engine }: Replica): WorkflowPorts {
    return { database: this.database, clock: systemClock, engine, bell: createSignal() };
  }

  async start(
    { engine }: Replica,
    id: string,
    graph: GraphData,
    userId: string = id,
  ): Promise<void> {
    await this.#addUser(userId);
    const run = { id, workflowId: userId, workflowName: "w", userId, input: "in" };
    await engine.start({ ...run, graph: readGraph(graph) });
  }

  async #addUser(id: string): Promise<void> {
    const { query } = this.database;
    const { email, role } = userNamed(id);
    await query
      .insertInto("users")
      .values({ id, email, password_hash: "", role, is_active: 1, created_at: MOMENT })
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

  async kindsOf(id: string): Promise<readonly string[]> {
    return (await this.eventsOf(id)).map(({ kind }) => kind);
  }

  /** What nodes wait for, or what was answered. */
  async waits(): Promise<readonly string[]> {
    const rows = await this.database.query
      .selectFrom("workflow_waits")
      .select(["waits_for", "decision"])
      .execute();
    return rows.map(({ waits_for, decision }) => decision ?? waits_for);
  }

  async change(workflowId: string, graph: GraphData): Promise<void> {
    await this.database.query
      .updateTable("workflows")
      .set({ graph: JSON.stringify(graph), version: 2 })
      .where("id", "=", workflowId)
      .execute();
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
export function graphOf(
  edges: readonly (readonly [string, string])[],
  more: readonly object[] = [],
): GraphData {
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
export const FORKED: GraphData = graphOf([
  ["start", "a"],
  ["start", "b"],
  ["a", "c"],
  ["c", "d"],
  ["b", "d"],
  ["d", "end"],
]);
export const NODES: readonly string[] = ["start", "a", "b", "c", "d", "end"];

export function waiting(seconds: number): GraphData {
  return graphOf(
    [
      ["start", "wait"],
      ["wait", "a"],
      ["a", "end"],
    ],
    [{ id: "wait", type: "wait", data: { seconds } }],
  );
}

export const fine = (): Promise<number> => Promise.resolve(200);

export function times(list: readonly string[], wanted: string): number {
  return list.filter((one) => one === wanted).length;
}

/** Asks a person before it goes on to a node. */
export function asking(next: string): GraphData {
  return graphOf(
    [
      ["start", "ask"],
      ["ask", next],
      [next, "end"],
    ],
    [{ id: "ask", type: "approval", data: { message: "Go on?" } }],
  );
}
