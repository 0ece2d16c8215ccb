/** What a run sends, shows and counts, over HTTP. */
import type { ApiPorts } from "./index.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { forgetRuns } from "../../hub/runs/index.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";

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

function skill(frontmatter: string, body = "Go."): string {
  return `---\n${frontmatter}\n---\n\n${body}\n`;
}

interface Begun extends Platform {
  readonly token: string;
  readonly create: (name: string, content: string) => ReturnType<Platform["send"]>;
  readonly run: (name: string, body?: object) => ReturnType<Platform["send"]>;
}

interface RunAnswer {
  readonly id: string;
  readonly skill: string;
  readonly status: string;
  readonly started_at: string;
}

describeOnDatabases("runs", ({ open }) => {
  async function begin(more: Partial<ApiPorts> = {}): Promise<Begun> {
    const platform = await createPlatform({ database: await open(), modelUrl: models.url, more });
    const token = await platform.join("ada@example.org");
    return {
      ...platform,
      token,
      create: (name, content) =>
        platform.send("POST", "/api/v1/skills", { token, body: { name, content } }),
      run: (name, body = {}) =>
        platform.send("POST", `/api/v1/skills/${name}/run`, { token, body }),
    };
  }

  it.each([
    ["description: x", 0.7, 2000],
    ["model: some-text", 0.7, 2000],
    ["model: { temperature: 0.1 }", 0.1, 2000],
    ["model: { max_tokens: 9 }", 0.7, 9],
  ])("[AF-04] sends what %j means to the model", async (line, temperature, maxTokens) => {
    const { create, run } = await begin();
    await create("s", skill(line));
    const shown = await run("s", { dry_run: true });
    expect(shown.json).toMatchObject({ temperature, max_tokens: maxTokens });
    await run("s");
    expect(models.requests.at(-1)?.body).toMatchObject({ temperature, max_tokens: maxTokens });
  });

  it("asks a request with the instructions of a skill, and without them", async () => {
    const { create, run, send, token } = await begin();
    await create("s", skill("description: x", "Always answer in rhymes."));
    for (const withoutSkill of [false, true]) {
      const body = { request: "What is a fjord?", without_skill: withoutSkill };
      const shown = await run("s", { ...body, dry_run: true });
      expect((await run("s", body)).status).toBe(200);
      const { messages } = models.requests.at(-1)?.body ?? {};
      expect((shown.json as { readonly messages: unknown }).messages).toEqual(messages);
      const [system, user] = messages ?? [];
      expect(String(system?.content).includes("in rhymes")).toBe(!withoutSkill);
      expect(user?.content).toBe("What is a fjord?");
    }
    const listed = await send("GET", "/api/v1/runs", { token });
    const { runs } = listed.json as { readonly runs: readonly RunAnswer[] };
    expect(runs.map(({ skill: name, status }) => [name, status])).toEqual([
      ["s", "success"],
      ["s", "success"],
    ]);
  });

  it("[AF-08] shows in a dry run the very messages of the run, passages too", async () => {
    const { create, run, send, token, settle } = await begin();
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const form = new FormData();
    form.set("file", new File(["The badge of the staff is blue."], "staff.md"));
    await send("POST", "/api/v1/knowledge/handbook/upload", { token, body: form });
    await settle();
    await create("s", skill("inputs: [{ name: q }]\nknowledge_base: handbook", "{{q}}"));
    const inputs = { q: "badge" };
    const before = models.requests.length;
    const shown = await run("s", { inputs, dry_run: true });
    expect(models.requests.length).toBe(before);
    await run("s", { inputs });
    const { messages } = shown.json as { readonly messages: readonly { content: string }[] };
    expect(messages).toEqual(models.requests.at(-1)?.body.messages);
    expect(messages[0]?.content).toContain("Context:\n[1] The badge of the staff is blue.");
    await create("t", skill("knowledge_base: nowhere"));
    expect((await run("t", { dry_run: true })).json).toMatchObject({
      messages: [{ role: "system", content: "You are a helpful AI assistant." }, { role: "user" }],
      warnings: ["Searching `nowhere` failed; the run would go on without its passages."],
    });
  });

  it("[AF-09] counts runs, and dry runs apart from them", async () => {
    const { create, run } = await begin();
    await create("s", skill("description: x"));
    for (let at = 0; at < 11; at += 1) expect((await run("s", { dry_run: true })).status).toBe(200);
    for (let at = 0; at < 10; at += 1) expect((await run("s")).status).toBe(200);
    expect((await run("s")).status).toBe(429);
    const shown = await run("s", { dry_run: true });
    expect([shown.status, shown.headers.get("x-ratelimit-limit")]).toEqual([200, "60"]);
  });

  it("[AF-14] finds runs by how they ended, what they were, and what was said, page by page", async () => {
    const { create, run, send, token, join } = await begin();
    await create("write-notes", skill("description: x"));
    await create("ask", skill("inputs: [{ name: a_b, required: true }]", "{{a_b}}"));
    const ran = await run("write-notes");
    await run("ask");
    await run("write-notes");
    const find = async (query: string, by = token): Promise<readonly RunAnswer[]> => {
      const { status, json } = await send("GET", `/api/v1/runs?${query}`, { token: by });
      expect(status).toBe(200);
      return (json as { readonly runs: readonly RunAnswer[] }).runs;
    };
    const names = async (query: string): Promise<readonly string[]> =>
      (await find(query)).map((one) => one.skill);
    expect(await names("status=error")).toEqual(["ask"]);
    expect(await names("status=success&kind=skill")).toEqual(["write-notes", "write-notes"]);
    expect(await names("kind=chat")).toEqual([]);
    expect(await names("words=NOTES")).toEqual(["write-notes", "write-notes"]);
    expect(await names("words=missing%20REQUIRED")).toEqual(["ask"]);
    // Neither stands for anything but itself.
    expect(await names("words=a_b")).toEqual(["ask"]);
    expect(await names("words=%25")).toEqual([]);
    expect(await names("words=w_ite")).toEqual([]);
    const request = ran.headers.get("x-request-id") ?? "";
    expect(await names(`request_id=${request}`)).toEqual(["write-notes"]);
    const all = await find("limit=3");
    const seen: string[] = [];
    for (let last: RunAnswer | undefined; seen.length < 3;) {
      const place = last === undefined ? "" : `&before=${last.started_at}&before_id=${last.id}`;
      [last] = await find(`limit=1${place}`);
      seen.push(last?.id ?? "none");
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect((await send("GET", "/api/v1/runs?status=odd", { token })).status).toBe(400);
    expect(await find(`request_id=${request}`, await join("eve@example.org"))).toEqual([]);
  });

  it("[AF-14] gives a run with inputs, answer and steps to the one who ran it alone", async () => {
    const { create, run, send, token, join, ports } = await begin();
    await create("s", skill("inputs: [{ name: q, required: true }]", "{{q}}"));
    // A database may keep no NUL.
    models.answer({ words: ["Good", "\0 day"] });
    await run("s", { inputs: { q: "one" } });
    await run("s");
    const { json } = await send("GET", "/api/v1/runs", { token });
    const { runs } = json as { readonly runs: readonly RunAnswer[] };
    const [ran, failed] = ["success", "error"].map((end) => runs.find((one) => one.status === end));
    expect(Object.keys(ran ?? {})).not.toContain("inputs");
    const whole = await send("GET", `/api/v1/runs/${ran?.id}`, { token });
    expect(whole.json).toMatchObject({
      ...ran,
      inputs: { q: "one" },
      answer: "Good day",
      events: expect.arrayContaining([
        { event: "thought", data: { type: "generation", status: "start" } },
        {
          event: "done",
          data: { status: "success", message: "Skill execution completed successfully" },
        },
      ]),
    });
    expect((await send("GET", `/api/v1/runs/${failed?.id}`, { token })).json).toMatchObject({
      status: "error",
      inputs: {},
      answer: "",
    });
    // The first account is the administrator's, whose the runs of others are not.
    const eve = await join("eve@example.org");
    for (const [by, id] of [
      [eve, ran?.id],
      [token, "no-such-run"],
    ] as const)
      expect((await send("GET", `/api/v1/runs/${id}`, { token: by })).status).toBe(404);
    await send("POST", "/api/v1/skills", {
      token: eve,
      body: { name: "e", content: skill("a: b") },
    });
    await send("POST", "/api/v1/skills/e/run", { token: eve, body: {} });
    const all = await send("GET", "/api/v1/runs?all=true&skill=e", { token });
    const [hers] = (all.json as { readonly runs: readonly RunAnswer[] }).runs;
    expect((await send("GET", `/api/v1/runs/${hers?.id}`, { token: eve })).status).toBe(200);
    expect((await send("GET", `/api/v1/runs/${hers?.id}`, { token })).status).toBe(404);
    const later = new Date(Date.parse("2100-01-01")).toISOString();
    await forgetRuns(ports.database, later, new AbortController().signal);
    expect((await send("GET", `/api/v1/runs/${ran?.id}`, { token })).status).toBe(404);
  });

  it("[AF-14] keeps neither inputs nor answers where the settings say so", async () => {
    const { create, run, send, token, ports } = await begin({ keepsAnswers: false });
    await create("s", skill("inputs: [{ name: q }]", "{{q}}"));
    await run("s", { inputs: { q: "secret" } });
    const { json } = await send("GET", "/api/v1/runs", { token });
    const [ran] = (json as { readonly runs: readonly RunAnswer[] }).runs;
    const whole = await send("GET", `/api/v1/runs/${ran?.id}`, { token });
    expect(whole.json).toMatchObject({ ...ran, inputs: null, answer: null, events: null });
    const rows = await ports.database.query.selectFrom("runs").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("secret");
  });

  it("[AF-14] tells of a missing input in the stream, and of one of a dry run by 400", async () => {
    const { create, run } = await begin();
    await create("s", skill("inputs: [{ name: a, required: true }]", "{{a}}"));
    const ran = await run("s");
    expect([ran.status, eventsOf(ran.text).at(-1)]).toEqual([
      200,
      { event: "done", data: { status: "error", message: "Missing required input: 'a'" } },
    ]);
    const shown = await run("s", { dry_run: true });
    expect([shown.status, shown.json]).toEqual([
      400,
      { detail: { field: "inputs", message: "Missing required input: 'a'" } },
    ]);
  });

  it("[AF-15] refuses unknown addresses and methods like everything else, each with its name", async () => {
    const { send, token } = await begin();
    const unknown = await send("GET", "/api/v1/nope", { token });
    expect([unknown.status, unknown.json]).toEqual([
      404,
      { detail: "No such address on this server." },
    ]);
    const wrong = await send("PATCH", "/api/v1/skills", { token });
    expect(wrong.status).toBe(405);
    for (const { headers } of [unknown, wrong])
      expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/u);
  });
});
