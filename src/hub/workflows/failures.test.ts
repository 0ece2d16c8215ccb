/** What comes of a failure: another attempt, the edges for errors, or the end; and who may go on with a run. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { readGraph } from "../../run/workflow/index.ts";
import { openDatabase } from "../data/index.ts";
import { createJournal } from "./journal.ts";

/** A minute before all others. */
const AHEAD = { ...systemClock, now: () => systemClock.now() + 60_000 };

interface Asked {
  readonly path: string;
  readonly key: string;
}

const asked: Asked[] = [];
let statuses: number[] = [];
let held: Promise<void> | undefined;

/** Answers with the next status, and with 200 once there is none left. */
async function answer(request: IncomingMessage): Promise<number> {
  asked.push({ path: request.url ?? "", key: String(request.headers["idempotency-key"]) });
  await held;
  return statuses.shift() ?? 200;
}

const server = createServer((request, response) => {
  void answer(request).then((status) => response.writeHead(status).end(`status ${status}`));
});
let url = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
beforeEach(() => {
  asked.length = 0;
  statuses = [];
  held = undefined;
});

const start = { id: "start", type: "start" };
const end = { id: "end", type: "end" };
const KEY = { "Idempotency-Key": "{{run.id}}/{{run.node}} {{run.attempt}}" };

/** Asks the server once, and goes where its data says. */
function asking(data: object, more: { nodes?: object[]; edges?: object[] } = {}): object {
  const ask = { id: "ask", type: "http", data: { url: `${url}/ask`, headers: KEY, ...data } };
  return {
    nodes: [start, ask, end, ...(more.nodes ?? [])],
    edges: [
      { source: "start", target: "ask" },
      { source: "ask", target: "end" },
      ...(more.edges ?? []),
    ],
  };
}

interface Made {
  readonly token: string;
  readonly path: string;
  readonly workflowId: string;
}

async function make({ send, join }: Platform, graph_data: object): Promise<Made> {
  const token = await join("ada@example.org");
  const body = { name: "w", graph_data };
  const { json, text, status } = await send("POST", "/api/v1/workflows", { token, body });
  expect(status, text).toBe(201);
  const workflowId = (json as { readonly id: string }).id;
  return { token, workflowId, path: `/api/v1/workflows/${workflowId}/execute` };
}

