import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Client } from "pg";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { readGraph, type Claim, type NewRun } from "../../run/workflow/index.ts";
import { type Database, openDatabase } from "../data/index.ts";
import { createJournal } from "./journal.ts";
import { filePresence, postgresPresence } from "./presence.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Good", " day"] });
});

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "one", type: "llm", data: { systemPrompt: "1" } },
    { id: "two", type: "llm", data: { systemPrompt: "2" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "one" },
    { source: "one", target: "two" },
    { source: "two", target: "end" },
  ],
};

async function makeWorkflow(
  { send, join }: Platform,
  graph_data: object = GRAPH,
): Promise<{ readonly token: string; readonly path: string; readonly workflowId: string }> {
  const token = await join("ada@example.org");
  const { json } = await send("POST", "/api/v1/workflows", {
    token,
    body: { name: "w", graph_data },
  });
  const workflowId = (json as { readonly id: string }).id;
  return { token, workflowId, path: `/api/v1/workflows/${workflowId}/execute` };
}

async function statusOf({ send }: Platform, id: string, token: string): Promise<unknown> {
  return (await send("GET", `/api/v1/workflows/executions/${id}`, { token })).json;
}

function systemsSince(count: number): readonly unknown[] {
  return models.requests.slice(count).map(({ body }) => body.messages?.[0]?.content);
}

