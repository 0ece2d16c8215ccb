import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf } from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { openDatabase } from "../../hub/data/index.ts";
import { createDrain, createLog } from "../platform/index.ts";
import { createLimiter } from "../../hub/requests/index.ts";
import { describeServer, type RequestEntry } from "./index.ts";
import { loadApiRoutes } from "./routes/index.ts";

const apiRoutes = await loadApiRoutes();

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Hello", ", ", "world", "."] });
});

const CONTENT = "---\nname: greet\ndescription: Greets.\n---\n\nSay hello.\n";
interface Described {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly required?: readonly string[] } }>
    >;
  };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const SKILL = { name: "greet", content: CONTENT };

describe("the document of the API", () => {
  it("is valid OpenAPI 3.1, and names every operation once", async () => {
    const validator = new Validator();
    const document = describeServer(apiRoutes, "1.0.0");
    const result = await validator.validate(structuredClone(document));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    const ids = apiRoutes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("says what a request may leave out, which headers count, and every kind of answer", () => {
    // What the document holds is looked at by names that stand in it.
    const { paths } = describeServer(apiRoutes, "1.0.0") as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    };
    const run = paths["/api/v1/skills/{name}/run"]?.["post"];
    expect(Object.keys(run?.responses["200"]?.content ?? {})).toEqual([
      "text/event-stream",
      "application/json",
    ]);
    expect(run?.requestBody?.required).toBe(false);
    const register = paths["/api/v1/auth/register"]?.["post"]?.requestBody;
    expect(register?.required).toBe(true);
    expect(register?.content["application/json"]?.schema.required).toEqual(["email", "password"]);
    const headers = ["put", "delete"].map((method) =>
      paths["/api/v1/skills/{name}"]?.[method]?.parameters?.map(({ name }) => name),
    );
    expect(headers).toEqual([
      ["name", "If-Match"],
      ["name", "If-Match"],
    ]);
    const follow = paths["/api/v1/workflows/executions/{id}/events"]?.["get"];
    expect(follow?.parameters?.map(({ name }) => name)).toContain("Last-Event-ID");
    expect(paths["/healthz"]?.["get"]?.responses["200"]).toBeDefined();
  });
});

describeOnDatabases("operations", ({ open }) => {
  it("records runs with their tokens, and shows them to their user", async () => {
    const { send, join } = await createPlatform({ database: await open(), modelUrl: models.url });
    const root = await join("root@example.org");
    const ada = await join("ada@example.org");
    await send("POST", "/api/v1/skills", { token: ada, body: SKILL });
    await send("POST", "/api/v1/skills/greet/run", { token: ada, body: {} });
    models.answer({ words: ["Oh"], ending: "silent" }, {});
    await send("POST", "/api/v1/chat/completions", {
      token: ada,
      body: { session_id: "s", message: "@greet now" },
    });
    const mine = (await send("GET", "/api/v1/runs", { token: ada })).json as {
      readonly runs: readonly object[];
    };
    expect(mine).toMatchObject({
      total: 2,
      runs: [
        { kind: "chat", skill: "greet", session_id: "s", status: "error" },
        {
          kind: "skill",
          skill: "greet",
          status: "success",
          model: "local:small",
          input_tokens: 7,
          output_tokens: 4,
        },
      ],
    });
    expect((await send("GET", "/api/v1/runs", { token: root })).json).toMatchObject({ total: 0 });
    const all = await send("GET", "/api/v1/runs?all=true&skill=greet", { token: root });
    expect(all.json).toEqual(mine);
    const metrics = await send("GET", "/metrics");
    expect(metrics.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(metrics.text).toContain('skillwright_runs_total{kind="skill",status="success"} 1\n');
    expect(metrics.text).toContain(
      'skillwright_tokens_total{model="local:small",direction="output"} 5\n',
    );
    expect(metrics.text).toContain(
      'skillwright_requests_total{route="runSkill",method="POST",status="200"} 1\n',
    );
    expect(metrics.text).toContain("skillwright_active_streams 0\n");
  });

  it("lets streams end when it stops, and begins no new ones", async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const stopping = new AbortController();
    const state = { active: () => 0 };
    const drain = createDrain({
      clock: systemClock,
      seconds: 30,
      activeStreams: () => state.active(),
    });
    const { send, join, ports, fetch } = await createPlatform({
      database: await open(),
      modelUrl: models.url,
      more: { isDraining: drain.isDraining, stopping: stopping.signal },
    });
    state.active = ports.metrics.activeStreams;
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/skills", { token, body: SKILL });
    expect((await send("GET", "/readyz")).json).toEqual({ status: "ready" });
    models.answer(
      { words: ["a", "b"], beforeWord: (at) => (at === 0 ? Promise.resolve() : gate) },
      {},
    );
    const running = await fetch(
      new Request("http://platform.test/api/v1/skills/greet/run", {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const drained = drain.drain();
    const refused = await send("POST", "/api/v1/skills/greet/run", { token, body: {} });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await send("GET", "/readyz")).status).toBe(503);
    expect((await send("GET", "/api/v1/skills", { token })).status).toBe(200);
    release();
    const events = eventsOf(await running.text());
    expect(events.at(-1)?.data).toMatchObject({ status: "success" });
    await drained;
    expect(ports.metrics.activeStreams()).toBe(0);
  });

  it("is not ready while its disk is full or its database is gone", async () => {
    const room = { left: 1_000_000 };
    const database = await openDatabase({ address: ":memory:" });
    const { send } = await createPlatform({ database, more: { freeSpace: () => room.left } });
    expect((await send("GET", "/readyz")).json).toEqual({ detail: "The disk is full" });
    room.left = 1e9;
    expect((await send("GET", "/readyz")).status).toBe(200);
    await database.close();
    expect((await send("GET", "/readyz")).status).toBe(503);
  });

  it("tells administrators alone how it is, what waits and what it keeps", async () => {
    const room = { left: 1e9 };
    const more = { freeSpace: () => room.left };
    const { send, join } = await createPlatform({ database: await open(), more });
    const root = { token: await join("root@example.org") };
    const ada = { token: await join("ada@example.org") };
    expect((await send("GET", "/api/v1/admin/health", ada)).status).toBe(403);
    const name = "greet";
    const content = `---\nname: ${name}\ndescription: Greets.\n---\nHello.\n`;
    const body = { name, content };
    expect((await send("POST", "/api/v1/skills", { ...ada, body })).status).toBe(201);
    const { json } = await send("GET", "/api/v1/admin/health", root);
    expect(json).toMatchObject({ free_bytes: 1e9, work: expect.any(Array) });
    expect(json).not.toHaveProperty("problem");
    const { storage } = json as { readonly storage: readonly { readonly kind: string }[] };
    expect(storage.find(({ kind }) => kind === "skills")).toEqual({
      kind: "skills",
      count: 1,
      bytes: expect.any(Number),
    });
    room.left = 1;
    const full = await send("GET", "/api/v1/admin/health", root);
    expect(full.json).toMatchObject({ problem: "The disk is full" });
  });

  it("[AF-12] lets users set their password, and knows every scope of a token", async () => {
    const { send, join } = await createPlatform({ database: await open() });
    await join("root@example.org");
    const token = await join("ada@example.org");
    const unknown = { token, body: { name: "x", scopes: ["nope"] } };
    expect((await send("POST", "/api/v1/auth/tokens", unknown)).status).toBe(400);
    const body = { current_password: "wrong", password: "a new and long one" };
    expect((await send("POST", "/api/v1/auth/password", { token, body })).status).toBe(401);
    const right = { current_password: "correct horse", password: "a new and long one" };
    const changed = await send("POST", "/api/v1/auth/password", { token, body: right });
    expect([changed.status, changed.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
    const { token: fresh } = changed.json as { readonly token: string };
    expect((await send("GET", "/api/v1/auth/me", { token: fresh })).status).toBe(200);
  });

  it("lets only so many strangers in at a time", async () => {
    const database = await open();
    const limits = { register: { count: 1, seconds: 60 } };
    const limiter = createLimiter({ database, clock: systemClock, limits });
    const { send } = await createPlatform({ database, more: { limiter } });
    const register = (email: string): Promise<{ readonly status: number }> =>
      send("POST", "/api/v1/auth/register", { body: { email, password: "correct horse" } });
    expect((await register("ada@example.org")).status).toBe(200);
    expect((await register("bob@example.org")).status).toBe(429);
  });

  it("tells those who still listen when it cannot wait any longer", async () => {
    const stopping = new AbortController();
    const { send, join, fetch } = await createPlatform({
      database: await open(),
      modelUrl: models.url,
      more: { stopping: stopping.signal },
    });
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/skills", { token, body: SKILL });
    models.answer({ words: ["a"], ending: "hang" }, {});
    const count = models.requests.length;
    const running = await fetch(
      new Request("http://platform.test/api/v1/skills/greet/run", {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const text = running.text();
    await until("the model was asked", () => models.requests.length > count);
    stopping.abort();
    expect(eventsOf(await text).slice(-2)).toEqual([
      { event: "error", data: { message: "The server is stopping" } },
      { event: "done", data: { status: "error", message: "The server is stopping" } },
    ]);
    expect((await send("GET", "/api/v1/runs", { token })).json).toMatchObject({
      runs: [{ status: "cancelled" }],
    });
  });
});

async function begin(cors: readonly string[]): Promise<ReturnType<typeof createPlatform>> {
  return await createPlatform({
    database: await openDatabase({ address: ":memory:" }),
    more: { cors, metricsToken: "metrics-secret" },
  });
}

describe("headers of answers", () => {
  it("let nothing run, and name the request", async () => {
    const { send } = await begin([]);
    const { headers } = await send("GET", "/readyz", {
      headers: { "x-request-id": "from-proxy-1", origin: "https://page.example" },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-request-id": "from-proxy-1",
    });
    expect(headers.has("access-control-allow-origin")).toBe(false);
    const odd = await send("GET", "/readyz", { headers: { "x-request-id": "a b\tc" } });
    expect(odd.headers.get("x-request-id")).toMatch(/^[\w-]{20,}$/u);
  });

  it("allow pages of the origins that the settings name, and no others", async () => {
    const { send } = await begin(["https://page.example"]);
    const ask = (origin: string): ReturnType<typeof send> =>
      send("OPTIONS", "/api/v1/skills", {
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await ask("https://page.example");
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://page.example",
    ]);
    const other = await ask("https://other.example");
    expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([405, null]);
  });

  it("keep the metrics to those who know their token, where there is one", async () => {
    const { send } = await begin([]);
    expect((await send("GET", "/metrics")).status).toBe(401);
    expect((await send("GET", "/metrics", { token: "metrics-secret" })).status).toBe(200);
  });
});

describe("the log", () => {
  it("tells of every request and problem, and of no secret", async () => {
    const lines: string[] = [];
    const key = 'planted-key-"4711"';
    const log = createLog({
      clock: systemClock,
      write: (line) => lines.push(line),
      secrets: [key, "database-password"],
      tellsRequests: true,
    });
    const requests: RequestEntry[] = [];
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
      modelUrl: models.url,
      more: {
        onProblem: log.problem,
        onRequest: (entry) => {
          requests.push(entry);
          log.request(entry);
        },
      },
    });
    const token = await join("ada@example.org");
    await send("GET", "/api/v1/skills/nowhere?secret=planted-query", { token });
    await send("POST", "/api/v1/auth/login", { body: { email: "a@b.example", password: key } });
    log.problem({
      code: "run/model-failed",
      severity: "error",
      message: "It failed.",
      cause: new Error(
        `Incorrect key ${key} at postgres://me:other-password@host/x with Bearer abcdefghijk ${token}`,
      ),
    });
    const text = lines.join("\n");
    for (const secret of [key, "planted", "password@", "abcdefghijk", token, "planted-query"])
      expect(text).not.toContain(secret);
    expect(text).toContain("postgres://me:***@host/x with Bearer ***");
    expect(requests.map(({ route, status }) => `${route} ${status}`)).toEqual([
      "readSkill 404",
      "login 401",
    ]);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("level");
  });
});

describeOnDatabases("log-ins", ({ open }) => {
  it("[AF-10] lets five wrong passwords through, also of many that come at once, and right ones always", async () => {
    const { send, join } = await createPlatform({ database: await open() });
    await join("ada@example.org");
    const login = async (password: string): Promise<number> =>
      (await send("POST", "/api/v1/auth/login", { body: { email: "ada@example.org", password } }))
        .status;
    for (let times = 0; times < 7; times += 1) expect(await login("correct horse")).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, at) => login(`guess ${at}`)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(5);
    expect(guesses.filter((status) => status === 429)).toHaveLength(7);
    expect(await login("correct horse")).toBe(429);
  });
});