describeOnDatabases("a node that fails", ({ newAddress }) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of ends.splice(0).toReversed()) await one();
  });

  async function replica(
    address: string,
    { clock = systemClock, isWatching = true, pollMs = 20 } = {},
  ): Promise<Platform> {
    const database = await openDatabase({ address });
    ends.push(() => database.close());
    const http = { allowPrivate: ["127.0.0.1"] };
    const workflows = { address, pollMs, http, random: () => 0 };
    const platform = await createPlatform({ database, clock, workflows });
    ends.push(() => platform.ports.workflows.engine.close(0));
    if (isWatching) platform.ports.workflows.engine.begin();
    return platform;
  }

  async function tell(graph_data: object): Promise<readonly [string, unknown][]> {
    const platform = await replica(await newAddress());
    const { token, path } = await make(platform, graph_data);
    const { text } = await platform.send("POST", path, { token, body: { input: "Hi" } });
    return eventsOf(text).map(({ event, data }) => [event, data]);
  }

  it("is a request that the server refuses, and ends the run", async () => {
    statuses = [500];
    const error = "HTTP request failed: the server answered with status 500";
    expect((await tell(asking({}))).slice(-3)).toEqual([
      ["node_error", { node_id: "ask", error, status_code: 500 }],
      ["workflow_error", { error }],
      ["done", { status: "error", message: error }],
    ]);
  });

  it("takes the edges for errors, with what the server said", async () => {
    statuses = [503];
    const edges = [{ source: "ask", target: "sorry", sourceHandle: "error" }];
    const nodes = [
      {
        id: "sorry",
        type: "condition",
        data: { expression: "{{ask.status_code}} === 503 && {{ask.error}} contains '503'" },
      },
    ];
    const events = await tell(asking({ onError: "branch" }, { nodes, edges }));
    const error = "HTTP request failed: the server answered with status 503";
    expect(events).toContainEqual([
      "node_error",
      { node_id: "ask", error, status_code: 503, handled: true },
    ]);
    expect(events).toContainEqual([
      "thought",
      expect.objectContaining({ node_id: "sorry", branch: "true" }),
    ]);
    expect(events.map(([, data]) => data)).not.toContainEqual({
      node_id: "end",
      node_type: "end",
    });
    expect(events.at(-2)).toEqual([
      "workflow_complete",
      { final_output: { error, status_code: 503, output: "status 503" } },
    ]);
  });

  it("gives conditions the status where any status is an answer", async () => {
    statuses = [404];
    const edges = [{ source: "ask", target: "check" }];
    const nodes = [
      { id: "check", type: "condition", data: { expression: "ask.status_code >= 400" } },
    ];
    const events = await tell(asking({ failOnStatus: false }, { nodes, edges }));
    expect(events).toContainEqual(["thought", expect.objectContaining({ branch: "true" })]);
  });

  it("is tried again with a key that names the run, and told each time", async () => {
    statuses = [500, 502];
    const events = await tell(asking({ retries: 2, retrySeconds: 0 }));
    const [first] = events;
    const { execution_id: run } = (first?.[1] ?? {}) as { readonly execution_id: string };
    expect(asked.map(({ key }) => key)).toEqual([`${run}/ask 1`, `${run}/ask 2`, `${run}/ask 3`]);
    expect(events.filter(([kind]) => kind === "node_retry").map(([, data]) => data)).toEqual([
      {
        node_id: "ask",
        error: "HTTP request failed: the server answered with status 500",
        attempt: 2,
        delay_seconds: 0,
      },
      {
        node_id: "ask",
        error: "HTTP request failed: the server answered with status 502",
        attempt: 3,
        delay_seconds: 0,
      },
    ]);
    expect(events.at(-2)).toEqual(["workflow_complete", { final_output: "status 200" }]);
  });

  it("fails the run after its last attempt, and begins with the first when it is resumed", async () => {
    statuses = [500, 500, 500];
    const platform = await replica(await newAddress());
    const { token, path } = await make(platform, asking({ retries: 1, retrySeconds: 0 }));
    const run = await platform.send("POST", path, { token, body: { input: "Hi" } });
    const id = run.headers.get("x-execution-id") ?? "";
    expect(eventsOf(run.text).at(-1)?.data).toMatchObject({ status: "error" });
    expect(asked).toHaveLength(2);
    const again = `/api/v1/workflows/executions/${id}/resume`;
    const { text } = await platform.send("POST", again, { token, body: {} });
    expect(asked.map(({ key }) => key.slice(-1))).toEqual(["1", "2", "1", "2"]);
    expect(eventsOf(text).at(-1)?.data).toMatchObject({ status: "success" });
  });

  it("goes on with its next attempt on another server", async () => {
    statuses = [500];
    const address = await newAddress();
    const first = await replica(address, { isWatching: false });
    // The pause is half of that here.
    const { token, path } = await make(first, asking({ retries: 1, retrySeconds: 1 }));
    const response = await first.fetch(
      new Request(`http://platform.test${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ input: "Hi" }),
      }),
    );
    await response.body?.cancel();
    await until("it has failed once", () => asked.length === 1);
    await first.ports.workflows.engine.close(0);
    const second = await replica(address);
    const id = response.headers.get("x-execution-id") ?? "";
    const status = async (): Promise<unknown> =>
      (await second.send("GET", `/api/v1/workflows/executions/${id}`, { token })).json;
    await until("it is done", async () => {
      const { status: now } = (await status()) as { readonly status: string };
      return now === "completed";
    });
    expect(asked.map(({ key }) => key)).toEqual([`${id}/ask 1`, `${id}/ask 2`]);
  });

  it("fails when it has no time left", async () => {
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const events = await tell(asking({ limitSeconds: 1, onError: "branch" }));
    gate.resolve();
    expect(events).toContainEqual([
      "node_error",
      { node_id: "ask", error: "Node took longer than its limit of 1 s", handled: true },
    ]);
  });

  it("is not what a server with a fast clock takes others' nodes for", async () => {
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const address = await newAddress();
    const first = await replica(address, { isWatching: false });
    const { token, path, workflowId } = await make(first, asking({}));
    const user = (await first.send("GET", "/api/v1/auth/me", { token })).json;
    const userId = (user as { readonly id: string }).id;
    const running = first.send("POST", path, { token, body: { input: "Hi" } });
    await until("the request was sent", () => asked.length === 1);
    const ahead = await replica(address, { clock: AHEAD });
    // Nobody but the second server takes these; with the last one done, it has looked at everything.
    for (const id of ["one", "two"]) {
      const nodes = [start, end];
      const graph = readGraph({ nodes, edges: [{ source: "start", target: "end" }] });
      const journal = createJournal({ database: ahead.ports.database, clock: systemClock });
      await journal.create({ id, workflowId, workflowName: "w", userId, graph, input: "x" });
      await until(`${id} is done`, async () => {
        const { json } = await ahead.send("GET", `/api/v1/workflows/executions/${id}`, { token });
        return (json as { readonly status: string }).status === "completed";
      });
    }
    gate.resolve();
    expect(eventsOf((await running).text).at(-1)?.data).toMatchObject({ status: "success" });
    expect(asked).toHaveLength(1);
  });

  it("[BX-14] is given up where the engine itself fails at it three times, and can be resumed", async () => {
    const address = await newAddress();
    const database = await openDatabase({ address });
    ends.push(() => database.close());
    let tries = 0;
    let isBroken = true;
    const allowsNow = (kind: "http" | "code"): Promise<boolean> => {
      if (kind === "http") tries += 1;
      return isBroken ? Promise.reject(new Error("It is broken.")) : Promise.resolve(true);
    };
    const http = { allowPrivate: ["127.0.0.1"] };
    const workflows = { address, pollMs: 5, leaseMs: 50, http, allowsNow };
    const platform = await createPlatform({ database, workflows });
    const { engine } = platform.ports.workflows;
    ends.push(() => engine.close(0));
    engine.begin();
    const { token, path } = await make(platform, asking({}));
    const run = await platform.send("POST", path, { token, body: { input: "Hi" } });
    expect(eventsOf(run.text).at(-1)?.data).toMatchObject({
      status: "error",
      message: expect.stringMatching(/given up.+3 times/u),
    });
    expect(tries).toBe(3);
    const id = run.headers.get("x-execution-id") ?? "";
    const detail = await platform.send("GET", `/api/v1/workflows/executions/${id}`, { token });
    expect(detail.json).toMatchObject({ status: "failed", attempts: 3 });
    isBroken = false;
    const again = `/api/v1/workflows/executions/${id}/resume`;
    const { text } = await platform.send("POST", again, { token, body: {} });
    expect(eventsOf(text).at(-1)?.data).toMatchObject({ status: "success" });
  });
});
