/** Workflows that ask for more work than their size shows: each is bounded, and others get their turns. */
import { afterEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { followExecution, listExecutions } from "../../src/hub/workflows/index.ts";
import { createJournal } from "../../src/hub/workflows/journal.ts";
import { createFakeClock } from "../../src/platform/machine/clock.ts";
import { evaluateCondition, namesInCondition } from "../../src/run/workflow/expression/index.ts";
import { type NodeResult, readGraph } from "../../src/run/workflow/index.ts";
import { createVariables, splitOutput } from "../../src/run/workflow/template.ts";
import {
  createPlatform,
  eventsOf,
  type Platform,
  type PlatformOptions,
} from "../support/platform.ts";
import { plansOf, recordDatabase } from "../support/recorded-database.ts";
import { turnsDuring } from "../support/turns.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openPlatform(
  workflows: PlatformOptions["workflows"] = {},
): Promise<{ readonly platform: Platform; readonly database: Database }> {
  const database = await openDatabase({ address: ":memory:" });
  const platform = await createPlatform({ database, workflows });
  ends.push(async () => {
    await platform.ports.workflows.engine.close(0);
    await database.close();
  });
  return { platform, database };
}

async function makeWorkflow(
  { send }: Platform,
  token: string,
  graph_data: object,
): Promise<string> {
  const { json, text } = await send("POST", "/api/v1/workflows", {
    token,
    body: { name: "w", graph_data },
  });
  const { id } = json as { readonly id?: string };
  expect(id, text).toBeDefined();
  return id ?? "";
}

describe("a stored workflow", () => {
  it("[BX-14] is not parsed for somebody who may not see it", async () => {
    const { platform, database } = await openPlatform();
    const [ada, bob] = [await platform.join("ada@x.org"), await platform.join("bob@x.org")];
    const id = await makeWorkflow(platform, ada, { nodes: [{ id: "s", type: "start" }] });
    // What cannot be parsed at all shows whether somebody tries.
    await database.query.updateTable("workflows").set({ graph: "{" }).execute();
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "/export", undefined],
      ["PUT", "", { name: "x" }],
      ["GET", "/sharing", undefined],
      ["POST", "/execute", { input: "x" }],
      ["DELETE", "", undefined],
    ] as const) {
      const { status } = await platform.send(method, `/api/v1/workflows/${id}${path}`, {
        token: bob,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, path, status]).toEqual([method, path, 404]);
    }
  });

  it("[BX-14] is checked once for each version, however often it is read", async () => {
    const { platform, database } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, { nodes: [{ id: "s", type: "start" }] });
    // Another graph behind the same version is not looked at, and behind the next it is.
    const graph = JSON.stringify({ nodes: [{ id: "c", type: "condition" }] });
    await database.query.updateTable("workflows").set({ graph }).execute();
    const problems = async (): Promise<number> => {
      const { json } = await platform.send("GET", "/api/v1/workflows", { token });
      const { items } = json as { readonly items: readonly { readonly problems: unknown[] }[] };
      return items[0]?.problems.length ?? -1;
    };
    expect(await problems()).toBe(0);
    await platform.send("PUT", `/api/v1/workflows/${id}`, { token, body: { name: "x" } });
    expect(await problems()).toBeGreaterThan(0);
  });
});

describe("the names of a condition", () => {
  it("[BX-14] are each told once, however long the chain is", () => {
    expect(namesInCondition(`${"a||".repeat(3300)}b`)).toEqual(["a", "b"]);
  });

  it("[BX-14] are looked up only as ids that a node can have", () => {
    let looked = 0;
    const has = (id: string): boolean => {
      looked += 1;
      expect(id.length).toBeLessThanOrEqual(256);
      return false;
    };
    expect(splitOutput(`a${".output".repeat(280)}`, { has })).toBeUndefined();
    expect(looked).toBeLessThan(40);
  });
});

/** A start, and so many conditions behind it. */
function conditions(count: number, expression = "true"): object {
  const ids = Array.from({ length: count }, (_, index) => `c${index}`);
  return {
    nodes: [
      { id: "s", type: "start" },
      ...ids.map((id) => ({ id, type: "condition", data: { expression } })),
    ],
    edges: ids.map((target) => ({ source: "s", target })),
  };
}

