/** Administrators connect models while the server runs; users get what they may use, within their budget. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
} from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { embeddingsFor } from "../../hub/knowledge/ports.ts";
import { type EmbeddingModel, readModelSettings } from "../../run/models/index.ts";

let server: ModelServer;
let other: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
  other = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await other.close();
});
beforeEach(() => {
  server.answer({ words: ["Hello", " you"] });
  other.answer({ words: ["Second"] });
});

function lastSent(): string {
  return JSON.stringify(server.requests.at(-1)?.body.messages);
}

const PROVIDERS = "/api/v1/models/providers";
const SECRET = "sk-very-secret-4711";

const ASKS_AND_WAITS = {
  nodes: [
    { id: "start", type: "start" },
    { id: "one", type: "llm", data: { systemPrompt: "1" } },
    { id: "two", type: "llm", data: { systemPrompt: "2" } },
    { id: "ask", type: "approval", data: { message: "Well?" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "one" },
    { source: "one", target: "two" },
    { source: "two", target: "ask" },
    { source: "ask", target: "end", sourceHandle: "approved" },
  ],
};

interface Begun extends Platform {
  readonly admin: (method: string, path: string, body?: unknown) => Promise<Answered>;
  readonly ada: (message: string, model?: string) => Promise<Answered>;
  readonly add: (name?: string, more?: object) => Promise<Answered>;
  readonly token: string;
}

describeOnDatabases("models of a server", ({ open }) => {
  async function begin(privateHosts: readonly string[] = ["127.0.0.1"]): Promise<Begun> {
    const platform = await createPlatform({
      database: await open(),
      privateHosts,
      models: readModelSettings({}),
    });
    const root = await platform.join("root@example.org");
    const token = await platform.join("ada@example.org");
    const admin: Begun["admin"] = (method, path, body) =>
      platform.send(method, path, { token: root, ...(body === undefined ? {} : { body }) });
    return {
      ...platform,
      token,
      admin,
      ada: (message, model) =>
        platform.send("POST", "/api/v1/chat/completions", {
          token,
          body: { session_id: "one", message, ...(model === undefined ? {} : { model }) },
        }),
      add: (name = "house", more = {}) =>
        admin("POST", PROVIDERS, {
          name,
          kind: "openai-compatible",
          base_url: server.url,
          api_key: SECRET,
          models: ["small"],
          ...more,
        }),
    };
  }

  it("are added, used, renamed and removed without a restart", async () => {
    const { admin, ada, add, send, token } = await begin();
    expect((await ada("Hi")).status).toBe(503);
    expect((await add()).status).toBe(201);
    const chat = await ada("Hi");
    expect(eventsOf(chat.text).filter(({ event }) => event === "token")).toHaveLength(2);
    expect((await admin("PATCH", `${PROVIDERS}/house`, { name: "cellar" })).status).toBe(200);
    const { json } = await send("GET", "/api/v1/chat/models", { token });
    expect(json).toMatchObject({ default_model: "cellar:small", total: 1 });
    expect((await admin("DELETE", `${PROVIDERS}/cellar`)).status).toBe(204);
    expect((await admin("DELETE", `${PROVIDERS}/cellar`)).status).toBe(404);
    expect((await ada("Hi")).status).toBe(503);
  });

  it("keep what the rules say of them when they are renamed", async () => {
    const { admin, ada, add } = await begin();
    await add();
    await add("houses");
    const rules = {
      default: "house:small",
      fallback: ["houses:small", "house:small"],
      allow: ["house:*", "houses:small"],
      budget: { tokens: 100, cost: 0 },
    };
    await admin("PUT", "/api/v1/models/rules", rules);
    const renamed = await admin("PATCH", `${PROVIDERS}/house`, { name: "cellar" });
    expect(renamed.json).toMatchObject({
      rules: {
        default: "cellar:small",
        fallback: ["houses:small", "cellar:small"],
        allow: ["cellar:*", "houses:small"],
        budget: { tokens: 100, cost: 0 },
      },
    });
    expect((await ada("Hi")).status).toBe(200);
  });

  it("keep their prices and the currency, which runs and the list tell", async () => {
    const { admin, ada, add, send, token } = await begin();
    const price = { input: 1000, output: 2000, cached_input: 100, as_of: "2026-11-01" };
    await add("house", { models: [{ id: "small", price }] });
    const rules = { default: "house:small", currency: "EUR" };
    expect((await admin("PUT", "/api/v1/models/rules", rules)).status).toBe(200);
    // Pages that know nothing of the currency leave it as it is.
    await admin("PUT", "/api/v1/models/rules", { default: "house:small" });
    expect((await admin("GET", PROVIDERS)).json).toMatchObject({
      providers: [{ models: [{ id: "small", context_window: null, price }] }],
      rules: { currency: "EUR" },
    });
    await ada("Hi");
    expect((await send("GET", "/api/v1/runs", { token })).json).toMatchObject({
      currency: "EUR",
      runs: [{ cost: (7 * 1000 + 2 * 2000) / 1_000_000 }],
    });
  });

  it("look at files that come with a question, and are told of none afterwards", async () => {
    const { add, send, token } = await begin();
    await add();
    const post = (path: string, body: object): Promise<Answered> =>
      send("POST", `/api/v1/${path}`, { token, body });
    const data = Buffer.from("dot").toString("base64");
    const files = [{ name: "dot.png", data }];
    await post("chat/completions", { session_id: "one", message: "What is it?", files });
    expect(lastSent()).toContain(`"url":"data:image/png;base64,${data}"`);
    await post("chat/completions", { session_id: "one", message: "And now?" });
    expect([lastSent().includes("What is it?"), lastSent().includes(data)]).toEqual([true, false]);
    await post("skills", { name: "look", content: "---\nname: look\n---\n\nLook.\n" });
    await post("skills/look/run", { files });
    expect(lastSent()).toContain(data);
    const odd = [{ name: "a.doc", data: Buffer.from([0]).toString("base64") }];
    expect(await post("skills/look/run", { files: odd })).toMatchObject({ status: 400 });
  });

  it("say hello when they are tested, and why where they do not", async () => {
    const { admin, add } = await begin();
    await add();
    expect((await admin("POST", `${PROVIDERS}/house/test`, {})).json).toMatchObject({
      is_fine: true,
      model: "house:small",
      text: "Hello you",
    });
    server.answer({ status: 401 });
    expect((await admin("POST", `${PROVIDERS}/house/test`, {})).json).toMatchObject({
      is_fine: false,
      reason: "refused-key",
    });
  });

  it("[BX-14] keep their key encrypted, and tell it to nobody", async () => {
    const { admin, add, ports } = await begin();
    const told = [
      await add(),
      await admin("GET", PROVIDERS),
      await admin("PATCH", `${PROVIDERS}/house`, { models: ["small", "large"] }),
      await admin("POST", `${PROVIDERS}/house/test`, {}),
    ];
    for (const { text } of told) expect(text).not.toContain(SECRET);
    const rows = await ports.database.query.selectFrom("model_providers").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(server.requests.at(-1)?.authorization).toBe(`Bearer ${SECRET}`);
  });

  it("[BX-14] stay on the open network unless the operator allows more, and take no key elsewhere", async () => {
    const closed = await begin([]);
    for (const base_url of [
      server.url,
      "http://[::ffff:127.0.0.1]:1/v1",
      "http://169.254.169.254/latest",
      "http://10.0.0.1/v1",
    ])
      expect(await closed.add("house", { base_url })).toMatchObject({ status: 400 });
    const { add, admin } = await begin();
    expect((await add("house", { base_url: "http://user:word@127.0.0.1/v1" })).status).toBe(400);
    await add();
    const moved = await admin("PATCH", `${PROVIDERS}/house`, { base_url: other.url });
    expect(moved).toMatchObject({ status: 400, json: { detail: { field: "api_key" } } });
  });

  it("[BX-14] are changed by administrators alone", async () => {
    const { send, token, add } = await begin();
    await add();
    for (const [method, path] of [
      ["GET", PROVIDERS],
      ["DELETE", `${PROVIDERS}/house`],
      ["GET", "/api/v1/models/local"],
    ] as const)
      expect((await send(method, path, { token })).status).toBe(403);
  });

  it("answer in the place of one that fails, in the order of the rules", async () => {
    const { add, admin, ada } = await begin();
    await add();
    await add("spare", { base_url: other.url });
    await admin("PUT", "/api/v1/models/rules", {
      default: "house:small",
      fallback: ["spare:small"],
    });
    server.answer({ status: 401 });
    const tokens = eventsOf((await ada("Hi")).text).filter(({ event }) => event === "token");
    expect(tokens).toEqual([{ event: "token", data: { content: "Second" } }]);
  });

  it("are refused to users who may not use them, with a clear word", async () => {
    const { add, admin, ada, send, token } = await begin();
    await add("house", { models: ["small", "large"] });
    await admin("PUT", "/api/v1/models/rules", { allow: ["house:small"] });
    const { json } = await send("GET", "/api/v1/chat/models", { token });
    expect(json).toMatchObject({ items: [{ id: "house:small" }], total: 1 });
    expect(await ada("Hi", "house:large")).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining("You may not use the model `house:large`.") },
    });
    expect((await ada("Hi", "house:small")).status).toBe(200);
  });

  it("are refused to a user whose budget for the day is used up", async () => {
    const { add, admin, ada } = await begin();
    await add();
    await admin("PUT", "/api/v1/models/rules", { budget: { tokens: 5 } });
    expect((await ada("Hi")).status).toBe(200);
    expect(await ada("Hi")).toMatchObject({
      status: 429,
      json: { detail: expect.stringContaining("You have used 9 of 5 tokens for today.") },
    });
  });

  it("[BX-14] count for the budget when they are asked, whatever is deleted afterwards", async () => {
    const { add, admin, ada, send, fetch, ports, token } = await begin();
    await add();
    await admin("PUT", "/api/v1/models/rules", { budget: { tokens: 15 } });
    const { json } = await send("POST", "/api/v1/workflows", {
      token,
      body: { name: "asks and waits", graph_data: ASKS_AND_WAITS },
    });
    const path = `/api/v1/workflows/${(json as { readonly id: string }).id}`;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ input: "Hi" });
    const url = `http://platform.test${path}/execute`;
    await (await fetch(new Request(url, { method: "POST", headers, body }))).body?.cancel();
    const runs = ports.database.query.selectFrom("workflow_runs").select("parked");
    await until("it waits", async () => (await runs.executeTakeFirstOrThrow()).parked === 1);
    expect((await send("DELETE", path, { token })).status).toBe(204);
    expect(await ada("Hi")).toMatchObject({
      status: 429,
      json: { detail: expect.stringContaining("You have used 18 of 15 tokens for today.") },
    });
  });

  it("[BX-14] are not asked while one that is not over may use up the budget", async () => {
    const { add, admin, ada, ports } = await begin();
    await add();
    await admin("PUT", "/api/v1/models/rules", { budget: { tokens: 100 } });
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    server.answer(
      {
        words: ["Hello"],
        beforeWord: () => {
          asked.resolve();
          return gate.promise;
        },
      },
      { words: ["Hello"] },
    );
    const first = ada("Hi");
    await asked.promise;
    expect((await ada("Hi")).status).toBe(429);
    gate.resolve();
    expect((await first).status).toBe(200);
    // What was only expected is given back.
    const [spent] = await ports.database.query.selectFrom("model_spending").selectAll().execute();
    expect(spent).toMatchObject({ tokens: 8, cost: 0 });
    expect((await ada("Hi")).status).toBe(200);
  });

  it("[BX-14] count what they embed for a user where it has a price", async () => {
    const { add, admin, ports, token, send } = await begin();
    const { json } = await send("GET", "/api/v1/auth/me", { token });
    const price = { input: 1000, output: 0 };
    await add("house", { models: [{ id: "embed", price }] });
    await admin("PUT", "/api/v1/models/rules", { budget: { cost: 0.5 } });
    const { models } = ports;
    const embeddings: EmbeddingModel = {
      id: "house:embed",
      embed: (texts) => Promise.resolve(texts.map(() => new Float32Array(1))),
    };
    const asked = embeddingsFor(
      {
        embeddings,
        onEmbed: (id, texts) => models.spendOnEmbedding(id, embeddings.id, texts),
      },
      (json as { readonly id: string }).id,
    );
    expect(await asked?.embed(["x".repeat(4000)])).toHaveLength(1);
    await expect(asked?.embed(["x"])).rejects.toThrow("1 of 0.5 USD");
  });

  it("name the package that a provider lacks", async () => {
    const { add, admin } = await begin();
    await add("gemini", { kind: "google", models: ["gemini-3-flash"] });
    const { json } = await admin("POST", `${PROVIDERS}/gemini/test`, {});
    expect(json).toMatchObject({ is_fine: false, reason: "missing-package" });
    expect(json).toHaveProperty("message", expect.stringContaining("npm install @ai-sdk/google"));
  });
});
