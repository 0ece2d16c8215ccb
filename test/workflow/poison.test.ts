/** Runs at which the server ends, again and again: they are given up, and no other run is. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { type KillableServer, useKillable } from "../support/killable.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";

const GRAPH = {
  nodes: [
    { id: "start", type: "start", data: { inputVariable: "run" } },
    { id: "first", type: "llm", data: { systemPrompt: "first {{run}}" } },
    { id: "second", type: "llm", data: { systemPrompt: "second {{run}}" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "first" },
    { source: "first", target: "second" },
    { source: "second", target: "end" },
  ],
};

const { start, newFolder, atEnd } = useKillable();

interface Session {
  readonly database: Database;
  /** A server and the model that it alone asks. */
  readonly start: () => Promise<{ readonly server: KillableServer; readonly model: ModelServer }>;
  /** How often any server has begun with the call that ends it. */
  readonly deadlyCalls: () => number;
  /** Lets innocent runs go on, which wait at first. */
  readonly openGate: () => void;
  readonly cure: () => void;
}

/** The model never answers the second node of the run `poison`: there the test kills the server. */
async function begin(newAddress: () => Promise<string>): Promise<Session> {
  const folder = await newFolder();
  const address = await newAddress();
  const database = await openDatabase({ address });
  atEnd(() => database.close());
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  let isDeadly = true;
  const startOne: Session["start"] = async () => {
    const model = await startModelServer();
    atEnd(() => model.close());
    model.answer({
      words: ["fine"],
      beforeWord: async () => {
        const asked = JSON.stringify(model.requests.at(-1)?.body.messages);
        if (!asked.includes("second")) return;
        if (!asked.includes("poison")) await gate.promise;
        else if (isDeadly) {
          calls += 1;
          await new Promise(() => {});
        }
      },
    });
    const program = join(root, "test/support/workflow-program.ts");
    const server = await start([program, address, join(folder, "skills"), model.url]);
    return { server, model };
  };
  return {
    database,
    start: startOne,
    deadlyCalls: () => calls,
    openGate: gate.resolve,
    cure: () => {
      isDeadly = false;
    },
  };
}

interface Caller {
  readonly token: string;
  readonly workflowId: string;
}

async function post(url: string, path: string, body: object, token?: string): Promise<Response> {
  return await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function prepare({ url }: KillableServer): Promise<Caller> {
  const account = { email: "ada@example.org", password: "correct horse" };
  const registered = await post(url, "/auth/register", account);
  const { token } = (await registered.json()) as { readonly token: string };
  const made = await post(url, "/workflows", { name: "w", graph_data: GRAPH }, token);
  return { token, workflowId: ((await made.json()) as { readonly id: string }).id };
}

/** Begins a run, gives its id, and listens no longer. */
async function execute(
  { url }: KillableServer,
  { workflowId, token }: Caller,
  input: string,
): Promise<string> {
  const response = await post(url, `/workflows/${workflowId}/execute`, { input }, token);
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return response.headers.get("x-execution-id") ?? "";
}

async function read({ url }: KillableServer, id: string, { token }: Caller): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/workflows/executions/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return await response.json();
}

async function hasReached({ query }: Database, node: string, count: number): Promise<boolean> {
  const rows = await query
    .selectFrom("workflow_steps")
    .select("run_id")
    .where("node_id", "=", node)
    .execute();
  return rows.length >= count;
}

async function allEnded({ query }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom("workflow_runs")
    .select("id")
    .where("status", "=", "running")
    .execute();
  return rows.length === 0;
}

async function innocents({ query }: Database): Promise<readonly unknown[]> {
  const rows = await query
    .selectFrom("workflow_runs")
    .select(["status", "error"])
    .where("input", "!=", "poison")
    .execute();
  return rows.map(({ status, error }) => [status, error]);
}

const INNOCENT = 8;
const FINE = Array.from({ length: INNOCENT }, () => ["completed", null]);
const GIVEN_UP = {
  status: "failed",
  attempts: 3,
  error: expect.stringMatching(/given up.+3 times/u),
};

async function startRuns(
  session: Session,
  servers: readonly [KillableServer, ...KillableServer[]],
): Promise<{ readonly poison: string; readonly caller: Caller }> {
  const caller = await prepare(servers[0]);
  await Promise.all(
    Array.from({ length: INNOCENT }, (_run, index) =>
      execute(servers[index % servers.length] ?? servers[0], caller, `run-${index}`),
    ),
  );
  const poison = await execute(servers[0], caller, "poison");
  await until("all are at their second node", () =>
    hasReached(session.database, "first", INNOCENT + 1),
  );
  return { poison, caller };
}

describeOnDatabases("[BX-14] a run at which the server ends", ({ newAddress }) => {
  it(
    "is given up after three times, can be resumed, and takes no other run along",
    { timeout: 120_000 },
    async () => {
      const session = await begin(newAddress);
      const { database, deadlyCalls } = session;
      let { server } = await session.start();
      const { poison, caller } = await startRuns(session, [server]);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await until(`attempt ${attempt} has begun`, () => deadlyCalls() === attempt, 30_000);
        await server.kill();
        session.openGate();
        ({ server } = await session.start());
      }
      await until("all have ended", () => allEnded(database), 30_000);
      expect(deadlyCalls()).toBe(3);
      expect(await innocents(database)).toEqual(FINE);
      expect(await read(server, poison, caller)).toMatchObject(GIVEN_UP);

      session.cure();
      const path = `/workflows/executions/${poison}/resume`;
      const resumed = await post(server.url, path, {}, caller.token);
      expect(resumed.status).toBe(200);
      expect(await resumed.text()).toContain("Workflow completed");
      expect(await read(server, poison, caller)).toMatchObject({
        status: "completed",
        error: null,
      });
    },
  );

  it(
    "is given up as well where one server takes it over from another",
    {
      timeout: 120_000,
    },
    async () => {
      const session = await begin(newAddress);
      const { database, deadlyCalls } = session;
      const [first, second] = [(await session.start()).server, (await session.start()).server];
      const { poison, caller } = await startRuns(session, [first, second]);
      await until("the first server is at it", () => deadlyCalls() === 1);
      await first.kill();
      session.openGate();
      await until("the second server is at it", () => deadlyCalls() === 2, 30_000);
      await second.kill();
      const { server: third } = await session.start();
      await until("the third server is at it", () => deadlyCalls() === 3, 30_000);
      const { server: fourth } = await session.start();
      await third.kill();
      await until("all have ended", () => allEnded(database), 30_000);
      expect(deadlyCalls()).toBe(3);
      expect(await innocents(database)).toEqual(FINE);
      expect(await read(fourth, poison, caller)).toMatchObject(GIVEN_UP);
    },
  );
});
