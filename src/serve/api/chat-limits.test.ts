/** What a chat does where something does not fit, or cannot be kept. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
} from "../../../test/support/platform.ts";
import { readModelSettings } from "../../run/models/index.ts";
import type { Diagnostic } from "../../skill/index.ts";

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

interface Begun extends Platform {
  readonly token: string;
  readonly problems: readonly Diagnostic[];
  readonly say: (message: string, more?: object) => Promise<Answered>;
}

describeOnDatabases("a chat", ({ open }) => {
  async function begin(contextWindow?: number): Promise<Begun> {
    const problems: Diagnostic[] = [];
    const provider = {
      kind: "openai-compatible",
      baseUrl: models.url,
      models: [{ id: "small", ...(contextWindow === undefined ? {} : { contextWindow }) }],
    };
    const settings = readModelSettings({ default: "local:small", providers: { local: provider } });
    const platform = await createPlatform({
      database: await open(),
      models: settings,
      more: {
        onProblem: (problem) => problems.push(problem),
      },
    });
    const token = await platform.join("ada@example.org");
    return {
      ...platform,
      token,
      problems,
      say: (message, more = {}) =>
        platform.send("POST", "/api/v1/chat/completions", {
          token,
          body: { session_id: "s", message, ...more },
        }),
    };
  }

  it("[AF-11] keeps an answer whatever is in it", async () => {
    const { say, send, token } = await begin();
    models.answer({ words: ["a\u0000b", " c"] });
    expect(eventsOf((await say("Hello")).text).at(-1)).toEqual({
      event: "done",
      data: { status: "success", message: "Chat completed successfully" },
    });
    expect((await send("GET", "/api/v1/chat/sessions/s", { token })).json).toMatchObject({
      messages: [{ content: "Hello" }, { content: "ab c" }],
    });
  });

  it("[AF-14] ends with `done` also where the answer cannot be kept", async () => {
    const { say, ports, problems } = await begin();
    const { database } = ports;
    models.answer({
      words: ["a", "b"],
      beforeWord: async (at) => {
        if (at === 1)
          await database.query.schema.alterTable("chat_messages").renameTo("elsewhere").execute();
      },
    });
    const { text } = await say("Hello");
    const message = "The answer could not be saved";
    expect(eventsOf(text)).toEqual([
      { event: "thought", data: { type: "generation", status: "start" } },
      { event: "token", data: { content: "a" } },
      { event: "token", data: { content: "b" } },
      { event: "error", data: { message } },
      { event: "done", data: { status: "error", message } },
    ]);
    expect(problems.map((problem) => problem.message)).toEqual([
      "Saving an answer in the database failed.",
    ]);
  });

  it("[AF-14] ends with `done` also where the answer of a workflow cannot be kept", async () => {
    const { say, send, token, ports } = await begin();
    const nodes = [
      { id: "start", type: "start" },
      { id: "ask", type: "llm" },
    ];
    const graph_data = { nodes, edges: [{ source: "start", target: "ask" }] };
    const made = await send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data },
    });
    const { id: workflow_id } = made.json as { readonly id: string };
    models.answer({
      words: ["a"],
      beforeWord: async () => {
        const { schema } = ports.database.query;
        await schema.alterTable("chat_messages").renameTo("elsewhere").execute();
      },
    });
    const { text } = await say("Now", { workflow_id });
    expect(eventsOf(text).at(-1)).toEqual({
      event: "done",
      data: { status: "error", message: "The answer could not be saved" },
    });
  });

  it("[AF-11] sends history in whole pairs, and cuts what is longer than all of it may be", async () => {
    const { say } = await begin(4000);
    const room = { words: ["y".repeat(1200)] };
    models.answer(room);
    for (const letter of ["a", "b", "c"]) await say(letter.repeat(1200));
    await say("And now?");
    const sent = models.requests.at(-1)?.body.messages ?? [];
    expect(sent.map(({ role, content }) => [role, String(content)[0]])).toEqual([
      ["system", "Y"],
      ["user", "c"],
      ["assistant", "y"],
      ["user", "A"],
    ]);
    models.answer({ words: ["z".repeat(40_000)] });
    await say("Long?");
    models.answer({ words: ["short"] });
    await say("After");
    const after = models.requests.at(-1)?.body.messages ?? [];
    const length = after.reduce((sum, { content }) => sum + String(content).length, 0);
    expect(after.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    // Four characters are a token in this test.
    expect(length).toBeLessThan(4000 * 4 * 0.7);
  });

  it("[AF-11] refuses a message that the model cannot read, and leaves room for the answer", async () => {
    const { say, send, token } = await begin(8192);
    const { status, json } = await say("z".repeat(60_000));
    expect([status, json]).toEqual([
      400,
      {
        detail: {
          field: "message",
          message: "Message is too long for the model: 15000 tokens, expected at most 7936",
        },
      },
    ]);
    expect((await send("GET", "/api/v1/chat/sessions", { token })).json).toMatchObject({
      total: 0,
    });
    await say("Hello");
    expect(models.requests.at(-1)?.body.max_tokens).toBe(2457);
    const unknown = await begin();
    expect((await unknown.say("z".repeat(60_000))).status).toBe(200);
    expect(models.requests.at(-1)?.body.max_tokens).toBeUndefined();
  });
});