async function execute(
  { send }: Platform,
  token: string,
  id: string,
  input: string,
): Promise<{ readonly runId: string; readonly text: string; readonly last: unknown }> {
  const path = `/api/v1/workflows/${id}/execute`;
  const { text, headers } = await send("POST", path, { token, body: { input } });
  const last = eventsOf(text).at(-1)?.data;
  return { runId: headers.get("x-execution-id") ?? "", text, last };
}

describe("a run of a workflow", () => {
  it("[BX-14] lets others have a turn after each node", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(200));
    const turns = await turnsDuring(execute(platform, token, id, "x"));
    expect(turns).toBeGreaterThanOrEqual(200);
  });

  it("[BX-14] does one node in a turn also where several run at once", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(40));
    const runs = Array.from({ length: 6 }, () => execute(platform, token, id, "x"));
    expect(await turnsDuring(Promise.all(runs))).toBeGreaterThanOrEqual(240);
  });

  it("[BX-14] may compare only so much text in all", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const much = Array.from({ length: 7 }, () => '(input contains "{{input}}x")').join(" || ");
    const id = await makeWorkflow(platform, token, conditions(30, much));
    const { last } = await execute(platform, token, id, "a".repeat(500_000));
    expect(last).toMatchObject({
      status: "error",
      message: expect.stringContaining("too much text") as unknown,
    });
  });

  it("[BX-14] lets others have turns within a condition that compares much", async () => {
    const input = "a".repeat(500_000);
    const variables = createVariables({ input, inputNames: new Set(), outputs: new Map() });
    const condition = (async () =>
      await evaluateCondition('input contains "{{input}}x" || input contains "aaab"', variables))();
    expect(await turnsDuring(condition)).toBeGreaterThanOrEqual(4);
    expect(await condition).toBe(false);
  });
});

/** What is stored of all runs. */
async function storedBytes({ query }: Database): Promise<number> {
  const events = await query.selectFrom("workflow_events").select("data").execute();
  const steps = await query.selectFrom("workflow_steps").select("result").execute();
  return [...events.map(({ data }) => data), ...steps.map(({ result }) => result)]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, size) => sum + size, 0);
}

