import { nodeForms } from "../../run/workflow/index.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
} from "../../../test/support/platform.ts";

/** What is told of a node that is done; how long it took is another each time. */
function completed(node_id: string, output: string): object {
  const duration_ms = expect.any(Number) as number;
  return { event: "node_complete", data: { node_id, output, duration_ms } };
}

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

const SUMMARY = `---
name: summary
description: Sums up.
inputs:
  - { name: style, default: short }
  - { name: article, required: true }
model: { temperature: 0.2, max_tokens: 99 }
---

{{style}}: {{article}}
`;

const OPTIONAL = `---
name: optional
description: Has no required input.
inputs: [{ name: first }, { name: second }]
---

[{{first}}] [{{second}}]
`;

const NONE = `---
name: fixed
description: Has no input.
---

Say something.
`;

interface NodeSpec {
  readonly id: string;
  readonly type: string;
  readonly data?: object;
}

/** Nodes one after the other. */
function chain(...nodes: readonly NodeSpec[]): object {
  return {
    nodes,
    edges: nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id })),
  };
}

const start = { id: "start", type: "start" };
const end = { id: "end", type: "end" };

function lastPrompt(): unknown {
  return models.requests.at(-1)?.body.messages?.at(-1)?.content;
}

function failureOf(node_id: string, error: string): readonly unknown[] {
  return [
    { event: "node_error", data: { node_id, error } },
    { event: "workflow_error", data: { error } },
    { event: "done", data: { status: "error", message: error } },
  ];
}

function ask(data: object): object {
  return chain(start, { id: "ask", type: "llm", data }, end);
}

