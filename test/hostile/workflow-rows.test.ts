/** One user with very many rows of runs: they are removed in parts, and lists read a page of them. */
import { expect, it } from "vitest";
import type { Database, Tables } from "../../src/hub/data/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../src/hub/quotas/index.ts";
import { removeDeleted } from "../../src/hub/workflows/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { createPlatform, type Platform } from "../support/platform.ts";
import { type Asked, plansOf, recordDatabase } from "../support/recorded-database.ts";
import { until } from "../support/wait.ts";

const signal = new AbortController().signal;
/** More than one statement may remove. */
const MANY = 450;
const OLD = "2026-01-01T00:00:00.000Z";
const TABLES = ["workflow_events", "workflow_steps", "workflow_waits", "workflow_runs"] as const;

interface Begun {
  readonly platform: Platform;
  readonly database: Database;
  readonly asked: Asked[];
  readonly token: string;
  readonly userId: string;
  readonly workflowId: string;
}

describeOnDatabases("[BX-14] rows of runs", ({ open }) => {
  async function begin(quotas: Quotas = DEFAULT_QUOTAS): Promise<Begun> {
    const plain = await open();
    const { database, asked } = recordDatabase(plain);
    const platform = await createPlatform({ database, quotas });
    const token = await platform.join("mallory@example.org");
    const { id: userId } = await plain.query
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    const body = { name: "w", graph_data: { nodes: [{ id: "s", type: "start" }], edges: [] } };
    const { json } = await platform.send("POST", "/api/v1/workflows", { token, body });
    const { id: workflowId } = json as { readonly id: string };
    return { platform, database: plain, asked, token, userId, workflowId };
  }

  it("go with their workflow in parts: invisible at once, and gone after a restart", async () => {
    const begun = await begin();
    const { platform, database, asked, token, workflowId } = begun;
    await addFamily(begun, { status: "running" });
    const before = await countRows(database);
    const path = `/api/v1/workflows/${workflowId}`;
    const dying = dyingDatabase(database, {
      kind: "DeleteQueryNode",
      table: "workflow_events",
      after: 2,
    });
    const server = await createPlatform({ database: dying });
    expect((await server.send("DELETE", path, { token })).status).toBe(204);
    await expect(server.settle()).rejects.toThrow("has ended");
    expect(dying.isDead()).toBe(true);
    expect(await countRows(database)).toBe(before - 400);
    // None goes on while the rows of others are removed.
    const runs = database.query.selectFrom("workflow_runs").select("status").distinct();
    expect(await runs.execute()).toEqual([{ status: "cancelled" }]);
    for (const [one, list] of [
      [path, "/api/v1/workflows"],
      ["/api/v1/workflows/executions/parent", "/api/v1/workflows/executions"],
    ] as const) {
      expect((await platform.send("GET", one, { token })).status).toBe(404);
      expect((await platform.send("GET", list, { token })).json).toMatchObject({ items: [] });
    }
    asked.splice(0);
    await removeDeleted(platform.ports.workflows, signal);
    expect(await countRows(database)).toBe(0);
    // None went by a reference.
    expect(deletedBy(asked)).toEqual({ rows: before - 400, most: 200 });
    expect(await database.query.selectFrom("workflows").select("id").execute()).toEqual([]);
  });

  it("that make room for a new run go in parts, and count no more", async () => {
    const begun = await begin({ ...DEFAULT_QUOTAS, runs: 3 });
    const { platform, asked, token, workflowId } = begun;
    await addFamily(begun, { status: "completed" });
    asked.splice(0);
    const path = `/api/v1/workflows/${workflowId}/execute`;
    const { status, text } = await platform.send("POST", path, { token, body: { input: "x" } });
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect(deletedBy(asked).rows).toBe(0);
    await removeDeleted(platform.ports.workflows, signal);
    expect(deletedBy(asked)).toEqual({ rows: 2 * MANY + 2, most: 200 });
    await platform.ports.workflows.engine.close(0);
  });
});

const NODES = 40;
const ASKED = "問".repeat(10_000);