/** Begins a run, and holds its second node at its last word until it is let go. */
async function heldRun(
  platform: Platform,
): Promise<{ readonly id: string; readonly token: string; readonly release: () => void }> {
  const { token, path } = await makeWorkflow(platform);
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  models.answer(
    { words: ["Good", " day"] },
    {
      words: ["Good", " night"],
      beforeWord: (word) => {
        if (word === 1) asked.resolve();
        return word === 1 ? gate.promise : Promise.resolve();
      },
    },
    { words: ["Once", " more"] },
  );
  const response = await platform.fetch(
    new Request(`http://platform.test${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ input: "Hello" }),
    }),
  );
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await asked.promise;
  const id = response.headers.get("x-execution-id") ?? "";
  return { id, token, release: gate.resolve };
}

describeOnDatabases("durable workflows", ({ kind, newAddress }) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function openAt(address: string): Promise<Database> {
    const database = await openDatabase({ address });
    ends.push(() => database.close());
    return database;
  }

  /** A platform of its own on the database of that address, as another replica has it. */
  async function replica(address: string, isWatching = true): Promise<Platform> {
    const platform = await createPlatform({
      database: await openAt(address),
      modelUrl: models.url,
      workflows: { address, pollMs: 20 },
    });
    ends.push(() => platform.ports.workflows.engine.close(0));
    if (isWatching) platform.ports.workflows.engine.begin();
    return platform;
  }

  it("give each run to one of many who ask for it", async () => {
    const address = await newAddress();
    const platform = await replica(address, false);
    const { token, workflowId } = await makeWorkflow(platform);
    const user = await platform.ports.database.query
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    const journals = await Promise.all(
      [1, 2, 3].map(async () =>
        createJournal({ database: await openAt(address), clock: systemClock }),
      ),
    );
    const [journal] = journals;
    const runs = Array.from({ length: 12 }, (_run, index): NewRun => ({
      id: `r${index}`,
      workflowId,
      workflowName: "w",
      userId: user.id,
      graph: readGraph(GRAPH),
      input: "Hello",
    }));
    for (const run of runs) await journal?.create(run);
    const claims: Claim[] = [];
    const takeAll = async (index: number): Promise<void> => {
      for (;;) {
        const run = await journals[index]?.claim(`owner-${index}`, { leaseMs: 60_000 });
        if (run === undefined) return;
        claims.push(run.claim);
      }
    };
    await Promise.all([takeAll(0), takeAll(1), takeAll(2), takeAll(1)]);
    expect(claims.map(({ runId }) => runId).toSorted((a, b) => a.localeCompare(b))).toEqual(
      runs.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
    );
    const [first] = claims;
    if (first === undefined || journal === undefined) throw new Error("There is no claim.");
    const told = { kind: "workflow_complete", data: { final_output: "x" } } as const;
    expect(await journal.record(first, { from: 1, events: [told] })).toBe(true);
    await journal.releaseDead(first.owner);
    const again = await journal.claim("other", { leaseMs: 60_000, only: first.runId });
    expect(again).toMatchObject({ lastEvent: 1, claim: { number: first.number + 1 } });
    const finished = { nodeId: "one", result: { output: "late" } };
    expect(await journal.record(first, { from: 2, events: [told], finished })).toBe(false);
    await journal.release(first);
    expect(await journal.renew("other", 60_000)).toEqual(
      new Map([[first.runId, { claim: first.number + 1, wantsCancel: false }]]),
    );
    expect(await statusOf(platform, first.runId, token)).toMatchObject({ nodes: [] });
  });

  it("are taken over from a server that stops, at the node that was at work", async () => {
    const address = await newAddress();
    const first = await replica(address);
    const { id, token, release } = await heldRun(first);
    const before = models.requests.length;
    const second = await replica(address);
    await first.ports.workflows.engine.close(0);
    const { text } = await second.send("GET", `/api/v1/workflows/executions/${id}/events`, {
      token,
    });
    release();
    expect(eventsOf(text).at(-1)?.data).toMatchObject({ status: "success" });
    expect(systemsSince(before)).toEqual(["2"]);
    expect(await statusOf(second, id, token)).toMatchObject({
      status: "completed",
      output: "Once more",
    });
    expect(eventsOf(text).filter(({ event }) => event === "workflow_start")).toHaveLength(2);
  });

  it("[BX-14] are not given up for servers that stop in order", async () => {
    const address = await newAddress();
    const first = await replica(address);
    const { id, token, release } = await heldRun(first);
    let last = first;
    for (let stop = 0; stop < 4; stop += 1) {
      const gate = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      models.answer({
        words: ["Once", " more"],
        beforeWord: () => {
          asked.resolve();
          return gate.promise;
        },
      });
      await last.ports.workflows.engine.close(0);
      last = await replica(address);
      await asked.promise;
      expect(await statusOf(last, id, token)).toMatchObject({ status: "running", attempts: 1 });
      if (stop === 3) gate.resolve();
    }
    release();
    await until("it has ended", async () => {
      const { status } = (await statusOf(last, id, token)) as { readonly status: string };
      return status === "completed";
    });
  });

  it("may finish the node that is at work when a server stops with patience", async () => {
    const address = await newAddress();
    const first = await replica(address);
    const { id, token, release } = await heldRun(first);
    const before = models.requests.length;
    const closed = first.ports.workflows.engine.close(60_000);
    release();
    await closed;
    expect(await statusOf(first, id, token)).toMatchObject({
      status: "running",
      nodes: [
        { node_id: "start", usage: null },
        { node_id: "one", usage: { input_tokens: 7, output_tokens: 2, cost: null } },
        { node_id: "two", output: "Good night" },
      ],
    });
    const second = await replica(address);
    const done = await second.send("GET", `/api/v1/workflows/executions/${id}/events`, { token });
    expect(eventsOf(done.text).at(-2)?.data).toEqual({ final_output: "Good night" });
    expect(systemsSince(before)).toEqual([]);
  });

  it("are cancelled from another server", async () => {
    const address = await newAddress();
    const first = await replica(address);
    const { id, token, release } = await heldRun(first);
    const second = await replica(address, false);
    const path = `/api/v1/workflows/executions/${id}`;
    expect((await second.send("POST", `${path}/cancel`, { token })).status).toBe(202);
    const { text } = await second.send("GET", `${path}/events`, { token });
    expect(eventsOf(text).at(-1)?.data).toEqual({ status: "error", message: "Workflow cancelled" });
    await until("the model is not listened to", () => models.requests.at(-1)?.isCancelled === true);
    release();
  });

  it("show who is alive, and who is not any more", async () => {
    const address = await newAddress();
    await openAt(address);
    const open = () =>
      kind === "postgres" ? postgresPresence(address) : filePresence(`${address}-owners`);
    const [one, two] = [await open(), await open()];
    expect([await one.isGone(two.owner), await two.isGone(one.owner)]).toEqual([false, false]);
    expect(await one.isGone("never-there")).toBe(true);
    await two.close();
    expect(await one.isGone(two.owner)).toBe(true);
    expect(one.lost.aborted).toBe(false);
    await one.close();
  });

  if (kind === "postgres")
    it("go on after the connection that shows life has broken", async () => {
      const address = await newAddress();
      const first = await replica(address);
      const { id, token, release } = await heldRun(first);
      const before = models.requests.length;
      const admin = new Client({ connectionString: address });
      await admin.connect();
      await admin.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      await admin.end();
      const { text } = await first.send("GET", `/api/v1/workflows/executions/${id}/events`, {
        token,
      });
      release();
      expect(eventsOf(text).at(-2)?.data).toEqual({ final_output: "Once more" });
      expect(systemsSince(before)).toEqual(["2"]);
    });

  it("end when their workflow is deleted", async () => {
    const address = await newAddress();
    const first = await replica(address);
    const { id, token, release } = await heldRun(first);
    const { json } = await first.send("GET", "/api/v1/workflows", { token });
    const [{ id: workflowId }] = (json as { readonly items: readonly [{ readonly id: string }] })
      .items;
    await first.send("DELETE", `/api/v1/workflows/${workflowId}`, { token });
    await until("the model is not listened to", () => models.requests.at(-1)?.isCancelled === true);
    release();
    const gone = await first.send("GET", `/api/v1/workflows/executions/${id}`, { token });
    expect(gone.status).toBe(404);
  });

  it("[BX-14] count a yes to an earlier run for those alone who may give it", async () => {
    const platform = await replica(await newAddress());
    const { send } = platform;
    const { token, path } = await makeWorkflow(platform, {
      nodes: [
        { id: "start", type: "start" },
        { id: "ask", type: "approval", data: { message: "Send {{input}}?" } },
        { id: "send", type: "template", data: { template: "Sent: {{input}}" } },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "ask" },
        { source: "ask", target: "send", sourceHandle: "approved" },
        { source: "send", target: "end" },
      ],
    });
    const begun = send("POST", path, { token, body: { input: "harmless" } });
    let id: string | undefined;
    await until("the run asks", async () => {
      const { json } = await send("GET", "/api/v1/workflows/approvals", { token });
      const { items } = json as { readonly items: readonly { readonly execution_id: string }[] };
      id = items[0]?.execution_id;
      return id !== undefined;
    });
    const answer = `/api/v1/workflows/executions/${id}/approvals/ask`;
    await send("POST", answer, { token, body: { approved: true } });
    await begun;
    const body = { input: "harmful", from: { node: "send", execution: id } };
    const tokenFor = async (...scopes: readonly string[]): Promise<string> => {
      const { json } = await send("POST", "/api/v1/auth/tokens", {
        token,
        body: { name: scopes.join(" "), scopes },
      });
      return (json as { readonly token: string }).token;
    };
    const runner = await tokenFor("workflows:run");
    expect((await send("POST", path, { token: runner, body })).status).toBe(403);
    const only = { ...body, from: { ...body.from, only: true } };
    expect((await send("POST", path, { token: runner, body: only })).status).toBe(403);
    const approver = await tokenFor("workflows:run", "workflows:approve");
    expect((await send("POST", path, { token: approver, body })).text).toContain("Sent: harmful");
  });

  it("[AF-13] begin at a node with what others gave before, and end after it where that is wanted", async () => {
    const platform = await replica(await newAddress());
    const { token, path } = await makeWorkflow(platform);
    const execute = async (body: object) => {
      const { text, headers } = await platform.send("POST", path, { token, body });
      return { id: headers.get("x-execution-id") ?? "", events: eventsOf(text) };
    };
    const whole = await execute({ input: "Hello" });
    const count = models.requests.length;
    const again = await execute({ from: { node: "two", execution: whole.id } });
    expect(systemsSince(count)).toEqual(["2"]);
    expect(models.requests.at(-1)?.body.messages?.at(-1)?.content).toBe("Good day");
    const kept = again.events.filter(({ data }) => (data as { kept?: boolean }).kept === true);
    expect(kept).toHaveLength(2);
    expect(await statusOf(platform, again.id, token)).toMatchObject({
      status: "completed",
      input: "Hello",
      output: "Good day",
    });
    // What the others cost was counted in the earlier run. Those that finish in one millisecond have no order.
    const { nodes } = (await statusOf(platform, again.id, token)) as {
      readonly nodes: readonly { readonly node_id: string; readonly usage: unknown }[];
    };
    expect(nodes.slice(0, 2)).toMatchObject([{ usage: null }, { usage: null }]);
    expect(nodes.slice(2).map(({ node_id: id }) => id)).toEqual(
      expect.arrayContaining(["two", "end"]),
    );
    const alone = await execute({ input: "Hi", from: { node: "one", only: true } });
    expect(systemsSince(count)).toEqual(["2", "1"]);
    expect(await statusOf(platform, alone.id, token)).toMatchObject({ status: "completed" });
    const nowhere = { input: "Hi", from: { node: "nobody" } };
    expect((await platform.send("POST", path, { token, body: nowhere })).status).toBe(400);
    const other = await platform.join("eve@example.org");
    const stolen = { from: { node: "two", execution: whole.id } };
    const { json } = await platform.send("POST", "/api/v1/workflows", {
      token: other,
      body: { name: "w", graph_data: GRAPH },
    });
    const own = `/api/v1/workflows/${(json as { readonly id: string }).id}/execute`;
    expect((await platform.send("POST", own, { token: other, body: stolen })).status).toBe(404);
  });

  it("fail where the account of their user is disabled", async () => {
    const address = await newAddress();
    const first = await replica(address, false);
    const { token, workflowId } = await makeWorkflow(first);
    const { database } = first.ports;
    const user = await database.query.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await createJournal({ database, clock: systemClock }).create({
      id: "r",
      workflowId,
      workflowName: "w",
      userId: user.id,
      graph: readGraph(GRAPH),
      input: "Hello",
    });
    await database.query.updateTable("users").set({ is_active: 0 }).execute();
    first.ports.workflows.engine.begin();
    const find = () =>
      database.query
        .selectFrom("workflow_runs")
        .selectAll()
        .where("id", "=", "r")
        .executeTakeFirst();
    await until("it has ended", async () => (await find())?.status !== "running");
    expect(await find()).toMatchObject({ status: "failed", error: "User account is disabled" });
    expect(token).not.toBe("");
  });

  it("ask servers where they may, and pick from what these answer", async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/none" ? 404 : 200;
      response.end(
        request.url === "/many"
          ? `{"items":[${"{},".repeat(60_000)}{}]}`
          : JSON.stringify({ items: [{ name: "first" }, { name: request.headers["x-key"] }] }),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(async () => {
      server.close();
      await once(server, "close");
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const platform = await createPlatform({
      database: await openAt(await newAddress()),
      modelUrl: models.url,
      workflows: { http: { allowPrivate: ["127.0.0.1"] } },
    });
    const run = async (data: object): Promise<readonly unknown[]> => {
      const { path } = await makeNode(data);
      const { text } = await platform.send("POST", path, { token, body: { input: "k1" } });
      return (
        eventsOf(text)
          .filter(({ event }) => event === "node_complete" || event === "node_error")
          // How long it took is another each time.
          .map(({ data: told }) => ({ ...(told as object), duration_ms: undefined }))
          .slice(1)
      );
    };
    const token = await platform.join("ada@example.org");
    const makeNode = async (data: object): Promise<{ readonly path: string }> => {
      const graph_data = {
        nodes: [
          { id: "start", type: "start" },
          { id: "ask", type: "http", data },
        ],
        edges: [{ source: "start", target: "ask" }],
      };
      const { json } = await platform.send("POST", "/api/v1/workflows", {
        token,
        body: { name: "w", graph_data },
      });
      return { path: `/api/v1/workflows/${(json as { readonly id: string }).id}/execute` };
    };
    const url = `http://127.0.0.1:${port}`;
    const headers = { "X-Key": "<{{input}}>" };
    expect(await run({ url, headers, responsePath: "items.1.name" })).toEqual([
      { node_id: "ask", output: "<k1>", status_code: 200 },
    ]);
    expect(await run({ url: `${url}/none`, responsePath: "items.0" })).toEqual([
      {
        node_id: "ask",
        error: "HTTP request failed: the server answered with status 404",
        status_code: 404,
      },
    ]);
    const anyStatus = { failOnStatus: false, responsePath: "items.0" };
    expect(await run({ url: `${url}/none`, ...anyStatus })).toEqual([
      { node_id: "ask", output: { name: "first" }, status_code: 404 },
    ]);
    expect(await run({ url, responsePath: "items.7" })).toEqual([
      { node_id: "ask", error: "HTTP answer has nothing at 'items.7'" },
    ]);
    // Other requests wait while JSON is parsed.
    expect(await run({ url: `${url}/many`, responsePath: "items.7" })).toEqual([
      { node_id: "ask", error: "HTTP answer has more than 100000 values" },
    ]);
    expect(await run({ url: "http://[::ffff:7f00:1]/" })).toEqual([
      {
        node_id: "ask",
        error: "HTTP request failed: the address is not on the open network, which is not allowed",
      },
    ]);
  });

  it("[BX-14] end with the account of their user, and begin no other node", async () => {
    const platform = await createPlatform({
      database: await openAt(await newAddress()),
      modelUrl: models.url,
    });
    const admin = await platform.join("root@example.org");
    const { id, token, release } = await heldRun(platform);
    const before = models.requests.length;
    const { json } = await platform.send("GET", "/api/v1/auth/me", { token });
    const user = (json as { readonly id: string }).id;
    const path = `/api/v1/admin/users/${user}/disable`;
    expect((await platform.send("POST", path, { token: admin })).status).toBe(200);
    release();
    const status = async (): Promise<unknown> =>
      ((await statusOf(platform, id, admin)) as { readonly status: string }).status;
    await until("it has ended", async () => (await status()) !== "running");
    expect(await status()).toBe("cancelled");
    expect(models.requests.length).toBe(before);
  });

  it("look things up in knowledge bases", async () => {
    const platform = await createPlatform({
      database: await openAt(await newAddress()),
      modelUrl: models.url,
    });
    const { send, join, settle } = platform;
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const form = new FormData();
    form.set("file", new File(["Badges are blue."], "staff.md"));
    await send("POST", "/api/v1/knowledge/handbook/upload", { token, body: form });
    await settle();
    const graph_data = {
      nodes: [
        { id: "start", type: "start" },
        { id: "look", type: "knowledge", data: { knowledgeBaseId: "handbook" } },
        { id: "miss", type: "knowledge", data: { knowledgeBaseId: "nowhere" } },
      ],
      edges: [
        { source: "start", target: "look" },
        { source: "look", target: "miss" },
      ],
    };
    const { json } = await send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data },
    });
    const { text } = await send(
      "POST",
      `/api/v1/workflows/${(json as { readonly id: string }).id}/execute`,
      { token, body: { input: "badges" } },
    );
    const events = eventsOf(text);
    expect(events).toContainEqual({
      event: "node_complete",
      data: {
        node_id: "look",
        output: "[1] Badges are blue.",
        duration_ms: expect.any(Number) as number,
      },
    });
    expect(events.find(({ event }) => event === "citation")?.data).toMatchObject({
      node_id: "look",
      sources: [{ chunk_index: 0, text: "Badges are blue." }],
    });
    expect(events.at(-1)?.data).toEqual({
      status: "error",
      message: "Knowledge base 'nowhere' not found",
    });
  });
});
