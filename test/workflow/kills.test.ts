/**
 * A workflow of a shop on the server that people start: webhook and schedule begin it, a request that fails first is tried
 * again, a loop runs a workflow three times, a person approves. The server is killed at random moments all the while.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { type KillableServer, randomFrom, useKillable } from "../support/killable.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";

const KILLS = process.env["SKILLWRIGHT_LONG"] === "1" ? 20 : 3;
const ORDERS_A_LIFE = 3;
/** The longest that a server lives before it is killed: some have just begun, others are in the midst of runs. */
const LONGEST_LIFE_MS = 1500;
const ROUNDS = 3;
/** A schedule that has ten runs open passes its next time over. */
const MOST_DUE = 9;
const PASSWORD = "correct horse battery staple";
const KEY = { "Idempotency-Key": "{{run.id}}/{{run.node}}" };

const { start, newFolder, atEnd } = useKillable();

interface Shop {
  readonly url: string;
  /** How often each key was sent, by path. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Answers the first request of every order with 503, and counts what it is asked. */
async function openShop(random: (below: number) => number): Promise<Shop> {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += piece.toString();
    });
    request.on("end", () => {
      const call = `${request.url ?? ""} ${String(request.headers["idempotency-key"])}`;
      const times = (calls.get(call) ?? 0) + 1;
      calls.set(call, times);
      setTimeout(() => {
        if (request.url === "/reserve" && times === 1) response.writeHead(503).end();
        else response.end(JSON.stringify({ next: `${Number(body) + 1}` }));
      }, random(60));
    });
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((settle) => server.close(settle));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

interface NodeSpec {
  readonly id: string;
  readonly type: string;
  readonly data?: object;
}

function chain(nodes: readonly NodeSpec[]): object {
  return {
    nodes,
    edges: nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id })),
  };
}

function packing({ url }: Shop): object {
  const data = { method: "POST", url: `${url}/pack`, headers: KEY, body: "{{input}}" };
  return chain([
    { id: "start", type: "start" },
    {
      id: "pack",
      type: "http",
      data: { ...data, responsePath: "next", retries: 3, retrySeconds: 0 },
    },
    { id: "end", type: "end" },
  ]);
}

function ordering({ url }: Shop, packs: string): object {
  const post = { method: "POST", headers: KEY, body: "0" };
  return chain([
    { id: "start", type: "start" },
    {
      id: "reserve",
      type: "http",
      data: { ...post, url: `${url}/reserve`, responsePath: "next", retries: 5, retrySeconds: 0.2 },
    },
    {
      id: "pack",
      type: "loop",
      data: { workflow: packs, until: `{{round.output}} === '${ROUNDS + 1}'`, maxRounds: 9 },
    },
    { id: "agree", type: "approval", data: { message: "Send it?" } },
    {
      id: "send",
      type: "http",
      data: { ...post, url: `${url}/send`, retries: 5, retrySeconds: 0.2 },
    },
    { id: "end", type: "end" },
  ]);
}

/** What answers have that is read here; each has some of it. */
interface Answer {
  readonly token: string;
  readonly id: string;
  readonly url: string;
  readonly execution_id: string;
  readonly items: readonly { readonly execution_id: string; readonly node_id: string }[];
}

/** A server that dies again and again, and whoever uses it: what was not answered is sent again. */
class Patient {
  #server: Promise<KillableServer>;
  readonly #begin: () => Promise<KillableServer>;
  #token: string | undefined;

  constructor(begin: () => Promise<KillableServer>) {
    this.#begin = begin;
    this.#server = begin();
  }

  async ready(): Promise<KillableServer> {
    return await this.#server;
  }

  async killAndRestart(): Promise<void> {
    await (await this.#server).kill();
    this.#server = this.#begin();
    await this.#server;
  }

  /** The first answer that a server gives. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly json: Answer }> {
    for (;;) {
      const { url } = await this.#server;
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            ...headers,
            ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        // A server that has just begun may still be at what the last one left.
        if (response.status === 503) continue;
        return { status: response.status, json: JSON.parse(text === "" ? "{}" : text) as Answer };
      } catch {
        await new Promise(setImmediate);
      }
    }
  }

  async logIn(): Promise<void> {
    const body = { email: "admin@skillwright.local", password: PASSWORD };
    const { json } = await this.send("POST", "/api/v1/auth/login", body);
    this.#token = json.token;
  }
}

/** Says yes to everything that is asked, until it is stopped. */
function approveAll(server: Patient): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const statuses: number[] = [];
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const { json } = await server.send("GET", "/api/v1/workflows/approvals");
      for (const { execution_id: run, node_id: node } of json.items) {
        const path = `/api/v1/workflows/executions/${run}/approvals/${node}`;
        statuses.push((await server.send("POST", path, { approved: true })).status);
      }
      await new Promise((settle) => setTimeout(settle, 50));
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await work;
      // 409: the answer before was kept, and nobody was left to say so.
      for (const status of statuses) expect([204, 409]).toContain(status);
    },
  };
}