describeOnDatabases("[BX-14] questions of runs", ({ kind, open }) => {
  it("are listed by an index, and only those of a page are read", async () => {
    const plain = await open();
    const { database, asked } = recordDatabase(plain);
    const platform = await createPlatform({ database, workflows: { pollMs: 20 } });
    const { engine } = platform.ports.workflows;
    engine.begin();
    const token = await platform.join("mallory@example.org");
    const ids = Array.from({ length: NODES }, (_, at) => `a${at}`);
    const graph_data = {
      nodes: [
        { id: "s", type: "start" },
        ...ids.map((id) => ({ id, type: "approval", data: { message: "{{input}}" } })),
      ],
      edges: ids.map((target) => ({ source: "s", target })),
    };
    const body = { name: "w", graph_data };
    const made = await platform.send("POST", "/api/v1/workflows", { token, body });
    const { id: workflowId } = made.json as { readonly id: string };
    const response = await platform.fetch(
      new Request(`http://platform.test/api/v1/workflows/${workflowId}/execute`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ input: ASKED }),
      }),
    );
    await response.body?.cancel();
    const runId = response.headers.get("x-execution-id") ?? "";
    const runs = plain.query.selectFrom("workflow_runs").select(["parked", "size", "status"]);
    await until("it waits", async () => (await runs.executeTakeFirst())?.parked === 1);
    // What is asked counts, besides the event that tells it.
    const { size } = await runs.executeTakeFirstOrThrow();
    expect(size).toBeGreaterThan(2 * NODES * Buffer.byteLength(ASKED));

    const path = "/api/v1/workflows/approvals";
    const list = async (query: string): Promise<Page> =>
      (await platform.send("GET", `${path}?${query}`, { token })).json as Page;
    const far = await platform.send("GET", `${path}?limit=1&offset=1000000`, { token });
    expect(far.status).toBe(400);
    asked.splice(0);
    expect(await list("limit=2&offset=7")).toMatchObject({
      items: [{ message: ASKED }, {}],
      next_offset: 9,
    });
    const read = asked.filter(({ statement }) =>
      /"workflow_(?:waits|questions)"/u.test(statement.sql),
    );
    expect(read.map(({ rows }) => rows)).toEqual([10, 0, 2]);
    if (kind === "sqlite")
      expect(await plansOf(plain, read.slice(0, 2))).toEqual([
        expect.stringMatching(
          /^SEARCH workflow_questions USING COVERING INDEX \w+ \(user_id=\?\)$/u,
        ),
        expect.stringMatching(
          /^SEARCH workflow_questions USING COVERING INDEX \w+ \(owner_id=\?\)$/u,
        ),
      ]);

    // A page has only so many bytes, and all pages together have all.
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: Page = await list(`limit=200&offset=${offset}`);
      expect(page.items.length).toBeLessThanOrEqual(66);
      seen.push(...page.items.map(({ node_id }) => node_id));
      offset = page.next_offset;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());

    const answer = `/api/v1/workflows/executions/${runId}/approvals/a3`;
    await platform.send("POST", answer, { token, body: { approved: true } });
    expect((await list("limit=200")).items.map(({ node_id }) => node_id)).not.toContain("a3");
    await platform.send("POST", `/api/v1/workflows/executions/${runId}/cancel`, { token });
    await until("it is over", async () => (await runs.executeTakeFirst())?.status === "cancelled");
    expect(await list("limit=1")).toEqual({ items: [], next_offset: null });
    await engine.resume(runId);
    expect(await list("limit=1")).toMatchObject({ items: [{ execution_id: runId }] });
    await engine.close(0);
  });
});

interface Page {
  readonly items: readonly { readonly node_id: string }[];
  readonly next_offset: number | null;
}

/** Rows that statements themselves have deleted, and the most that one has. */
function deletedBy(asked: readonly Asked[]): { readonly rows: number; readonly most: number } {
  const counts = asked
    .filter(({ statement }) =>
      /^delete from "workflow_(?:events|steps|waits|runs)"/u.test(statement.sql),
    )
    .map(({ changed }) => changed);
  return { rows: counts.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...counts) };
}

async function countRows({ query }: Database): Promise<number> {
  let total = 0;
  for (const table of TABLES) {
    const { count } = await query
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}

/** A run that has started two others. */
async function addFamily(
  { database: { query }, userId: user_id, workflowId: workflow_id }: Begun,
  { status }: { readonly status: Tables["workflow_runs"]["status"] },
): Promise<void> {
  const times = {
    created_at: OLD,
    updated_at: OLD,
    finished_at: status === "running" ? null : OLD,
  };
  const texts = { graph: "{}", input: "", model: null, history: null, output: null, error: null };
  const work = { wants_cancel: 0, claimed_by: null, claim: 0, attempts: 0 } as const;
  const whose = { workflow_id, workflow_name: "w", user_id, failed_node: null, root_id: "parent" };
  // Nobody takes it up.
  const fixed = { ...texts, ...times, ...work, ...whose, status, lease_until: "9999" };
  for (const id of ["parent", "child-1", "child-2"]) {
    const parent = id === "parent" ? null : "parent";
    await query
      .insertInto("workflow_runs")
      .values({ ...fixed, id, parent_id: parent, parent_node: parent && "n", child_index: null })
      .execute();
    const keys = Array.from({ length: MANY }, (_, at) => at);
    await query
      .insertInto("workflow_events")
      .values(keys.map((position) => ({ run_id: id, position, kind: "k", data: "{}" })))
      .execute();
    await query
      .insertInto("workflow_steps")
      .values(keys.map((at) => ({ run_id: id, node_id: `n${at}`, result: "{}", finished_at: OLD })))
      .execute();
    await query
      .insertInto("workflow_waits")
      .values({
        run_id: id,
        node_id: "n",
        waits_for: "approval",
        memory: null,
        attempt: 1,
        wake_at: null,
        message: "May I?",
        decision: null,
        decided_by: null,
        comment: null,
        created_at: OLD,
      })
      .execute();
  }
}
