import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf } from "../../../test/support/platform.ts";
import { createFakeClock } from "../../platform/machine/index.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

const graph_data = {
  nodes: [
    { id: "start", type: "start" },
    { id: "plain", type: "llm", data: { systemPrompt: "Plain" } },
    { id: "aware", type: "llm", data: { systemPrompt: "Aware", inheritChatHistory: true } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "plain" },
    { source: "plain", target: "aware" },
    { source: "aware", target: "end" },
  ],
};

describeOnDatabases("a workflow in a chat", ({ open }) => {
  it("answers in place of the model, and its answer is kept", async () => {
    const { send, join, settle } = await createPlatform({
      database: await open(),
      modelUrl: models.url,
    });
    await join("root@example.org");
    const token = await join("ada@example.org");
    const made = await send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data },
    });
    const { id: workflow_id } = made.json as { readonly id: string };
    const say = (message: string, more: object = {}): ReturnType<typeof send> =>
      send("POST", "/api/v1/chat/completions", {
        token,
        body: { session_id: "s1", message, ...more },
      });
    models.answer({ words: ["Hi"] });
    await say("Hello");
    models.answer({ words: ["Good", " day"] });
    // It wins over the name of a skill.
    const { text } = await say("@summary The news", { workflow_id });
    const events = eventsOf(text);
    expect(events[0]).toMatchObject({ event: "workflow_start", data: { workflow_id } });
    expect(events.slice(-2)).toEqual([
      { event: "workflow_complete", data: { final_output: "Good day" } },
      { event: "done", data: { status: "success", message: "Workflow completed" } },
    ]);
    const asked = models.requests.slice(-2).map(({ body }) => body.messages ?? []);
    expect(asked[0]?.map(({ content }) => content)).toEqual(["Plain", "@summary The news"]);
    expect(asked[1]?.map(({ content }) => content)).toEqual(["Aware", "Hello", "Hi", "Good day"]);
    expect((await send("GET", "/api/v1/chat/sessions/s1", { token })).json).toMatchObject({
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "@summary The news" },
        { role: "assistant", content: "Good day" },
      ],
    });
    models.answer({ status: 400 });
    const failed = eventsOf((await say("Again", { workflow_id })).text);
    expect(failed.at(-1)?.data).toEqual({ status: "error", message: "LLM call failed" });
    await settle();
    const bob = await join("bob@example.org");
    const foreign = await send("POST", "/api/v1/chat/completions", {
      token: bob,
      body: { session_id: "s2", message: "Hello", workflow_id },
    });
    expect(foreign.status).toBe(404);
    expect((await send("GET", "/api/v1/chat/sessions", { token: bob })).json).toMatchObject({
      total: 0,
    });
  });

  it("[BX-14] ends after five minutes, also where whoever asked has gone away", async () => {
    const clock = createFakeClock(Date.parse("2026-01-01T00:00:00Z"));
    const database = await open();
    const { send, join, fetch, settle } = await createPlatform({
      database,
      clock,
      modelUrl: models.url,
    });
    const token = await join("ada@example.org");
    const waiting = {
      nodes: [
        { id: "start", type: "start" },
        { id: "wait", type: "wait", data: { seconds: 86_400 } },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "wait" },
        { source: "wait", target: "end" },
      ],
    };
    const made = await send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data: waiting },
    });
    const { id: workflow_id } = made.json as { readonly id: string };
    const answer = await fetch(
      new Request("http://127.0.0.1/api/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ session_id: "s1", message: "Hello", workflow_id }),
      }),
    );
    const path = `/api/v1/workflows/executions/${answer.headers.get("x-execution-id") ?? ""}`;
    await answer.body?.cancel();
    let status = "running";
    for (let seconds = 0; seconds < 310 && status === "running"; seconds += 1) {
      clock.advance(1000);
      ({ status } = (await send("GET", path, { token })).json as { readonly status: string });
    }
    expect(status).toBe("cancelled");
    // Nothing looks at the run any more.
    let isSettled = false;
    const settled = (async () => {
      await settle();
      isSettled = true;
    })();
    await expect
      .poll(() => {
        clock.advance(1000);
        return isSettled;
      })
      .toBe(true);
    await settled;
  });
});