/** Makes a time of the schedule due that no other was; false while the last one is still waiting. */
async function makeDue({ query }: Database, trigger: string, number: number): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await query
    .updateTable("workflow_triggers")
    .set({ next_at: new Date(now - 60_000 + number).toISOString() })
    .where("id", "=", trigger)
    .where("next_at", ">", new Date(now).toISOString())
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

async function checkRuns(
  { query }: Database,
  workflow: string,
  runs: number,
): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("workflow_runs")
    .select(["id", "status", "error"])
    .where("workflow_id", "=", workflow)
    .execute();
  expect(rows.map(({ status, error }) => [status, error])).toEqual(
    Array.from({ length: runs }, () => ["completed", null]),
  );
  for (const { id } of rows) {
    const events = await query
      .selectFrom("workflow_events")
      .select(["position", "kind", "data"])
      .where("run_id", "=", id)
      .orderBy("position")
      .execute();
    expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
    const ended = events.filter(({ kind }) => kind === "node_complete");
    const nodes = ended.map(
      ({ data }) => (JSON.parse(data) as { readonly node_id: string }).node_id,
    );
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(events.filter(({ kind }) => kind === "done")).toHaveLength(1);
  }
  return rows.map(({ id }) => id);
}

describeOnDatabases("a shop whose server is killed at random moments", ({ kind, newAddress }) => {
  it(
    `loses no order, repeats no finished step, and asks once, over ${KILLS} kills`,
    { timeout: 300_000 },
    async () => {
      const random = randomFrom(20_261_118);
      const shop = await openShop(random);
      const folder = await newFolder();
      const address = kind === "postgres" ? await newAddress() : join(folder, "data/state.db");
      const limit = { count: 100_000, seconds: 60 };
      const limits = { workflow: limit, schedule: limit, save: limit };
      const settings = { httpNodes: true, httpPrivate: ["127.0.0.1"], limits };
      await writeFile(join(folder, "settings.json"), JSON.stringify(settings));
      const server = new Patient(() =>
        start(
          [
            join(root, "dist/cli/main.js"),
            "serve",
            "--port",
            "0",
            "--data",
            join(folder, "data"),
            "--settings",
            join(folder, "settings.json"),
          ],
          {
            HOME: folder,
            SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
            DATABASE_URL: kind === "postgres" ? address : "",
          },
        ),
      );
      await server.ready();
      await server.logIn();
      const make = async (name: string, graph_data: object): Promise<string> =>
        (
          await server.send("POST", "/api/v1/workflows", {
            name,
            graph_data,
          })
        ).json.id;
      const packs = await make("packing", packing(shop));
      const orders = await make("ordering", ordering(shop, packs));
      const trigger = async (
        body: object,
      ): Promise<{ readonly id: string; readonly url: string }> =>
        (await server.send("POST", `/api/v1/workflows/${orders}/triggers`, body)).json;
      const hook = new URL((await trigger({ kind: "webhook" })).url).pathname;
      const timed = await trigger({ kind: "schedule", cron: "0 0 1 1 *", input: "restock" });
      const database = await openDatabase({ address });
      atEnd(() => database.close());

      const approving = approveAll(server);
      const asked: Promise<string>[] = [];
      const order = async (key: string): Promise<string> => {
        const headers = { "idempotency-key": key };
        const sent = await server.send("POST", hook, {}, headers);
        expect([200, 202]).toContain(sent.status);
        return sent.json.execution_id;
      };
      let due = 0;
      for (let life = 0; life < KILLS; life += 1) {
        for (let at = 0; at < ORDERS_A_LIFE; at += 1) asked.push(order(`order-${life}-${at}`));
        if (due < MOST_DUE && (await makeDue(database, timed.id, due))) due += 1;
        await new Promise((settle) => setTimeout(settle, random(LONGEST_LIFE_MS)));
        await server.killAndRestart();
      }
      const begun = await Promise.all(asked);
      expect(new Set(begun).size).toBe(KILLS * ORDERS_A_LIFE);
      const runs = begun.length + due;
      await until(
        "all orders have ended",
        async () => {
          const rows = await database.query
            .selectFrom("workflow_runs")
            .select("status")
            .where("workflow_id", "=", orders)
            .execute();
          return rows.length >= runs && rows.every(({ status }) => status !== "running");
        },
        120_000,
      );
      await approving.stop();
      const done = await checkRuns(database, orders, runs);
      await checkRuns(database, packs, runs * ROUNDS);
      // Nothing was done that was not asked for: each step of each run has one key, and no other came.
      const count = (path: string): number =>
        [...shop.calls.keys()].filter((call) => call.startsWith(`${path} `)).length;
      expect([count("/reserve"), count("/pack"), count("/send")]).toEqual([
        runs,
        runs * ROUNDS,
        runs,
      ]);
      for (const run of done) {
        expect(shop.calls.get(`/reserve ${run}/reserve`)).toBeGreaterThanOrEqual(2);
        expect(shop.calls.get(`/send ${run}/send`)).toBeGreaterThanOrEqual(1);
      }
      expect(due).toBeGreaterThan(0);
    },
  );
});
