/** Servers that are killed in the middle of workflows: every result is there in the end, none made twice. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { type KillableServer, randomFrom, useKillable } from "../support/killable.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";

const SKILL = `---
name: join
description: Puts things together.
inputs: [{ name: left, required: true }, { name: right, required: true }]
---

join {{left}} {{right}}
`;

/** Four calls of a model: one, two at once, and one that waits for both. */
const GRAPH = {
  nodes: [
    { id: "start", type: "start", data: { inputVariable: "run" } },
    { id: "a", type: "llm", data: { systemPrompt: "a {{run}}" } },
    { id: "b", type: "llm", data: { systemPrompt: "b {{run}}" } },
    { id: "is-fine", type: "condition", data: { expression: "{{a.output}} === 'fine'" } },
    { id: "c", type: "llm", data: { systemPrompt: "c {{run}}" } },
    { id: "never", type: "llm", data: { systemPrompt: "never {{run}}" } },
    {
      id: "d",
      type: "skill",
      data: { skillName: "join", inputMappings: { left: "b", right: "d {{run}} {{c.output}}" } },
    },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "a" },
    { source: "a", target: "b" },
    { source: "a", target: "is-fine" },
    { source: "is-fine", target: "c", sourceHandle: "true" },
    { source: "is-fine", target: "never", sourceHandle: "false" },
    { source: "b", target: "d" },
    { source: "c", target: "d" },
    { source: "never", target: "d" },
    { source: "d", target: "end" },
  ],
};
const CALLING = ["a", "b", "c", "d"];

const { start, newFolder, atEnd } = useKillable();

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Lets so many calls of a model through and holds the others, so that a server dies where it is meant to. */
function createGate(random: (below: number) => number): {
  readonly pass: (word: number) => Promise<void>;
  /** Settles when that many more have come through. */
  readonly open: (count: number) => Promise<void>;
} {
  let left = 0;
  let opened = Promise.withResolvers<void>();
  let reached = Promise.withResolvers<void>();
  return {
    pass: async (word) => {
      await turns(random(20));
      if (word > 0) return;
      // Whoever had to wait may be dead by now, and is not counted.
      if (left <= 0) await opened.promise;
      else left -= 1;
      if (left <= 0) reached.resolve();
    },
    open: (count) => {
      left = count;
      reached = Promise.withResolvers();
      opened.resolve();
      opened = Promise.withResolvers();
      return reached.promise;
    },
  };
}

interface Session {
  readonly model: ModelServer;
  readonly database: Database;
  readonly start: () => Promise<KillableServer>;
  /** How often the model was asked, by node and run. */
  readonly calls: () => ReadonlyMap<string, number>;
}

async function begin(newAddress: () => Promise<string>): Promise<Session> {
  const folder = await newFolder();
  const model = await startModelServer();
  atEnd(() => model.close());
  const address = await newAddress();
  const database = await openDatabase({ address });
  atEnd(() => database.close());
  return {
    model,
    database,
    start: () =>
      start([
        join(root, "test/support/workflow-program.ts"),
        address,
        join(folder, "skills"),
        model.url,
      ]),
    calls: () => {
      const counts = new Map<string, number>();
      for (const { body } of model.requests) {
        const text = body.messages?.map(({ content }) => String(content)).join("\n") ?? "";
        const name = /\b[abcd] run-\d+/u.exec(text)?.[0] ?? text;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
  };
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

/** An account with the skill and the workflow; gives its token and the id of the workflow. */
async function prepare({
  url,
}: KillableServer): Promise<{ readonly token: string; readonly id: string }> {
  const account = { email: "ada@example.org", password: "correct horse" };
  const registered = await post(url, "/auth/register", account);
  const { token } = (await registered.json()) as { readonly token: string };
  const skill = await post(url, "/skills", { name: "join", content: SKILL }, token);
  expect(skill.status).toBe(201);
  const made = await post(url, "/workflows", { name: "w", graph_data: GRAPH }, token);
  return { token, id: ((await made.json()) as { readonly id: string }).id };
}

/** Begins a run and listens no longer. */
async function execute(
  { url }: KillableServer,
  id: string,
  token: string,
  run: string,
): Promise<void> {
  const response = await post(url, `/workflows/${id}/execute`, { input: run }, token);
  expect(response.status).toBe(200);
  await response.body?.cancel();
}

/** Nodes whose results are kept, as the model was asked for them. */
async function finishedCalls({ query }: Database): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("workflow_steps")
    .innerJoin("workflow_runs", "workflow_runs.id", "workflow_steps.run_id")
    .select(["workflow_steps.node_id", "workflow_runs.input"])
    .where("workflow_steps.node_id", "in", CALLING)
    .execute();
  return rows.map(({ node_id, input }) => `${node_id} ${input}`);
}

async function countEnded({ query }: Database): Promise<number> {
  const rows = await query
    .selectFrom("workflow_runs")
    .select("id")
    .where("status", "!=", "running")
    .execute();
  return rows.length;
}

/** Everything that runs have told and left behind, checked run by run. */
async function checkAll({ query }: Database, count: number): Promise<void> {
  const runs = await query.selectFrom("workflow_runs").selectAll().execute();
  expect(runs).toHaveLength(count);
  for (const { id, status, output, error, claimed_by } of runs) {
    expect([status, output, error, claimed_by]).toEqual(["completed", '"fine"', null, null]);
    const events = await query
      .selectFrom("workflow_events")
      .selectAll()
      .where("run_id", "=", id)
      .orderBy("position")
      .execute();
    expect(events.map(({ position }) => position)).toEqual(
      events.map((_event, index) => index + 1),
    );
    const completed = events
      .filter(({ kind }) => kind === "node_complete")
      .map(({ data }) => (JSON.parse(data) as { readonly node_id: string }).node_id);
    expect(completed.toSorted((a, b) => a.localeCompare(b))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "end",
      "is-fine",
      "start",
    ]);
    expect(events.filter(({ kind }) => kind === "done")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      kind: "done",
      data: '{"status":"success","message":"Workflow completed"}',
    });
  }
}