describeOnDatabases("the API of workflows", ({ open }) => {
  interface Begun extends Platform {
    readonly token: string;
    readonly make: (graph: object, name?: string) => Promise<string>;
    readonly run: (id: string, body?: object) => Promise<Answered>;
  }

  async function begin(): Promise<Begun> {
    const platform = await createPlatform({ database: await open(), modelUrl: models.url });
    await platform.join("root@example.org");
    const token = await platform.join("ada@example.org");
    for (const [name, content] of Object.entries({
      summary: SUMMARY,
      optional: OPTIONAL,
      fixed: NONE,
    }))
      await platform.send("POST", "/api/v1/skills", { token, body: { name, content } });
    const { send } = platform;
    return {
      ...platform,
      token,
      make: async (graph_data, name = "w") => {
        const { json, status, text } = await send("POST", "/api/v1/workflows", {
          token,
          body: { name, graph_data },
        });
        expect(status, text).toBe(201);
        return (json as { readonly id: string }).id;
      },
      run: (id, body = { input: "The news" }) =>
        send("POST", `/api/v1/workflows/${id}/execute`, { token, body }),
    };
  }

  it.each([
    ["start", "The news"],
    ["start.output", "The news"],
    ["input", "The news"],
    ["q", "The news"],
    ["{{start.output}}", "The news"],
    ["{{input}}!", "The news!"],
    ["<{{q}}> and <{{start.output}}>", "<The news> and <The news>"],
    ["concise", "concise"],
    ["concise and short", "concise and short"],
    ["{{nobody.output}}", "{{nobody.output}}"],
    ["end", "end"],
    [7, "7"],
    [true, "true"],
  ])("[AF-12] gives a skill %j of its mappings as %j", async (value, expected) => {
    const { make, run } = await begin();
    const id = await make(
      chain(
        { ...start, data: { inputVariable: "q" } },
        {
          id: "sum",
          type: "skill",
          data: { skillName: "summary", inputMappings: { article: value, style: "long" } },
        },
        end,
      ),
    );
    const { text } = await run(id);
    expect(eventsOf(text).at(-1)).toEqual({
      event: "done",
      data: { status: "success", message: "Workflow completed" },
    });
    expect(lastPrompt()).toBe(`long: ${expected}`);
  });

  it.each([
    ["summary", "short: The news"],
    ["optional", "[The news] []"],
    ["fixed", "Say something."],
  ])("[AF-12] gives %s without mappings what comes before it", async (skillName, prompt) => {
    const { make, run } = await begin();
    const node = { id: "s", type: "skill", data: { skillName, inputMappings: {} } };
    const { text } = await run(await make(chain(start, node, end)));
    expect(eventsOf(text).at(-2)).toEqual({
      event: "workflow_complete",
      data: { final_output: "Good day" },
    });
    expect(lastPrompt()).toBe(prompt);
  });

  it("[AF-12] tells every step of a skill in a workflow, in its order", async () => {
    const { make, run } = await begin();
    const id = await make(
      chain(start, { id: "s", type: "skill", data: { skillName: "fixed" } }, end),
      "Greeting",
    );
    const { text, headers } = await run(id);
    const node_id = "s";
    const execution_id = headers.get("x-execution-id");
    const thought = (type: string, more: object): object => ({
      event: "thought",
      data: { node_id, type, type_detail: type, ...more },
    });
    expect(eventsOf(text)).toEqual([
      {
        event: "workflow_start",
        data: { workflow_id: id, workflow_name: "Greeting", execution_id },
      },
      { event: "node_start", data: { node_id: "start", node_type: "start" } },
      completed("start", "The news"),
      { event: "node_start", data: { node_id, node_type: "skill" } },
      thought("validation", { status: "start" }),
      thought("validation", { status: "complete", message: "All required inputs provided" }),
      thought("substitution", { status: "start" }),
      thought("substitution", { status: "complete", message: "Variables substituted" }),
      thought("generation", { status: "start" }),
      { event: "token", data: { node_id, content: "Good" } },
      { event: "token", data: { node_id, content: " day" } },
      completed(node_id, "Good day"),
      { event: "node_start", data: { node_id: "end", node_type: "end" } },
      completed("end", "Good day"),
      { event: "workflow_complete", data: { final_output: "Good day" } },
      { event: "done", data: { status: "success", message: "Workflow completed" } },
    ]);
  });

  it("[AF-12] refuses skills of others, and names what is missing", async () => {
    const { make, run, join, send } = await begin();
    const bob = await join("bob@example.org");
    await send("POST", "/api/v1/skills", {
      token: bob,
      body: { name: "secret", content: NONE.replace("fixed", "secret") },
    });
    const fails = async (data: object): Promise<readonly unknown[]> => {
      const { text } = await run(await make(chain(start, { id: "s", type: "skill", data }, end)));
      return eventsOf(text).slice(-3);
    };
    expect(await fails({})).toEqual(failureOf("s", "Skill not selected"));
    expect(await fails({ skillName: "secret" })).toEqual(
      failureOf("s", "Failed to load skill 'secret': Skill 'secret' not found"),
    );
    expect(await fails({ skillName: "summary", inputMappings: { style: "long" } })).toEqual(
      failureOf("s", "Missing required input: 'article'"),
    );
  });

  it("[AF-13] lets a skill be the instructions of a model, with its temperature", async () => {
    const { make, run } = await begin();
    const id = await make(
      chain(
        start,
        {
          id: "ask",
          type: "llm",
          data: { systemPrompt: "Not this.", temperature: 1.5, skillName: "summary" },
        },
        end,
      ),
    );
    const { text } = await run(id);
    expect(eventsOf(text)).toContainEqual({
      event: "thought",
      data: {
        node_id: "ask",
        type: "skill_loaded",
        type_detail: "skill_loaded",
        skill_name: "summary",
        has_prompt: true,
        has_model_config: true,
      },
    });
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 0.2,
      messages: [
        { role: "system", content: "{{style}}: {{article}}" },
        { role: "user", content: "The news" },
      ],
    });
  });

  it("[AF-13] keeps the settings of a node where the skill has none, and fills in templates", async () => {
    const { make, run } = await begin();
    await run(await make(ask({ temperature: 1.5, skillName: "fixed" })));
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 1.5,
      messages: [{ content: "Say something." }, { content: "The news" }],
    });
    await run(await make(ask({ systemPrompt: "About {{start.output}} and {{ input }}" })));
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 0.7,
      messages: [{ content: "About The news and {{ input }}" }, { content: "The news" }],
    });
    await run(await make(ask({})));
    expect(models.requests.at(-1)?.body.messages?.[0]?.content).toBe(
      "You are a helpful assistant.",
    );
  });

  it("waits for all branches at a join, and passes over those not taken", async () => {
    const { make, run } = await begin();
    const nodes = [
      start,
      { id: "is-long", type: "condition", data: { expression: "{{input}} contains 'long'" } },
      { id: "a", type: "llm", data: { systemPrompt: "A" } },
      { id: "b", type: "llm", data: { systemPrompt: "B" } },
      { id: "c", type: "llm", data: { systemPrompt: "C" } },
      {
        id: "join",
        type: "llm",
        data: { systemPrompt: "[{{a.output}}|{{b.output}}|{{c.output}}]" },
      },
      end,
    ];
    const edges = [
      { source: "start", target: "is-long" },
      { source: "start", target: "c" },
      { source: "is-long", target: "a", sourceHandle: "true" },
      { source: "is-long", target: "b", sourceHandle: "false" },
      { source: "b", target: "join" },
      { source: "a", target: "join" },
      { source: "c", target: "join" },
      { source: "join", target: "end" },
    ];
    const id = await make({ nodes, edges });
    const before = models.requests.length;
    const { text } = await run(id, { input: "a long one" });
    const calls = models.requests.slice(before).map(({ body }) => body.messages?.[0]?.content);
    expect(new Set(calls.slice(0, 2))).toEqual(new Set(["A", "C"]));
    expect(calls.slice(2)).toEqual(["[Good day||Good day]"]);
    expect(eventsOf(text)).toContainEqual(completed("is-long", "a long one"));
    expect(eventsOf(text).at(-1)?.data).toMatchObject({ status: "success" });
  });

  it.each([
    [{ nodes: [end], edges: [] }, "Workflow has no start node"],
    [
      {
        nodes: [start, { id: "a", type: "llm" }, { id: "b", type: "llm" }],
        edges: [
          { source: "a", target: "b" },
          { source: "b", target: "a" },
        ],
      },
      "Workflow contains a cycle",
    ],
    [
      { nodes: [start], edges: [{ id: "e1", source: "start", target: "gone" }] },
      "Edge 'e1' names node 'gone', which does not exist",
    ],
  ])("keeps a graph that cannot run, and says so when it is run", async (graph, error) => {
    const { make, run, send, token } = await begin();
    const id = await make(graph);
    const { json } = await send("GET", `/api/v1/workflows/${id}`, { token });
    const { problems } = json as { readonly problems: readonly { readonly message: string }[] };
    expect(problems[0]?.message.startsWith(error)).toBe(true);
    const events = eventsOf((await run(id)).text);
    expect(events.map(({ event }) => event)).toEqual(["workflow_start", "workflow_error", "done"]);
    expect(events[1]?.data).toMatchObject({ error });
    expect(events[2]?.data).toEqual({ status: "error", message: error });
  });

  it("resumes a failed run at the node that failed, and calls no other again", async () => {
    const { make, run, send, token } = await begin();
    const id = await make(
      chain(
        start,
        { id: "one", type: "llm", data: { systemPrompt: "1" } },
        { id: "two", type: "llm", data: { systemPrompt: "2" } },
        end,
      ),
    );
    models.answer({ words: ["Good", " day"] }, { status: 400 });
    const before = models.requests.length;
    const { text, headers } = await run(id);
    expect(eventsOf(text).slice(-3)).toEqual([
      {
        event: "node_error",
        data: { node_id: "two", error: "LLM call failed", reason: "refused-request" },
      },
      { event: "workflow_error", data: { error: "LLM call failed" } },
      { event: "done", data: { status: "error", message: "LLM call failed" } },
    ]);
    const execution = headers.get("x-execution-id");
    const path = `/api/v1/workflows/executions/${execution}`;
    expect((await send("GET", path, { token })).json).toMatchObject({
      status: "failed",
      failed_node: "two",
      error: "LLM call failed",
      nodes: [
        { node_id: "start", output: "The news" },
        { node_id: "one", output: "Good day" },
      ],
    });
    models.answer({ words: ["At", " last"] });
    const resumed = eventsOf((await send("POST", `${path}/resume`, { token })).text);
    expect(resumed[0]).toMatchObject({ event: "workflow_start", data: { resumed: true } });
    expect(resumed[1]).toEqual({ event: "node_start", data: { node_id: "two", node_type: "llm" } });
    expect(resumed.at(-1)).toEqual({
      event: "done",
      data: { status: "success", message: "Workflow completed" },
    });
    const systems = models.requests.slice(before).map(({ body }) => body.messages?.[0]?.content);
    expect(systems).toEqual(["1", "2", "2"]);
    expect((await send("GET", path, { token })).json).toMatchObject({
      status: "completed",
      output: "At last",
      error: null,
    });
    expect((await send("POST", `${path}/resume`, { token })).status).toBe(409);
    const all = eventsOf((await send("GET", `${path}/events`, { token })).text);
    expect(all.filter(({ event }) => event === "done")).toHaveLength(1);
    const last = eventsOf(
      (await send("GET", `${path}/events`, { token, headers: { "last-event-id": "3" } })).text,
    );
    expect(last).toEqual(all.slice(3));
    expect(eventsOf((await send("GET", `${path}/events?after=3`, { token })).text)).toEqual(last);
  });

  it("goes on when the client goes away, and ends when it is cancelled", async () => {
    const { make, fetch, send, token } = await begin();
    const id = await make(
      chain(start, { id: "one", type: "llm" }, { id: "two", type: "llm" }, end),
    );
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const hold = (index: number): Promise<void> => {
      if (index === 1) asked.resolve();
      return index === 1 ? gate.promise : Promise.resolve();
    };
    const execute = (): Promise<Response> =>
      fetch(
        new Request(`http://platform.test/api/v1/workflows/${id}/execute`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ input: "Hello" }),
        }),
      );
    models.answer({ words: ["Good", " day"], beforeWord: hold }, { words: ["Bye"] });
    const response = await execute();
    expect(response.status).toBe(200);
    const path = `/api/v1/workflows/executions/${response.headers.get("x-execution-id")}`;
    await asked.promise;
    await response.body?.cancel();
    gate.resolve();
    const followed = eventsOf((await send("GET", `${path}/events`, { token })).text);
    expect(followed.slice(-2)).toEqual([
      { event: "workflow_complete", data: { final_output: "Bye" } },
      { event: "done", data: { status: "success", message: "Workflow completed" } },
    ]);

    const never = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    models.answer({
      words: ["Good", " day"],
      beforeWord: (index) => {
        if (index === 1) again.resolve();
        return index === 1 ? never.promise : Promise.resolve();
      },
    });
    const second = await execute();
    const other = `/api/v1/workflows/executions/${second.headers.get("x-execution-id")}`;
    await again.promise;
    expect((await send("POST", `${other}/cancel`, { token })).status).toBe(202);
    const told = eventsOf(await second.text());
    expect(told.slice(-2)).toEqual([
      { event: "workflow_error", data: { error: "Workflow cancelled" } },
      { event: "done", data: { status: "error", message: "Workflow cancelled" } },
    ]);
    never.resolve();
    expect((await send("GET", other, { token })).json).toMatchObject({ status: "cancelled" });
    expect((await send("POST", `${other}/cancel`, { token })).status).toBe(409);
    expect(
      (await send("GET", `/api/v1/workflows/executions?workflow_id=${id}`, { token })).json,
    ).toMatchObject({ total: 2, items: [{ status: "cancelled" }, { status: "completed" }] });
  });

  it("keeps workflows of others out of reach, unless they are shared", async () => {
    const { make, run, send, token, join } = await begin();
    const graph = chain(start, end);
    const id = await make(graph, "Mine");
    const { headers } = await run(id);
    const bob = await join("bob@example.org");
    const path = `/api/v1/workflows/${id}`;
    const asBob = async (method: string, at = path, body?: object): Promise<number> =>
      (await send(method, at, { token: bob, ...(body === undefined ? {} : { body }) })).status;
    expect(await asBob("GET")).toBe(404);
    expect(await asBob("PUT", path, { name: "x" })).toBe(404);
    expect(await asBob("DELETE")).toBe(404);
    expect(await asBob("GET", `${path}/export`)).toBe(404);
    expect(await asBob("POST", `${path}/execute`, { input: "x" })).toBe(404);
    const execution = `/api/v1/workflows/executions/${headers.get("x-execution-id")}`;
    for (const [method, at] of [
      ["GET", execution],
      ["GET", `${execution}/events`],
      ["POST", `${execution}/resume`],
      ["POST", `${execution}/cancel`],
    ] as const)
      expect(await asBob(method, at)).toBe(404);
    expect((await send("GET", "/api/v1/workflows", { token: bob })).json).toMatchObject({
      total: 0,
    });
    const sharing = { visibility: "public", team_id: null };
    expect(await asBob("PUT", `${path}/sharing`, sharing)).toBe(404);
    const shared = await send("PUT", `${path}/sharing`, { token, body: sharing });
    expect([shared.status, shared.json]).toEqual([200, sharing]);
    expect((await send("GET", `${path}/sharing`, { token })).json).toEqual(sharing);
    expect(await asBob("GET", `${path}/sharing`)).toBe(403);
    expect(await asBob("GET")).toBe(200);
    expect(await asBob("POST", `${path}/execute`, { input: "x" })).toBe(200);
    expect(await asBob("PUT", path, { name: "x" })).toBe(403);
    expect(await asBob("DELETE")).toBe(403);
    expect((await send("GET", "/api/v1/workflows", { token: bob })).json).toMatchObject({
      total: 1,
    });
    expect((await send("DELETE", path, { token })).status).toBe(204);
    expect((await send("GET", path, { token })).status).toBe(404);
  });

  it("gives a workflow back as it was written, exported and imported too", async () => {
    const { make, send, token } = await begin();
    const graph = {
      nodes: [
        { ...start, position: { x: 1, y: 2 } },
        { id: "a", type: "llm", data: { note: "n" } },
      ],
      edges: [{ id: "e", source: "start", target: "a", animated: true, sourceHandle: null }],
      viewport: { zoom: 2 },
    };
    const id = await make(graph, "Mine");
    const read = await send("GET", `/api/v1/workflows/${id}`, { token });
    expect(read.json).toMatchObject({ name: "Mine", description: null, graph_data: graph });
    const exported = await send("GET", `/api/v1/workflows/${id}/export`, { token });
    expect(exported.json).toEqual({
      version: 1,
      name: "Mine",
      description: null,
      graph_data: graph,
    });
    const imported = await send("POST", "/api/v1/workflows/import", { token, body: exported.json });
    expect([imported.status, imported.json]).toMatchObject([201, { graph_data: graph }]);
    const path = `/api/v1/workflows/${id}/export?envelope=true`;
    const wrapped = await send("GET", path, { token });
    expect(wrapped.json).toEqual({
      version: 1,
      workflow: { name: "Mine", description: null, graph_data: graph },
    });
    const unwrapped = await send("POST", "/api/v1/workflows/import", { token, body: wrapped.json });
    expect([unwrapped.status, unwrapped.json]).toMatchObject([
      201,
      { name: "Mine", graph_data: graph, losses: [] },
    ]);
    const refused = await send("POST", "/api/v1/workflows/import", {
      token,
      body: { ...(exported.json as object), version: 2 },
    });
    expect([refused.status, refused.json]).toEqual([
      400,
      { detail: { field: "version", message: "Unsupported version, expected 1" } },
    ]);
    const change = (body: object, version: string): Promise<Answered> =>
      send("PUT", `/api/v1/workflows/${id}`, { token, body, headers: { "if-match": version } });
    const etag = read.headers.get("etag") ?? "";
    const renamed = await change({ name: "Other" }, etag);
    expect([renamed.status, renamed.json]).toMatchObject([
      200,
      { name: "Other", graph_data: graph },
    ]);
    expect((await change({ name: "Third" }, etag)).status).toBe(412);
  });

  it.each([
    [{ name: "" }, "name", "Workflow name must have between 1 and 255 characters"],
    [
      { name: "w", graph_data: { nodes: [{ id: "a", type: "magic" }] } },
      "graph_data.nodes.0.type",
      `Unknown node type \`magic\`, expected one of ${nodeForms()
        .map(({ type }) => type)
        .join(", ")}`,
    ],
    [
      {
        name: "w",
        graph_data: { nodes: [{ id: "a", type: "llm", data: { temperature: "hot" } }] },
      },
      "graph_data.nodes.0.data.temperature",
      "Invalid input: expected number, received string",
    ],
  ])("refuses %j", async (body, field, message) => {
    const { send, token } = await begin();
    const { status, json } = await send("POST", "/api/v1/workflows", { token, body });
    expect([status, json]).toEqual([400, { detail: { field, message } }]);
  });

  it("refuses an empty input, a missing model, and more than ten runs a minute", async () => {
    const { make, run } = await begin();
    const id = await make(chain(start, end));
    expect((await run(id, { input: "" })).json).toEqual({
      detail: { field: "input", message: "Input cannot be empty" },
    });
    expect((await run(id, { input: "x", model: "nobody:x" })).status).toBe(400);
    for (let count = 2; count < 10; count += 1) expect((await run(id)).status).toBe(200);
    expect((await run(id)).status).toBe(429);
  });

  it("says that requests and code are switched off", async () => {
    const { make, run } = await begin();
    const fails = async (type: string, data: object): Promise<unknown> => {
      const { text } = await run(await make(chain(start, { id: "n", type, data }, end)));
      return eventsOf(text).find(({ event }) => event === "node_error")?.data;
    };
    expect(await fails("http", { url: "https://example.org" })).toEqual({
      node_id: "n",
      error:
        "HTTP nodes are switched off; the operator can allow them with the setting `httpNodes`",
    });
    expect(await fails("code", { code: "print(1)" })).toEqual({
      node_id: "n",
      error:
        "Code nodes are switched off; the operator can allow them with the setting `codeNodes`",
    });
    expect(await fails("knowledge", {})).toEqual({
      node_id: "n",
      error: "Knowledge base not configured",
    });
    expect(await fails("condition", { expression: "{{input}} ===" })).toEqual({
      node_id: "n",
      error: "Condition cannot be read: Unexpected end, expected a value (at 14)",
    });
  });
});