describe("what a run stores", () => {
  const MOST = 2_000_000;

  it("[BX-14] is bounded, also where it is resumed", async () => {
    const { platform, database } = await openPlatform({ maxRunBytes: MOST });
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(60));
    const { runId, last } = await execute(platform, token, id, '"'.repeat(50_000));
    const told = {
      status: "error",
      message: expect.stringContaining("stores more than 2 MB") as unknown,
    };
    expect(last).toMatchObject(told);
    expect(await storedBytes(database)).toBeLessThan(MOST + 10_000);
    const path = `/api/v1/workflows/executions/${runId}/resume`;
    const resumed = await platform.send("POST", path, { token });
    expect(eventsOf(resumed.text).at(-1)?.data).toMatchObject(told);
    expect(await storedBytes(database)).toBeLessThan(MOST + 10_000);
  });

  it("[BX-14] is bounded by itself where the operator says nothing", async () => {
    const { platform, database } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(40));
    const { last } = await execute(platform, token, id, '"'.repeat(500_000));
    expect(last).toMatchObject({ status: "error" });
    expect(await storedBytes(database)).toBeLessThan(33_000_000);
  });

  it("[BX-14] is read piece by piece", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(30));
    const input = "x".repeat(100_000);
    const { runId, last } = await execute(platform, token, id, input);
    expect(last).toMatchObject({ status: "success" });
    for (const path of ["", "/events"]) {
      const response = await platform.fetch(
        new Request(`http://platform.test/api/v1/workflows/executions/${runId}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      );
      const pieces: Uint8Array[] = [];
      for await (const piece of response.body ?? []) pieces.push(piece);
      const largest = Math.max(...pieces.map(({ length }) => length));
      expect([path, largest < 500_000]).toEqual([path, true]);
      const text = Buffer.concat(pieces).toString();
      expect(text.length).toBeGreaterThan(3_000_000);
      if (path !== "") continue;
      const { nodes } = JSON.parse(text) as { readonly nodes: readonly { output: string }[] };
      expect(nodes.map(({ output }) => output === input)).toEqual(Array(31).fill(true));
    }
  });

  it("[BX-14] is read in batches of so many bytes for those who follow", async () => {
    const { platform, database } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(60));
    const { runId } = await execute(platform, token, id, "x".repeat(100_000));
    let read = 0;
    const query = database.query.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        read += JSON.stringify(result.rows).length;
        return Promise.resolve(result);
      },
    });
    const ports = { ...platform.ports.workflows, database: { ...database, query } };
    const events = followExecution(ports, runId, {
      after: 0,
      signal: new AbortController().signal,
    });
    await events.next();
    await events.return();
    expect(read).toBeLessThan(2_000_000);
  });

  it("[BX-14] is listed in pages of so many bytes", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const id = await makeWorkflow(platform, token, conditions(0));
    for (let count = 0; count < 10; count += 1)
      await execute(platform, token, id, "x".repeat(500_000));
    const seen = new Set<string>();
    let offset: number | null = 0;
    for (let pages = 0; offset !== null && pages < 12; pages += 1) {
      const { text, json } = await platform.send(
        "GET",
        `/api/v1/workflows/executions?offset=${offset}`,
        { token },
      );
      expect(text.length).toBeLessThan(3_000_000);
      const page = json as { items: readonly { id: string }[]; next_offset: number | null };
      for (const run of page.items) seen.add(run.id);
      offset = page.next_offset;
    }
    expect(seen.size).toBe(10);
  });
});

/** A hundred names for one value. */
function hundredTimes(value: string): object {
  return { values: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, value])) };
}

interface TestNode {
  readonly id: string;
  readonly type: string;
  readonly data?: object;
}

function chain(...nodes: readonly TestNode[]): object {
  const all = [{ id: "s", type: "start" }, ...nodes];
  return {
    nodes: all,
    edges: all.slice(1).map(({ id }, at) => ({ source: all[at]?.id, target: id })),
  };
}

function listOf(count: number): TestNode {
  const template = `[${Array(count).fill("{}").join(",")}]`;
  return { id: "list", type: "template", data: { template, format: "json" } };
}

const TOO_MANY = {
  status: "error",
  message: expect.stringContaining("more than 100,000 values") as unknown,
};

describe("the data that a node gives", () => {
  it("[BX-14] has only so many values, however few its nodes name", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const names = ["list", "a", "b", "c"];
    const nodes = names.slice(1).map((id, at) => ({
      id,
      type: "variables",
      data: hundredTimes(`{{${names[at] ?? ""}.output}}`),
    }));
    // A million values after the first node, and ten thousand million after the third.
    for (const count of [1, 10_000]) {
      const first = listOf(count);
      const id = await makeWorkflow(platform, token, chain(first, ...nodes));
      expect((await execute(platform, token, id, "x")).last).toMatchObject(TOO_MANY);
    }
  });

  it("[BX-14] has only so many characters", async () => {
    const { platform } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const template = '["{{input}}{{input}}"]';
    const long = { id: "list", type: "template", data: { template, format: "json" } };
    const again = { id: "a", type: "variables", data: hundredTimes("{{list.output}}") };
    const id = await makeWorkflow(platform, token, chain(long, again));
    expect((await execute(platform, token, id, "x".repeat(400_000))).last).toMatchObject({
      status: "error",
      message: expect.stringContaining("longer than 16 million characters") as unknown,
    });
  });

  it("[BX-14] has only so many values of all the runs that it started", async () => {
    const { platform } = await openPlatform({ pollMs: 20 });
    platform.ports.workflows.engine.begin();
    const token = await platform.join("ada@x.org");
    const first = listOf(30_000);
    const workflow = await makeWorkflow(platform, token, chain(first));
    const data = { list: "[1,2,3,4]", workflow };
    const id = await makeWorkflow(platform, token, chain({ id: "i", type: "iterate", data }));
    expect((await execute(platform, token, id, "x")).last).toMatchObject(TOO_MANY);
  });
});

describe("runs that wait", () => {
  it("[BX-14] are looked through and listed by an index, without their graphs", async () => {
    const { platform, database } = await openPlatform();
    await platform.join("ada@x.org");
    const { asked, database: seen } = recordDatabase(database);
    await createJournal({ database: seen, clock: createFakeClock() }).claim("me", {
      leaseMs: 1000,
      withoutUsers: new Set(["somebody"]),
      mostBroken: 1,
    });
    const { id } = await database.query.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const user = { id } as Parameters<typeof listExecutions>[1];
    await listExecutions({ ...platform.ports.workflows, database: seen }, user, {
      count: 10,
      offset: 0,
    });
    expect(await plansOf(database, asked)).toEqual([
      // Those that were broken off, which are few, and all others.
      expect.stringMatching(
        /^SEARCH workflow_runs USING COVERING INDEX \w+ \(status=\? AND attempts>\?\)/u,
      ),
      expect.stringMatching(
        /^SEARCH workflow_runs USING COVERING INDEX \w+ \(status=\? AND attempts=\?\)$/u,
      ),
      expect.stringMatching(
        /^SEARCH workflow_runs USING INDEX \w+ \(user_id=\? AND parent_id=\?\)/u,
      ),
    ]);
  });

  it("[BX-14] take over what an earlier one gave in turns with everybody else", async () => {
    const { platform, database } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const workflowId = await makeWorkflow(platform, token, { nodes: [], edges: [] });
    const { id: userId } = await database.query
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    const journal = createJournal({ database, clock: createFakeClock() });
    const graph = readGraph({ nodes: [], edges: [] });
    const kept = new Map<string, NodeResult>();
    for (let at = 0; at < 50; at += 1) kept.set(`n${at}`, { output: "x".repeat(1000) });
    let [turns, isOver] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const run = { id: "r", workflowId, workflowName: "w", userId, graph, input: "", kept };
    const bytes = await journal.create(run, { owner: "me", leaseMs: 60_000 });
    isOver = true;
    // Once to write each of them as JSON, and once to store it.
    expect(turns).toBeGreaterThanOrEqual(2 * kept.size);
    const rows = await database.query.selectFrom("workflow_steps").select("result").execute();
    const events = await database.query.selectFrom("workflow_events").select("data").execute();
    const texts = [...rows.map(({ result }) => result), ...events.map(({ data }) => data)];
    expect(texts).toHaveLength(2 * kept.size);
    expect(bytes).toBe(texts.join("").length);
  });

  it("[BX-14] are counted by what nodes have spent, without a look at their results", async () => {
    const { platform, database } = await openPlatform();
    const token = await platform.join("ada@x.org");
    const workflowId = await makeWorkflow(platform, token, { nodes: [], edges: [] });
    const { id: userId } = await database.query
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    const { asked, database: seen } = recordDatabase(database);
    const journal = createJournal({ database: seen, clock: createFakeClock() });
    const graph = readGraph({ nodes: [], edges: [] });
    const run = { id: "r", workflowId, workflowName: "w", userId, graph, input: "" };
    await journal.create(run, { owner: "me", leaseMs: 60_000 });
    const claim = { runId: "r", owner: "me", number: 1 };
    const usage = { inputTokens: 3, outputTokens: 4, model: "house:small" };
    const output = { usage: "x".repeat(1000) };
    const finished = { nodeId: "n", result: { output, usage } };
    expect(await journal.record(claim, { from: 1, events: [], finished })).toBe(true);
    const end = { status: "completed", output: null } as const;
    expect(await journal.record(claim, { from: 1, events: [], end })).toBe(true);
    const read = asked.filter(({ statement }) => /^select .*"workflow_steps"/u.test(statement.sql));
    expect(await plansOf(database, read)).toEqual([
      expect.stringMatching(/^SEARCH workflow_steps USING COVERING INDEX \w+ \(run_id=\?/u),
    ]);
    const rows = await database.query.selectFrom("runs").selectAll().execute();
    expect(rows).toMatchObject([{ id: "r", input_tokens: 3, output_tokens: 4 }]);
  });
});