/**
 * More runs only take other moments, and each start of a server takes a second. A run at which three servers ended is given up,
 * however they ended, so that there are two kills; `kills.test.ts` has more, at moments at which runs go on between them.
 */
const RUNS = process.env["SKILLWRIGHT_LONG"] === "1" ? 50 : 30;
const KILLS = 2;
const LOOKS_IN_VAIN = 200;

describeOnDatabases("workflows of a server that is killed", ({ newAddress }) => {
  it(
    "end with every result, and no finished node is called again",
    { timeout: 120_000 },
    async () => {
      const session = await begin(newAddress);
      const { model, database, calls } = session;
      const random = randomFrom(20_261_115);
      const gate = createGate(random);
      model.answer({ words: ["fi", "ne"], beforeWord: gate.pass });
      let server = await session.start();
      const { token, id } = await prepare(server);
      let passing = 10 + random(20);
      let reached = gate.open(passing);
      await Promise.all(
        Array.from({ length: RUNS }, (_run, index) => execute(server, id, token, `run-${index}`)),
      );
      const seen = new Map<string, number>();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await reached;
        // Anywhere between the first and the last of the results that are on their way.
        const wanted = seen.size + 1 + random(passing - 2);
        let looks = 0;
        const hasSome = async (): Promise<boolean> => {
          looks += 1;
          // A call of the dead server may come in late and take the place of one that gives a result.
          if (looks % LOOKS_IN_VAIN === 0) void gate.open(1);
          return (await finishedCalls(database)).length >= wanted;
        };
        await until(`${wanted} results are kept`, hasSome);
        await turns(random(30));
        await server.kill();
        const counts = calls();
        for (const call of await finishedCalls(database))
          if (!seen.has(call)) seen.set(call, counts.get(call) ?? 0);
        passing = kill === KILLS ? Number.POSITIVE_INFINITY : 5 + random(20);
        reached = gate.open(passing);
        server = await session.start();
      }
      await until("all have ended", async () => (await countEnded(database)) === RUNS, 60_000);
      await checkAll(database, RUNS);
      const counts = calls();
      expect([...seen].filter(([call, count]) => counts.get(call) !== count)).toEqual([]);
      // Each was called, and again only where a server died during the call.
      expect(counts.size).toBe(RUNS * CALLING.length);
      for (const [call, count] of counts) {
        expect(count, call).toBeGreaterThanOrEqual(1);
        expect(count, call).toBeLessThanOrEqual(1 + KILLS);
      }
      expect(seen.size).toBeGreaterThan(RUNS / 3);
      expect(seen.size).toBeLessThan(RUNS * CALLING.length);
    },
  );

  it("go on at once on another server", async () => {
    const session = await begin(newAddress);
    const { model, database, calls } = session;
    const gate = createGate(() => 0);
    model.answer({ words: ["fi", "ne"], beforeWord: gate.pass });
    const reached = gate.open(20);
    const first = await session.start();
    const { token, id } = await prepare(first);
    const second = await session.start();
    await Promise.all(
      Array.from({ length: 20 }, (_run, index) =>
        execute(index % 2 === 0 ? first : second, id, token, `run-${index}`),
      ),
    );
    await reached;
    await until("both wait for the model", () => model.requests.length >= 30);
    await first.kill();
    const before = new Map(calls());
    const finished = await finishedCalls(database);
    void gate.open(Number.POSITIVE_INFINITY);
    // A lease lasts for 30 seconds, so that nobody can have waited for one to end.
    await until("all have ended", async () => (await countEnded(database)) === 20, 20_000);
    await checkAll(database, 20);
    const after = calls();
    expect(finished.filter((call) => after.get(call) !== before.get(call))).toEqual([]);
    const rows = await database.query
      .selectFrom("workflow_runs")
      .select(["input", "claim"])
      .where("claim", ">", 1)
      .execute();
    // Only runs of the server that died have changed hands, and only their calls were made twice.
    const moved = new Set(rows.map(({ input }) => input));
    expect(rows.map(({ claim }) => claim)).toEqual(rows.map(() => 2));
    for (const run of moved) expect(Number(run.slice("run-".length)) % 2).toBe(0);
    const twice = [...after].filter(([, count]) => count > 1).map(([call]) => call.slice(2));
    expect(twice.filter((run) => !moved.has(run))).toEqual([]);
    expect(moved.size).toBeGreaterThan(0);
  });
});
