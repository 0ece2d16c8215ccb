/** What runs cost, whatever becomes of them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { readModelSettings } from "../../run/models/index.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

interface RunLine {
  readonly kind: string;
  readonly id: string;
}

interface Begun extends Platform {
  readonly token: string;
  readonly runs: () => Promise<readonly RunLine[]>;
  readonly execute: (nodes: readonly object[]) => Promise<string>;
}

const PRICE = { input: 1_000_000, output: 2_000_000 };

describeOnDatabases("spending", ({ open }) => {
  async function begin(): Promise<Begun> {
    const provider = {
      kind: "openai-compatible",
      baseUrl: models.url,
      models: [{ id: "small", price: PRICE }],
    };
    const platform = await createPlatform({
      database: await open(),
      models: readModelSettings({ default: "local:small", providers: { local: provider } }),
    });
    const token = await platform.join("ada@example.org");
    await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "greet", content: "---\nname: greet\n---\n\nSay hello.\n" },
    });
    return {
      ...platform,
      token,
      runs: async () => {
        const { json } = await platform.send("GET", "/api/v1/runs", { token });
        return (json as { readonly runs: readonly RunLine[] }).runs;
      },
      execute: async (nodes) => {
        const all = [{ id: "start", type: "start" }, ...nodes] as { readonly id: string }[];
        const edges = all.slice(1).map(({ id }, at) => ({ source: all[at]?.id ?? "", target: id }));
        const made = await platform.send("POST", "/api/v1/workflows", {
          token,
          body: { name: "w", graph_data: { nodes: all, edges } },
        });
        const { id } = made.json as { readonly id: string };
        const ran = await platform.send("POST", `/api/v1/workflows/${id}/execute`, {
          token,
          body: { input: "Go" },
        });
        return ran.headers.get("x-execution-id") ?? "";
      },
    };
  }

  const said = { model: "local:small", input_tokens: 11, output_tokens: 2, cost: 15 };

  it("[AF-09] knows what a run has cost whose answer was cut", async () => {
    const { send, token, runs } = await begin();
    models.answer({ words: ["Good", " day"], ending: "silent" });
    const { text } = await send("POST", "/api/v1/skills/greet/run", { token });
    expect(eventsOf(text).at(-1)).toMatchObject({ data: { status: "error" } });
    // 31 letters of the system and 10 of the user are eleven tokens, where four letters are one.
    expect(await runs()).toMatchObject([{ kind: "skill", status: "error", ...said }]);
    models.answer({ status: 400 });
    await send("POST", "/api/v1/skills/greet/run", { token });
    expect((await runs())[0]).toMatchObject({
      model: "local:small",
      input_tokens: null,
      output_tokens: null,
      cost: null,
    });
    const { text: metrics } = await send("GET", "/metrics");
    expect(metrics).toContain('tokens_total{model="local:small",direction="output"} 2\n');
  });

  it("[AF-09] knows what a run has cost whose client went away", async () => {
    const { fetch, token, runs } = await begin();
    models.answer({ words: ["Good", " day"], ending: "hang" });
    const response = await fetch(
      new Request("http://platform.test/api/v1/skills/greet/run", {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes(" day")) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await until("the run is written down", async () => (await runs()).length === 1);
    expect(await runs()).toMatchObject([{ kind: "skill", status: "cancelled", ...said }]);
  });

  it("[AF-12] lists runs of workflows with what all of their nodes have cost", async () => {
    const { execute, runs, send } = await begin();
    models.answer({ words: ["a", "b"] });
    const id = await execute([
      { id: "one", type: "skill", data: { skillName: "greet" } },
      { id: "two", type: "llm" },
    ]);
    expect(await runs()).toMatchObject([
      {
        id,
        kind: "workflow",
        status: "success",
        message: "Workflow completed",
        model: "local:small",
        input_tokens: 14,
        output_tokens: 4,
        cost: 22,
      },
    ]);
    const { text } = await send("GET", "/metrics");
    expect(text).toContain('skillwright_runs_total{kind="workflow",status="success"} 1\n');
    expect(text).toContain('tokens_total{model="local:small",direction="input"} 14\n');
    expect(text).toContain('skillwright_cost_total{model="local:small"} 22\n');
  });

  it("[AF-12] counts what a failed node has cost, and goes on counting when it is resumed", async () => {
    const { execute, runs, send, token } = await begin();
    models.answer({ words: ["a", "b"] }, { words: ["Good", " day"], ending: "silent" });
    const id = await execute([
      { id: "one", type: "skill", data: { skillName: "greet" } },
      { id: "two", type: "skill", data: { skillName: "greet" } },
    ]);
    const first = { id, kind: "workflow", status: "error", model: "local:small" };
    expect(await runs()).toMatchObject([{ ...first, input_tokens: 7 + 11, output_tokens: 2 + 2 }]);
    models.answer({ words: ["x", "y", "z"] });
    await send("POST", `/api/v1/workflows/executions/${id}/resume`, { token });
    expect(await runs()).toMatchObject([
      { id, status: "success", input_tokens: 7 + 11 + 7, output_tokens: 2 + 2 + 3 },
    ]);
  });
});
