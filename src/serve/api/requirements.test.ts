/** The requirements of Agent Flow Lite, one by one over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
} from "../../../test/support/platform.ts";
import { createFakeClock } from "../../platform/machine/clock.ts";

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
  readonly create: (name: string, content: string) => Promise<Answered>;
  readonly run: (name: string, inputs?: object) => Promise<readonly object[]>;
}

const thought = (type: string, status: string, more: object = {}): object => ({
  event: "thought",
  data: { type, status, ...more },
});
const PREPARED = [
  thought("validation", "start"),
  thought("validation", "complete", { message: "All required inputs provided" }),
  thought("substitution", "start"),
  thought("substitution", "complete", { message: "Variables substituted" }),
];
const done = (status: string, message: string): object => ({
  event: "done",
  data: { status, message },
});
const SUCCESS = done("success", "Skill execution completed successfully");

describeOnDatabases("Agent Flow Lite over HTTP", ({ open }) => {
  async function begin(): Promise<Begun> {
    const platform = await createPlatform({ database: await open(), modelUrl: models.url });
    await platform.join("root@example.org");
    const token = await platform.join("ada@example.org");
    return {
      ...platform,
      token,
      create: (name, content) =>
        platform.send("POST", "/api/v1/skills", { token, body: { name, content } }),
      run: async (name, inputs = {}) => {
        const path = `/api/v1/skills/${name}/run`;
        const { text } = await platform.send("POST", path, { token, body: { inputs } });
        return eventsOf(text);
      },
    };
  }

  it("[AF-01] keeps a skill in a folder of its name, and takes the name from there", async () => {
    const { create, ports, send, token } = await begin();
    expect((await create("plain", skill("description: x"))).json).toMatchObject({ name: "plain" });
    expect(await ports.storedSkills.store.get("plain/SKILL.md")).toBeDefined();
    const odd = new TextEncoder().encode(skill("name: other"));
    await ports.storedSkills.store.put("odd/SKILL.md", odd);
    const { status, json } = await send("GET", "/api/v1/skills/odd", { token });
    expect([status, json]).toEqual([
      400,
      {
        detail: {
          field: "name",
          message: "Skill name mismatch: folder name 'odd' does not match frontmatter name 'other'",
        },
      },
    ]);
  });

  it.each([
    ["Only text.", "frontmatter"],
    ["---\n---\nbody", "frontmatter"],
    ["---\nname: [broken\n---\nbody", "frontmatter"],
    ["---\n- a\n- b\n---\nbody", "frontmatter"],
    ["---\njust text\n---\nbody", "frontmatter"],
    ["---\nname: s\n", "frontmatter"],
    ["   ", "content"],
  ])("[AF-02] refuses %j without a fault of the server", async (content, field) => {
    const { create } = await begin();
    const { status, json } = await create("s", content);
    expect([status, json]).toMatchObject([400, { detail: { field } }]);
  });

  it.each([
    ["model: { temperature: 3 }", "model.temperature"],
    ["model: { max_tokens: 0 }", "model.max_tokens"],
    ["model: { max_tokens: 8193 }", "model.max_tokens"],
    [`description: ${"x".repeat(1025)}`, "description"],
    [`license: ${"x".repeat(65)}`, "license"],
    ["metadata: text", "metadata"],
    [`knowledge_base: ${"x".repeat(257)}`, "knowledge_base"],
  ])("[AF-04] refuses %s with its field, before anything is written", async (line, field) => {
    const { create, ports } = await begin();
    const { status, json } = await create("s", skill(line));
    expect([status, json]).toMatchObject([400, { detail: { field } }]);
    expect(await ports.storedSkills.store.get("s/SKILL.md")).toBeUndefined();
  });

  it("[AF-04] falls back where the specification says so", async () => {
    const { create } = await begin();
    const inputs =
      "inputs: [{ name: a, type: odd }, { label: x }, { name: b, label: B, type: textarea }]";
    const { json } = await create("s", skill(`model: some-model\n${inputs}`, "{{a}} {{b}}"));
    expect(json).toMatchObject({
      description: "s",
      model: null,
      inputs: [
        { name: "a", label: "a", type: "text", required: false, default: null },
        { name: "b", label: "B", type: "textarea" },
      ],
    });
    const given = await create("t", skill("model: { provider: x }"));
    expect(given.json).toMatchObject({ model: { temperature: 0.7, max_tokens: 2000 } });
  });

  it("[AF-05] knows a name once, whatever its case", async () => {
    const { create, ports } = await begin();
    await ports.storedSkills.store.put(
      "Upper/SKILL.md",
      new TextEncoder().encode(skill("description: x")),
    );
    const taken = await create("upper", skill("description: x"));
    expect([taken.status, taken.json]).toEqual([
      409,
      {
        detail: {
          field: "name",
          message:
            "Skill name 'upper' conflicts with existing skill 'Upper' (names are case-insensitive)",
        },
      },
    ]);
    await create("twice", skill("description: x"));
    expect((await create("twice", skill("description: x"))).json).toEqual({
      detail: { field: "name", message: "Skill 'twice' already exists" },
    });
  });

  it("[AF-06] puts values in once: given, else default, else nothing", async () => {
    const { create, run } = await begin();
    const inputs =
      "inputs: [{ name: a, default: d }, { name: my-b, default: e }, { name: c }]\nmodel: { temperature: 0.2, max_tokens: 33 }";
    await create("s", skill(inputs, "[{{a}}][{{my-b}}][{{c}}]"));
    await run("s", { a: "{{c}}$1", "my-b": "" });
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 0.2,
      max_tokens: 33,
      messages: [
        { role: "system", content: "You are a helpful AI assistant." },
        { role: "user", content: "[{{c}}$1][][]" },
      ],
    });
    await run("s", {});
    expect(models.requests.at(-1)?.body.messages?.at(-1)?.content).toBe("[d][e][]");
  });

  it("[AF-07] refuses placeholders that no input declares, on update too", async () => {
    const { create, send, token } = await begin();
    await create("s", skill("description: x"));
    const { status, json } = await send("PUT", "/api/v1/skills/s", {
      token,
      body: { content: skill("description: x", "{{zed}} {{a1}}") },
    });
    expect([status, json]).toEqual([
      400,
      {
        detail: {
          field: "prompt",
          message:
            "Undeclared placeholders in prompt: a1, zed. Add them to inputs or remove from prompt.",
        },
      },
    ]);
  });

  it("[AF-06] [AF-07] says before the answer which values come to nothing", async () => {
    const { create, run, send, token } = await begin();
    await create("s", skill("inputs: [{ name: a }, { name: b }]", "{{a}}"));
    const inputs = { a: "1", b: "2", c: "3" };
    const warnings = [
      "The prompt does not use the input `b`; it has no effect.",
      "The skill declares no input `c`; it is ignored.",
    ];
    expect((await run("s", inputs))[1]).toMatchObject({ data: { warnings } });
    const body = { inputs, dry_run: true };
    expect((await send("POST", "/api/v1/skills/s/run", { token, body })).json).toMatchObject({
      warnings,
    });
  });

  it("[AF-14] tells a run in this order, with and without an answer from the model", async () => {
    const { create, run } = await begin();
    await create("s", skill("inputs: [{ name: a, required: true, default: d }]", "{{a}}"));
    expect(await run("s", { a: "x" })).toEqual([
      ...PREPARED,
      thought("generation", "start"),
      { event: "token", data: { content: "Good" } },
      { event: "token", data: { content: " day" } },
      SUCCESS,
    ]);
    const missing = "Missing required input: 'a'";
    expect(await run("s")).toEqual([
      thought("validation", "start"),
      thought("validation", "error", { error: missing }),
      done("error", missing),
    ]);
    models.answer({ words: ["Half"], ending: "silent" });
    expect((await run("s", { a: "x" })).slice(5)).toEqual([
      { event: "token", data: { content: "Half" } },
      { event: "error", data: { message: "Generation failed", reason: "cut-short" } },
      done("error", "Generation failed"),
    ]);
  });

  it("[AF-08] [AF-14] tells what was looked up before the answer, and goes on without it", async () => {
    const { create, run, send, token, settle } = await begin();
    await create("s", skill("inputs: [{ name: q }]\nknowledge_base: handbook", "{{q}}"));
    const start = [
      thought("retrieval", "start", { kb_id: "handbook" }),
      thought("retrieval", "searching", { kb_id: "handbook", query: "blue badges" }),
    ];
    const failed = await run("s", { q: "blue badges" });
    expect(failed.slice(4)).toEqual([
      ...start,
      thought("retrieval", "error", { kb_id: "handbook", error: "Retrieval failed" }),
      thought("generation", "start"),
      { event: "token", data: { content: "Good" } },
      { event: "token", data: { content: " day" } },
      SUCCESS,
    ]);
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const form = new FormData();
    const text = `Badges are blue. ${"Long words follow. ".repeat(20)}`.trim();
    form.set("file", new File([text], "a.txt"));
    await send("POST", "/api/v1/knowledge/handbook/upload", { token, body: form });
    await settle();
    const found = await run("s", { q: "blue badges" });
    const shown = `${text.slice(0, 200)}...`;
    expect(found.slice(4)).toMatchObject([
      ...start,
      thought("retrieval", "complete", {
        kb_id: "handbook",
        results_count: 1,
        top_results: [{ text: shown }],
      }),
      { event: "citation", data: { sources: [{ chunk_index: 0, text: shown }] } },
      thought("generation", "start"),
      {},
      {},
      SUCCESS,
    ]);
    expect(models.requests.at(-1)?.body.messages?.[0]?.content).toBe(
      "You are a helpful AI assistant.\n\nAnswer the user's request based on the provided context. " +
        `If the context doesn't contain relevant information, say so clearly.\n\nContext:\n[1] ${text}`,
    );
    const empty = await run("s", { q: "zzz" });
    expect(empty.slice(4, 8)).toMatchObject([
      {},
      {},
      thought("retrieval", "complete", { results_count: 0, top_results: [] }),
      thought("generation", "start"),
    ]);
  });

  it("[AF-09] [AF-11] ends a run after 180 seconds, and at the provider when the client goes", async () => {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    const platform = await createPlatform({ database: await open(), modelUrl: models.url, clock });
    const token = await platform.join("ada@example.org");
    const body = { name: "s", content: skill("description: x") };
    await platform.send("POST", "/api/v1/skills", { token, body });
    models.answer({
      words: ["a", "b"],
      beforeWord: (at) => {
        if (at === 0) return Promise.resolve();
        ask();
        return never;
      },
    });
    const running = platform.send("POST", "/api/v1/skills/s/run", { token, body: {} });
    await asked;
    clock.advance(180_000);
    expect(eventsOf((await running).text).slice(-2)).toEqual([
      { event: "error", data: { message: "Skill execution timed out (180s)" } },
      done("error", "Timeout"),
    ]);
  });

  it("[AF-10] answers no route of accounts without a token, and none with a bad one", async () => {
    const { send } = await begin();
    for (const path of [
      "/api/v1/skills",
      "/api/v1/knowledge",
      "/api/v1/chat/sessions",
      "/api/v1/runs",
    ]) {
      expect((await send("GET", path)).status).toBe(401);
      expect((await send("GET", path, { token: "eyJhbGciOiJub25lIn0.e30." })).json).toEqual({
        detail: "Invalid or expired token",
      });
    }
  });

  it("[AF-15] answers with the specified statuses", async () => {
    const { create, send, token } = await begin();
    expect((await create("s", skill("description: x"))).status).toBe(201);
    const status = async (method: string, path: string, body?: object): Promise<number> =>
      (
        await send(method, `/api/v1/skills${path}`, {
          token,
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    expect(await status("GET", "/A")).toBe(400);
    expect(await status("GET", "/zz")).toBe(404);
    expect(await status("PUT", "/zz", { content: skill("description: x") })).toBe(404);
    expect(await status("PUT", "/s", { content: skill("name: t") })).toBe(400);
    expect(await status("DELETE", "/zz")).toBe(404);
    expect(await status("POST", "/s/run", { inputs: { a: 5 } })).toBe(400);
    expect(await status("POST", "/zz/run", {})).toBe(404);
    expect(await status("DELETE", "/s")).toBe(204);
  });

  it("[AF-16] lists the newest first, and passes over what cannot be read", async () => {
    const { create, ports, send, token } = await begin();
    await create("a", skill("description: x"));
    await create("b", skill("description: x"));
    await ports.storedSkills.store.put("bad/SKILL.md", new TextEncoder().encode("---\n[\n---\n"));
    await ports.storedSkills.store.put("lone/README.md", new TextEncoder().encode("x"));
    await send("PUT", "/api/v1/skills/a", { token, body: { content: skill("description: y") } });
    const { json } = await send("GET", "/api/v1/skills", { token });
    const { skills, total } = json as {
      readonly skills: readonly { readonly name: string; readonly updated_at: string }[];
      readonly total: number;
    };
    expect(total).toBe(2);
    const times = skills.map(({ updated_at: time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each(["..%2F..%2Fetc%2Fpasswd", "..", "a%2Fb", "abc%0A", "%00", ".skillwright"])(
    "[AF-17] leads nowhere by the name %s",
    async (name) => {
      const { send, token } = await begin();
      const { status } = await send("GET", `/api/v1/skills/${name}`, { token });
      expect([400, 404]).toContain(status);
      const made = await send("POST", "/api/v1/skills", {
        token,
        body: { name: decodeURIComponent(name), content: skill("description: x") },
      });
      expect(made.status).toBe(400);
    },
  );

  it("[AF-18] owns a skill by the one who made it, whatever its text says", async () => {
    const { create, send, token } = await begin();
    const me = (await send("GET", "/api/v1/auth/me", { token })).json as { readonly id: string };
    for (const [name, line] of [
      ["a", "description: x"],
      ["b", 'user_id: "99"'],
      ["c", "user_id: null"],
    ] as const)
      expect((await create(name, skill(line))).json).toMatchObject({ user_id: me.id });
    const changed = await send("PUT", "/api/v1/skills/a", {
      token,
      body: { content: skill('user_id: "99"\ndescription: y') },
    });
    expect(changed.json).toMatchObject({ user_id: me.id, description: "y" });
  });
});
