/** Runs that wait: for a moment, for a person, for other runs. Nothing of them is in memory meanwhile. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
  unlimited,
} from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { type Database, openDatabase } from "../data/index.ts";

interface NodeSpec {
  readonly id: string;
  readonly type: string;
  readonly data?: object;
}

const start = { id: "start", type: "start" };
const end = { id: "end", type: "end" };

/** Nodes one after the other, between a start and an end. */
function chain(...nodes: readonly NodeSpec[]): object {
  const all = [start, ...nodes, end];
  return {
    nodes: all,
    edges: all.slice(1).map(({ id }, index) => ({ source: all[index]?.id, target: id })),
  };
}

function finalOf({ text }: Answered): unknown {
  return eventsOf(text).find(({ event }) => event === "workflow_complete")?.data;
}

describeOnDatabases("a run that waits", ({ newAddress }) => {
  let address = "";
  let database: Database;
  let platform: Platform;
  let ada = "";
  let bob = "";

  async function open(): Promise<void> {
    database = await openDatabase({ address });
    platform = await createPlatform({
      database,
      workflows: { address, pollMs: 20 },
      more: { limiter: unlimited(database) },
    });
    platform.ports.workflows.engine.begin();
  }
  async function close(): Promise<void> {
    await platform.ports.workflows.engine.close(0);
    await database.close();
  }
  beforeAll(async () => {
    address = await newAddress();
    await open();
    await platform.join("root@example.org");
    ada = await platform.join("ada@example.org");
    bob = await platform.join("bob@example.org");
  });
  afterAll(close);

  async function make(graph_data: object, name = "w", token = ada): Promise<string> {
    const body = { name, graph_data };
    const made = await platform.send("POST", "/api/v1/workflows", { token, body });
    expect(made.status, made.text).toBe(201);
    return (made.json as { readonly id: string }).id;
  }

  function run(id: string, input = "Hi", token = ada): Promise<Answered> {
    return platform.send("POST", `/api/v1/workflows/${id}/execute`, { token, body: { input } });
  }

  /** Begins a run without waiting for its end. */
  async function begin(id: string, input = "Hi"): Promise<string> {
    const response = await platform.fetch(
      new Request(`http://platform.test/api/v1/workflows/${id}/execute`, {
        method: "POST",
        headers: { authorization: `Bearer ${ada}`, "content-type": "application/json" },
        body: JSON.stringify({ input }),
      }),
    );
    await response.body?.cancel();
    return response.headers.get("x-execution-id") ?? "";
  }

  interface Detail {
    readonly status: string;
    readonly output: unknown;
    readonly error: string | null;
    readonly waits: readonly { readonly node_id: string; readonly waits_for: string }[];
  }

  async function detail(id: string): Promise<Detail> {
    const path = `/api/v1/workflows/executions/${id}`;
    return (await platform.send("GET", path, { token: ada })).json as Detail;
  }

  async function parked(id: string): Promise<boolean> {
    const { query } = database;
    const row = query.selectFrom("workflow_runs").select("parked").where("id", "=", id);
    return (await row.executeTakeFirstOrThrow()).parked === 1;
  }

  async function ended(id: string): Promise<Detail> {
    await until("it has ended", async () => (await detail(id)).status !== "running");
    return await detail(id);
  }

  it("fills in templates and names values", async () => {
    const id = await make(
      chain(
        { id: "list", type: "template", data: { template: '["a", "{{input}}"]', format: "json" } },
        {
          id: "vars",
          type: "variables",
          data: { values: { all: "{{list.output}}", x: "<{{input}}>" } },
        },
        {
          id: "text",
          type: "template",
          data: { template: "{{vars.output.x}} {{vars.output.all.1}}" },
        },
      ),
    );
    expect(finalOf(await run(id))).toEqual({ final_output: "<Hi> Hi" });
  });

  it("goes on when its time has come, after a restart too, and tells the wait once", async () => {
    const id = await begin(await make(chain({ id: "nap", type: "wait", data: { seconds: 1 } })));
    await until("it waits", () => parked(id));
    expect(await detail(id)).toMatchObject({
      status: "running",
      waits: [{ node_id: "nap", waits_for: "timer" }],
    });
    await close();
    await open();
    expect(await ended(id)).toMatchObject({ status: "completed", output: "Hi", waits: [] });
    const path = `/api/v1/workflows/executions/${id}/events`;
    const { text } = await platform.send("GET", path, { token: ada });
    expect(
      eventsOf(text).map(({ event, data }) => [event, (data as { node_id?: string }).node_id]),
    ).toEqual([
      ["workflow_start", undefined],
      ["node_start", "start"],
      ["node_complete", "start"],
      ["node_start", "nap"],
      ["node_wait", "nap"],
      ["node_complete", "nap"],
      ["node_start", "end"],
      ["node_complete", "end"],
      ["workflow_complete", undefined],
      ["done", undefined],
    ]);
  });

  const gate = {
    nodes: [
      start,
      { id: "gate", type: "approval", data: { message: "Send {{input}}?" } },
      { id: "yes", type: "template", data: { template: "sent" } },
      { id: "no", type: "template", data: { template: "not sent: {{gate.error}}" } },
    ],
    edges: [
      { source: "start", target: "gate" },
      { source: "gate", target: "yes", sourceHandle: "approved" },
      { source: "gate", target: "no", sourceHandle: "refused" },
    ],
  };

  function decide(id: string, approved: boolean, token: string, comment = ""): Promise<Answered> {
    const path = `/api/v1/workflows/executions/${id}/approvals/gate`;
    return platform.send("POST", path, { token, body: { approved, comment } });
  }

  it("[BX-14] goes on at the word of somebody who may give it, once, over a restart", async () => {
    const id = await begin(await make(gate));
    await until("it waits", () => parked(id));
    const { json } = await platform.send("GET", "/api/v1/workflows/approvals", { token: ada });
    expect(json).toMatchObject({
      items: [{ execution_id: id, node_id: "gate", message: "Send Hi?" }],
    });
    const others = await platform.send("GET", "/api/v1/workflows/approvals", { token: bob });
    expect(others.json).toEqual({ items: [], next_offset: null });
    expect((await decide(id, true, bob)).status).toBe(404);
    const body = { name: "agent", scopes: ["workflows:run", "workflows:read"] };
    const made = await platform.send("POST", "/api/v1/auth/tokens", { token: ada, body });
    const { token } = made.json as { readonly token: string };
    expect((await decide(id, true, token)).status).toBe(403);
    await close();
    await open();
    expect(await detail(id)).toMatchObject({ status: "running" });
    expect((await decide(id, true, ada)).status).toBe(204);
    expect(await ended(id)).toMatchObject({ status: "completed", output: "sent" });
    expect((await decide(id, false, ada)).status).toBe(409);
  });

  it("takes the other way where it is refused, and ends when it is cancelled", async () => {
    const flow = await make(gate);
    const [refused, cancelled] = [await begin(flow), await begin(flow)];
    await until("both wait", async () => (await parked(refused)) && (await parked(cancelled)));
    await decide(refused, false, ada, "too early");
    expect(await ended(refused)).toMatchObject({ output: "not sent: too early" });
    await platform.send("POST", `/api/v1/workflows/executions/${cancelled}/cancel`, { token: ada });
    expect(await ended(cancelled)).toMatchObject({ status: "cancelled" });
  });

  it("runs a workflow for each item of a list, some at a time, in their order", async () => {
    await make(
      chain({ id: "t", type: "template", data: { template: "{{run.index}}:{{input}}" } }),
      "one",
    );
    const data = { workflow: "one", concurrency: 2 };
    const id = await make(chain({ id: "each", type: "iterate", data }));
    expect(finalOf(await run(id, "a\nb\nc"))).toEqual({ final_output: ["0:a", "1:b", "2:c"] });
    const few = await make(chain({ id: "each", type: "iterate", data: { ...data, maxItems: 2 } }));
    expect((await run(few, "a\nb\nc")).text).toContain("The list has more than 2 items");
    const { json } = await platform.send("GET", `/api/v1/workflows/executions?workflow_id=${id}`, {
      token: ada,
    });
    // What a run has started is listed under it.
    const [parent] = (json as { items: { id: string }[] }).items;
    const children = `/api/v1/workflows/executions?parent_id=${parent?.id}`;
    expect((await platform.send("GET", children, { token: ada })).json).toMatchObject({ total: 3 });
  });

  it("repeats a workflow until a condition holds, or as often as it may", async () => {
    await make(chain({ id: "t", type: "template", data: { template: "{{input}}x" } }), "grow");
    const loop = (more: object): object =>
      chain({ id: "loop", type: "loop", data: { workflow: "grow", ...more } });
    const grown = await make(loop({ until: "{{round.output}} contains 'xxx'" }));
    expect(finalOf(await run(grown, "-"))).toEqual({ final_output: "-xxx" });
    const bounded = await make(loop({ maxRounds: 2 }));
    expect(finalOf(await run(bounded, "-"))).toEqual({ final_output: "-xx" });
  });

  it("[BX-14] starts no workflow that its user may not see, and not without end", async () => {
    const hidden = await make(chain(), "hidden", bob);
    const asking = await make(chain({ id: "sub", type: "workflow", data: { workflow: hidden } }));
    expect((await run(asking)).text).toContain(`Workflow ${hidden} not found`);
    const endless = await make(
      chain({ id: "sub", type: "workflow", data: { workflow: "self" } }),
      "self",
    );
    expect((await run(endless)).text).toContain("more than 5 levels deep");
  });

  it("ends with the runs that it has started", async () => {
    await make(chain({ id: "nap", type: "wait", data: { seconds: 3600 } }), "sleeper");
    const id = await begin(
      await make(chain({ id: "sub", type: "workflow", data: { workflow: "sleeper" } })),
    );
    await until("it waits", () => parked(id));
    const path = `/api/v1/workflows/executions?parent_id=${id}`;
    const children = async (): Promise<readonly { readonly status: string }[]> =>
      ((await platform.send("GET", path, { token: ada })).json as { items: { status: string }[] })
        .items;
    await until("its child is there", async () => (await children()).length === 1);
    await platform.send("POST", `/api/v1/workflows/executions/${id}/cancel`, { token: ada });
    expect(await ended(id)).toMatchObject({ status: "cancelled" });
    await until("its child has ended", async () => (await children())[0]?.status === "cancelled");
  });
});
